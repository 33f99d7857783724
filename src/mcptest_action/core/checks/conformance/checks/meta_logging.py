"""Log messages of the modern era: only for a request that asks for them."""

from collections.abc import Sequence

from mcptest_action.core.checks.conformance.conduct import name_of
from mcptest_action.core.checks.conformance.examinee import Examinee
from mcptest_action.core.checks.conformance.model import Check, Level, Probe, Review, Rulings
from mcptest_action.core.checks.conformance.raw import PATIENCE_S, sound_request
from mcptest_action.core.checks.conformance.refusal import INVALID_PARAMS, server_said
from mcptest_action.core.checks.conformance.revision import MODERN, written
from mcptest_action.core.checks.conformance.traffic import listed
from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import Script, error_code
from mcptest_action.core.protocol.transcript import Exchange
from .life_unasked import log_messages

# The only probe that asks for log messages.
LEVELS = "log_levels"
META_LEVEL = "io.modelcontextprotocol/logLevel"

NO_LEVEL = Check(
    id="META-10",
    level=Level.SHOULD,
    expects="A request with a log level that does not exist is rejected with error -32602.",
    sends="a list request with the log level `mcptest`",
    remedy="Check the log level in `_meta`, and answer with error -32602 where it is none of the "
    "eight that there are.",
    spec=written(modern="server/utilities/logging#error-handling"),
    revisions=MODERN,
)
UNASKED = Check(
    id="META-11",
    level=Level.MUST,
    expects="A request that asks for no log messages brings none.",
    sends="nothing of its own: looks for log messages while no request asks for them",
    remedy="Send log messages only with the answer to a request that has a log level in `_meta`.",
    spec=written(modern="server/utilities/logging#per-request-log-level"),
    revisions=MODERN,
)


def no_level(server: Examinee) -> Script[Rulings]:
    request = sound_request(server)._replace(timeout_s=PATIENCE_S)
    reaction = yield request._replace(params={"_meta": {META_LEVEL: "mcptest"}})
    yield request  # whatever is said about the first comes with this one at the latest
    is_right = error_code(reaction) == INVALID_PARAMS
    return {NO_LEVEL.id: ruled(is_right, server_said(reaction), server_said(reaction))}


def unasked(server: Examinee, exchanges: Sequence[Exchange]) -> Rulings:
    asking = name_of(server, LEVELS)
    others = [exchange for exchange in exchanges if exchange.key.check != asking]
    seen = list(log_messages(others))
    return {UNASKED.id: ruled(not seen, "there was no log message", listed(seen))}


PROBES = (Probe(LEVELS, (NO_LEVEL,), no_level),)
REVIEWS = (Review((UNASKED,), unasked),)
