"""A reply over HTTP, delivered as its fault demands."""

import asyncio
from collections.abc import Iterable, Mapping
from itertools import chain, repeat
from typing import NamedTuple

from mcptest_action.core.authoring.mock import FLOOD, Manner, Reply, oversized
from mcptest_action.shell.mock import ending
from mcptest_action.shell.mock.http_response import (
    EVENTS,
    JSON,
    LAST_CHUNK,
    Response,
    chunk,
    event,
    head,
    plain,
    whole,
)

_PAGE = Response(
    200,
    {"Content-Type": "text/html; charset=utf-8"},
    b"<!doctype html><title>Sign in</title><h1>Sign in to continue</h1>\n",
)
_BLOCK = event(FLOOD) * 100
STREAM = {"Content-Type": EVENTS, "Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
_CHUNKED = {"Transfer-Encoding": "chunked"}


class Speech(NamedTuple):
    """A reply and what surrounds it; `events` frames it as a stream of them."""

    reply: Reply
    status: int
    headers: Mapping[str, str]
    events: bool


async def deliver(
    speech: Speech, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bool:
    """Whether the connection can be used again."""
    response = _response(speech)
    match speech.reply.manner:
        case Manner.WHOLE:
            return await send(writer, _framed(speech, response))
        case Manner.LATE:
            await asyncio.sleep(speech.reply.delay_ms / 1000)
            return await send(writer, _framed(speech, response))
        case Manner.STATUS_500:
            return await send(writer, whole(plain(500, "something broke")))
        case Manner.HTML:
            return await send(writer, whole(_PAGE))
        case _:
            await _fail(speech, response, reader, writer)
            return False


async def _fail(
    speech: Speech, response: Response, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Deliver the faults that leave the connection useless."""
    match speech.reply.manner:
        case Manner.NEVER:
            await gone(reader)
        case Manner.HELD_OPEN:
            await send(writer, _without_end(speech, response))
            await gone(reader)
        case Manner.CRASH:
            ending.crash()
        case Manner.HALF:
            await send(writer, whole(response)[: -len(response.body) // 2])
            ending.crash()
        case Manner.DRIBBLED:
            pieces = (response.body[i : i + 1] for i in range(len(response.body)))
            await _stream(writer, response, pieces, pause_s=1)
        case Manner.OVERSIZED:
            line = oversized(speech.reply.lines[0])
            framed = chain([b"data: "], line, [b"\n\n"]) if speech.events else line
            await _stream(writer, response, framed)
        case Manner.FLOOD:
            await _stream(writer, Response(200, {**response.headers, **STREAM}), repeat(_BLOCK))
        case _:
            pass  # CLOSED: the caller closes the connection


def _response(speech: Speech) -> Response:
    if speech.events:
        body = b"".join(map(event, speech.reply.lines))
        return Response(speech.status, {**speech.headers, **STREAM}, body)
    body = b"\n".join(speech.reply.lines)
    return Response(speech.status, {**speech.headers, "Content-Type": JSON}, body)


def _framed(speech: Speech, response: Response) -> bytes:
    if not speech.events:
        return whole(response)
    return _open(response) + chunk(response.body) + LAST_CHUNK


def _without_end(speech: Speech, response: Response) -> bytes:
    """A stream of events lacks only its end; a document lacks all of its body."""
    if speech.events:
        return _open(response) + chunk(response.body)
    return whole(response).removesuffix(response.body)


def _open(response: Response) -> bytes:
    return head(response.status, {**response.headers, **_CHUNKED})


async def send(writer: asyncio.StreamWriter, data: bytes) -> bool:
    writer.write(data)
    await writer.drain()
    return True


async def gone(reader: asyncio.StreamReader) -> None:
    """Wait until the peer has closed its side."""
    while await reader.read(64 * 1024):
        pass


async def _stream(
    writer: asyncio.StreamWriter, response: Response, pieces: Iterable[bytes], pause_s: int = 0
) -> None:
    """Each piece as a chunk; a peer that closes ends this with a ConnectionError."""
    await send(writer, _open(response))
    for piece in filter(None, pieces):
        # Even without a pause: a write that never has to wait would give nobody else a turn.
        await asyncio.sleep(pause_s)
        await send(writer, chunk(piece))
    await send(writer, LAST_CHUNK)
