"""Hints for a server that could not be reached: what people most often have to change."""

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
from mcptest_action.core.target.model import Command, Target
from mcptest_action.shell.wire.dialer import Dialer

_UNAUTHORISED = 401
_REFUSED = (403, 421)  # forbidden, misdirected
_LOOK_S = 1.0
_LISTEN = {"Accept": "text/event-stream"}


async def diagnose(target: Target, met: NoHello, dialer: Dialer) -> list[str]:
    """What to do about it, as far as the reaction tells."""
    reaction = met.reaction
    if isinstance(target, Command):
        return _stdio_hints(met)
    match reaction:
        case Unreachable():
            return [
                "is the server running, and does it listen on this address? "
                "Many listen on 127.0.0.1 only, which other containers cannot reach",
                "give it time with --wait-for-ready 60s",
            ]
        case HttpStatus(http) if http.status == _UNAUTHORISED:
            return ["it wants credentials: --bearer-token-env VARIABLE or --header-env"]
        case HttpStatus(HttpAnswer(status), said) | RpcError(_, said, _, HttpAnswer(status)) if (
            status in _REFUSED
        ):
            return [_refusal(said)]
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


def _refusal(said: str) -> str:
    """The official servers say so when it is about the host name; others leave one guessing."""
    if "invalid host" in said.lower():
        return (
            "it refuses the Host header, which is the host of the address: allow it in the server"
        )
    return "it may refuse the host name in the address; allow that host in the server"


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
