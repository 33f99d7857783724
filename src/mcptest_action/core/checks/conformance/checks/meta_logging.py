"""Log messages of the modern era: only for a request that asks for them."""

from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import error_code
from ..conduct import name_of
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should
from ..raw import PATIENCE_S, sound_request
from ..refusal import INVALID_PARAMS, server_said
from ..revision import written
from ..traffic import listed
from .life_unasked import log_messages

# The only probe that asks for log messages.
LEVELS = "log_levels"
META_LEVEL = "io.modelcontextprotocol/logLevel"
NO_LEVEL = should("META-10", written(modern="server/utilities/logging#error-handling"))(
    expects="A request with a log level that does not exist is rejected with error -32602.",
    sends="a list request with the log level `mcptest`",
    remedy="Check the log level in `_meta`, and answer with error -32602 where it is none of the "
    "eight that there are.",
)
UNASKED = must("META-11", written(modern="server/utilities/logging#per-request-log-level"))(
    expects="A request that asks for no log messages brings none.",
    sends="nothing of its own: looks for log messages while no request asks for them",
    remedy="Send log messages only with the answer to a request that has a log level in `_meta`.",
)


def no_level(server: Examinee) -> Probing:
    request = sound_request(server)._replace(timeout_s=PATIENCE_S)
    reaction = yield request._replace(params={"_meta": {META_LEVEL: "mcptest"}})
    yield request  # whatever is said about the first comes with this one at the latest
    is_right = error_code(reaction) == INVALID_PARAMS
    return {NO_LEVEL.id: ruled(is_right, server_said(reaction))}


def unasked(server: Examinee, exchanges: Exchanges) -> Rulings:
    asking = name_of(server, LEVELS)
    others = [exchange for exchange in exchanges if exchange.key.check != asking]
    seen = list(log_messages(others))
    return {UNASKED.id: ruled(not seen, "there was no log message", listed(seen))}


PROBES = (Probe(LEVELS, (NO_LEVEL,), no_level),)
REVIEWS = (Review((UNASKED,), unasked),)
