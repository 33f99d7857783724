"""What a server sends unasked, but may not: requests, and log messages."""

from collections.abc import Iterator

from mcptest_action.core.checks.results import not_applicable, passed, ruled
from mcptest_action.core.protocol.exchange import ASKABLE, Provenance, error_code
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should, the_same
from ..poor_hello import UNDECLARED, declares_something
from ..raw import PATIENCE_S, sound_request
from ..refusal import INVALID_PARAMS, server_said
from ..revision import MARCH_2025, NOVEMBER_2024, SINCE_JUNE, written
from ..traffic import Flaw, asides, of_client, ruled_on

LOG_MESSAGE = "notifications/message"
# What a server may ask of a client, and the capability that the client needs for it.
OF_CLIENTS = {
    **ASKABLE,
    **dict.fromkeys(("tasks/get", "tasks/result", "tasks/list", "tasks/cancel"), "tasks"),
}
_OPERATION = written(legacy="basic/lifecycle#operation")
REQUESTS = must("LIFE-13", _OPERATION, revisions=SINCE_JUNE)(
    expects="A client is asked only for what it declares.",
    sends="nothing of its own: looks for requests from the server",
    remedy="Look at the capabilities that the client sent with `initialize` before asking it for "
    "sampling, elicitation or roots.",
)
# The same sentence, which was a recommendation at first.
OLD_REQUESTS = should("LIFE-18", _OPERATION, revisions=(NOVEMBER_2024, MARCH_2025))(
    expects=REQUESTS.expects,
    sends=REQUESTS.sends,
    remedy=REQUESTS.remedy,
)
LOGS = must("LIFE-14", "server/utilities/logging#capabilities")(
    expects="Log messages come only from a server that declares logging.",
    sends="nothing of its own: looks for log messages while the server is asked sound questions",
    remedy="Declare the logging capability, or write logs to standard error.",
)


def requests(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    declared = of_client(exchanges)
    seen = [
        Flaw(where, f"the server sent `{entry['request']}`", "")
        for where, entry in asides(exchanges, "request")
        if OF_CLIENTS.get(entry["request"], "") not in ("", *declared.get(where.key.connection, ()))
    ]
    good = "the server asked for nothing that a client has to declare"
    return the_same((REQUESTS, OLD_REQUESTS), ruled_on(seen, good))


def logs(server: Examinee, exchanges: Exchanges) -> Rulings:
    if server.declares("logging"):
        return {LOGS.id: passed("the server declares logging")}
    found = list(log_messages(exchanges))
    if found and not declares_something(server.answer):
        return {LOGS.id: UNDECLARED}
    return {LOGS.id: ruled_on(found, "there was no log message")}


def log_messages(exchanges: Exchanges) -> Iterator[Flaw]:
    for exchange, entry in asides(exchanges, "notification"):
        if entry["notification"] == LOG_MESSAGE:
            yield Flaw(exchange, "the server sent a log message", "")


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
    if not server.declares("logging"):
        return {NO_LEVEL.id: not_applicable("the server does not declare logging")}
    request = sound_request(server)._replace(timeout_s=PATIENCE_S)
    reaction = yield request._replace(params={"_meta": {META_LEVEL: "mcptest"}})
    yield request  # anything about the first request arrives with this one at the latest
    is_right = error_code(reaction) == INVALID_PARAMS
    return {NO_LEVEL.id: ruled(is_right, server_said(reaction))}


def unasked(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    """The probe above, which asks for log messages, isn't sound: it is not among these."""
    return {UNASKED.id: ruled_on(log_messages(exchanges), "there was no log message")}


PROBES = (Probe("log_levels", (NO_LEVEL,), no_level, sends=Provenance.REFUSABLE),)
REVIEWS = (
    Review((REQUESTS, OLD_REQUESTS), requests),
    Review((LOGS,), logs),
    Review((UNASKED,), unasked),
)
