"""What a server sends unasked, but may not: requests, and log messages."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.results import passed, ruled
from mcptest_action.core.protocol.exchange import error_code, flaw_of_call
from ..conduct import name_of
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should
from ..raw import PATIENCE_S, sound_request
from ..refusal import INVALID_PARAMS, server_said
from ..revision import written
from ..traffic import AS_IT_IS, asides, described, listed, message_of

LOG_MESSAGE = "notifications/message"
OF_CLIENTS = ("sampling/createMessage", "elicitation/create", "roots/list")
REQUESTS = must("LIFE-13", written(legacy="basic/lifecycle#operation"))(
    expects="A client that declares no capability is asked for none.",
    sends="nothing of its own: looks for requests from the server",
    remedy="Look at the capabilities that the client sent with `initialize` before asking it for "
    "sampling, elicitation or roots.",
)
LOGS = must("LIFE-14", "server/utilities/logging#capabilities")(
    expects="Log messages come only from a server that declares logging.",
    sends="nothing of its own: looks for log messages while the server is asked sound questions",
    remedy="Declare the logging capability, or write logs to standard error.",
)


def requests(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    seen = [
        f"the server sent `{entry['request']}` around the answer to {described(exchange)}"
        for exchange, entry in asides(exchanges, "request")
        if entry["request"] in OF_CLIENTS
    ]
    good = "the server asked for nothing that a client has to declare"
    return {REQUESTS.id: ruled(not seen, good, listed(seen))}


def logs(server: Examinee, exchanges: Exchanges) -> Rulings:
    if server.declares("logging"):
        return {LOGS.id: passed("the server declares logging")}
    seen = list(log_messages(exchanges))
    return {LOGS.id: ruled(not seen, "there was no log message", listed(seen))}


def log_messages(exchanges: Exchanges) -> Iterator[str]:
    """Where log messages came, on connections that had not yet carried anything unreadable.

    Many servers log what they cannot read; such a message isn't about any request.
    """
    spoiled: set[int] = set()
    for exchange in exchanges:
        if exchange.sent["step"] in AS_IT_IS and not _is_readable(message_of(exchange)):
            spoiled.add(exchange.key.connection)
        # What arrives with a new connection was said on the one before.
        if exchange.key.connection in spoiled or exchange.sent["step"] == "Fresh":
            continue
        for _, entry in asides([exchange], "notification"):
            if entry["notification"] == LOG_MESSAGE:
                yield f"a log message came around the answer to {described(exchange)}"


def _is_readable(message: Mapping[str, Any]) -> bool:
    return "method" in message and not flaw_of_call(message)


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
    yield request  # anything about the first request arrives with this one at the latest
    is_right = error_code(reaction) == INVALID_PARAMS
    return {NO_LEVEL.id: ruled(is_right, server_said(reaction))}


def unasked(server: Examinee, exchanges: Exchanges) -> Rulings:
    asking = name_of(server, LEVELS)
    others = [exchange for exchange in exchanges if exchange.key.check != asking]
    seen = list(log_messages(others))
    return {UNASKED.id: ruled(not seen, "there was no log message", listed(seen))}


PROBES = (Probe(LEVELS, (NO_LEVEL,), no_level),)
REVIEWS = (Review((REQUESTS,), requests), Review((LOGS,), logs), Review((UNASKED,), unasked))
