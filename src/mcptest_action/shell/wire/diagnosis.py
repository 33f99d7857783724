"""Hints for a server that could not be reached: what people most often have to change."""

from urllib.parse import urlsplit

from mcptest_action.core.exchange.envelope import Outgoing
from mcptest_action.core.exchange.handshake import NoHello
from mcptest_action.core.exchange.reaction import (
    Disconnected,
    Garbage,
    HttpAnswer,
    HttpStatus,
    Oversized,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.target.model import Command, Target, Url
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.surroundings import Surroundings, is_loopback, look_around

_UNAUTHORISED = 401
_REFUSED = (403, 421)  # forbidden, misdirected
_LOOK_S = 1.0
_LISTEN = {"Accept": "text/event-stream"}
# What resolvers say of a name they do not know, or know no address of.
_NAMELESS = ("name or service not known", "name resolution", "no address associated", "nodename")
# "Invalid Host header" of the official SDKs, "Access is only allowed at" of Playwright's.
_ABOUT_THE_HOST = ("invalid host", "host not allowed", "only allowed at")


async def diagnose(
    target: Target, met: NoHello, dialer: Dialer, around: Surroundings | None = None
) -> list[str]:
    """What to do about it, as far as the reaction tells."""
    reaction = met.reaction
    if isinstance(target, Command):
        return _stdio_hints(met)
    match reaction:
        case Unreachable(detail):
            return _unreachable(target, detail, around or look_around())
        case HttpStatus(http) if http.status == _UNAUTHORISED:
            return ["it wants credentials: --bearer-token-env VARIABLE or --header-env"]
        case HttpStatus(HttpAnswer(status), said) | RpcError(_, said, _, HttpAnswer(status)) if (
            status in _REFUSED
        ):
            return [_refusal(target, said)]
        case TimedOut():
            return ["give each request more time with --timeout"]
        case RpcError():
            return ["it speaks JSON-RPC, but not this era of the protocol: try --protocol auto"]
        case _:
            if await _speaks_the_old_transport(dialer):
                return [
                    "this server speaks HTTP+SSE, the transport of 2024-11-05 that Streamable "
                    "HTTP replaced; start it with Streamable HTTP (often at /mcp)"
                ]
            return ["is the path right? Streamable HTTP is usually served at /mcp"]


def _unreachable(target: Url, detail: str, around: Surroundings) -> list[str]:
    parts = urlsplit(target.url)
    host = str(parts.hostname)
    if is_loopback(host) and around.contained:
        return _own_loopback(host, parts.port, around.gateway)
    if any(words in detail.lower() for words in _NAMELESS):
        return [
            f"the name {host} is not known here: a container is known by its name only to "
            "containers on the same network (docs/ci/networking.md)"
        ]
    return [
        "is the server running, and does it listen on this address? Many listen on 127.0.0.1 "
        "only, which other containers cannot reach: have it listen on 0.0.0.0",
        "give it time with --wait-for-ready 60s",
    ]


def _own_loopback(host: str, port: int | None, gateway: str | None) -> list[str]:
    """Inside a container, localhost is the container. The address is reported, never rewritten:
    what was probed would not be what the report says.
    """
    suffix = "" if port is None else f":{port}"
    machine = gateway or "172.17.0.1"
    return [
        f"{host} is the container that mcptest-action runs in, and nothing listens there. Either",
        "1. the server is a service container: use its name, as in http://NAME:PORT/mcp; or",
        f"2. it runs on the machine itself: use http://{machine}{suffix}, and have it listen on "
        "0.0.0.0; or",
        "3. run mcptest-action on the machine: uses: org/mcptest-action/native@v1 on GitHub, "
        "docker run --network host elsewhere (docs/ci/networking.md)",
    ]


def _refusal(target: Url, said: str) -> str:
    """The official servers say so when it is about the host name; others leave one guessing."""
    parts = urlsplit(target.url)
    accepted = "localhost" if parts.port is None else f"localhost:{parts.port}"
    sure = any(words in said.lower() for words in _ABOUT_THE_HOST)
    what = f"it {'refuses' if sure else 'may refuse'} the Host header, which is '{parts.netloc}'"
    return f"{what}: allow it in the server, or send another with --host-header {accepted}"


def _stdio_hints(met: NoHello) -> list[str]:
    match met.reaction:
        case Unreachable():
            return ["is the command installed, and on the PATH of this job?"]
        case Disconnected():
            return ["does the command start on its own? Its standard error above may say why not"]
        case TimedOut():
            return ["a first start may have to install packages: --timeout 120s"]
        case Garbage():
            return ["standard output is for the protocol only; print logs to standard error"]
        case Oversized():
            return []
        case _ if len(met.tried) == 1:
            return ["it does not speak the one era that was asked for: try --protocol auto"]
        case _:
            return ["is this an MCP server? It answers neither server/discover nor initialize"]


async def _speaks_the_old_transport(dialer: Dialer) -> bool:
    """Whether a GET gives the `endpoint` event with which HTTP+SSE begins."""
    connection = await dialer.dial()
    if isinstance(connection, Unreachable):
        return False
    look = Outgoing(b"", _LISTEN, None, waits=True, http_method="GET", bare=True)
    try:
        observed = await connection.send(look, _LOOK_S)
    finally:
        await connection.close()
    return isinstance(observed.reaction, Garbage) and "HTTP+SSE" in observed.reaction.text
