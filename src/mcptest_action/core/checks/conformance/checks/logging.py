"""The log level that a client asks for, as it was before 2026."""

from mcptest_action.core.checks.results import not_applicable, ruled
from mcptest_action.core.protocol.exchange import Replied, Request, in_words
from ..model import Examinee, Probe, Probing, must, should, the_same
from ..refusal import is_invalid_params
from ..revision import written

SET = must("LOGG-01", written("server/utilities/logging#setting-log-level"), basis="derived")(
    expects="A server that declares `logging` lets the client set the level.",
    sends="`logging/setLevel` with `info`",
    remedy="Register the handler, or do not declare `logging`.",
)
CODE = should("LOGG-02", written("server/utilities/logging#error-handling"))(
    expects="A log level that does not exist gets the error -32602.",
    sends="`logging/setLevel` with `mcptest`",
    remedy="Check the level against the eight that there are.",
)
CHECKS = (SET, CODE)


def levels(server: Examinee) -> Probing:
    if not server.declares("logging"):
        return the_same(CHECKS, not_applicable("the server does not declare logging"))
    good = yield Request("logging/setLevel", {"level": "info"})
    bad = yield Request("logging/setLevel", {"level": "mcptest"})
    said, answer = f"the server {in_words(good)}", f"the server {in_words(bad)}"
    return {
        SET.id: ruled(isinstance(good, Replied), said),
        CODE.id: ruled(is_invalid_params(bad), answer),
    }


PROBES = (Probe("set_level", CHECKS, levels),)
