"""The mock over streamable HTTP: a small server of its own, one task per connection."""

import asyncio
import contextlib
import signal
from collections.abc import Callable

from mcptest_action.core.authoring.mock import Kind
from mcptest_action.core.text import unusable
from mcptest_action.shell.mock.delivery import deliver, gone, send
from mcptest_action.shell.mock.ending import PATIENCE_S
from mcptest_action.shell.mock.endpoint import PATH, Endpoint, Guest
from mcptest_action.shell.mock.http_request import HEAD_LIMIT, RejectedError, read_request
from mcptest_action.shell.mock.http_response import Response, plain, whole

_GOODBYE_S = 1


def serve_http(endpoint: Endpoint, host: str, port: int, note: Callable[[str], None]) -> None:
    """Answer until SIGINT or SIGTERM."""
    asyncio.run(_serve(endpoint, host, port, note))


async def _serve(endpoint: Endpoint, host: str, port: int, note: Callable[[str], None]) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGINT, stop.set)
    if endpoint.fault.kind is Kind.NEVER_CLOSE:
        loop.add_signal_handler(signal.SIGTERM, loop.call_later, PATIENCE_S, stop.set)
    else:
        loop.add_signal_handler(signal.SIGTERM, stop.set)
    try:
        server = await listen(endpoint, host, port)
    except OSError as error:
        what = f"cannot listen on {host}, port {port}: {error.strerror}"
        raise unusable("--http", what, "0 takes a free port") from None
    shown = f"[{host}]" if ":" in host else host
    note(f"listening on http://{shown}:{server.sockets[0].getsockname()[1]}{PATH}")
    await stop.wait()
    server.close()


async def listen(endpoint: Endpoint, host: str, port: int) -> asyncio.Server:
    async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Cancelled when the server ends; asyncio would report that as an accident.
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            await _converse(endpoint, reader, writer)
        writer.close()

    return await asyncio.start_server(connection, host, port, limit=HEAD_LIMIT)


async def _converse(
    endpoint: Endpoint, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """One request after the other, for as long as both sides continue."""
    if endpoint.fault.kind is Kind.WEDGED and not endpoint.fault.method:
        await gone(reader)
        return
    guest, again = Guest(writer), True
    while again:
        try:
            request = await read_request(reader, writer)
        except RejectedError as error:
            await send(writer, whole(plain(error.status, str(error), {"Connection": "close"})))
            await _say_goodbye(reader, writer)
            return
        if request is None:
            return
        answer = await endpoint.handle(request, guest)
        if isinstance(answer, Response):
            again = await send(writer, whole(answer))
        else:
            again = await deliver(answer, reader, writer)
        again = again and request.keep_alive


async def _say_goodbye(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Read on for a moment: closing on a peer that still writes would destroy our answer."""
    writer.write_eof()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_GOODBYE_S):
            await gone(reader)
