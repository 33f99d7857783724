"""One HTTP/1.1 request from a stream, within limits."""

import asyncio
import re
from collections.abc import Mapping
from typing import NamedTuple

HEAD_LIMIT = 64 * 1024
BODY_LIMIT = 4 * 1024 * 1024
_REQUEST_LINE = re.compile(r"([A-Z]+) (\S+) HTTP/1\.([01])")
_FIELD = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00\r\n]*?)[ \t]*")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n")
_LENGTH = re.compile(r"[0-9]{1,15}")


class HttpRequest(NamedTuple):
    """Header names are in lower case; a header that came twice has both values, with a comma."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    keep_alive: bool
    head: str
    """The request line and the headers as they came."""


class RejectedError(Exception):
    """A request that we cannot understand, or will not read to its end."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


async def read_request(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> HttpRequest | None:
    """The next request of the connection, or None when the peer has no more."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n"))[:-4].decode("latin-1")
        first, *lines = head.split("\r\n")
        line = _REQUEST_LINE.fullmatch(first)
        if line is None:
            raise RejectedError(400, "this is not an HTTP/1.1 request")
        headers = _headers(lines)
        body = await _body(reader, writer, headers)
    except asyncio.IncompleteReadError:
        return None
    except asyncio.LimitOverrunError:
        raise RejectedError(431, f"the head is longer than {HEAD_LIMIT} bytes") from None
    method, target, minor = line.groups()
    path = re.sub(r"^https?://[^/?#]*", "", target).partition("?")[0]
    keep_alive = minor == "1" and headers.get("connection", "").lower() != "close"
    return HttpRequest(method, path, headers, body, keep_alive, head)


def _headers(lines: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        field = _FIELD.fullmatch(line)
        if field is None:
            raise RejectedError(400, "a header is malformed")
        name, value = field[1].lower(), field[2]
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


async def _body(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, headers: Mapping[str, str]
) -> bytes:
    length, coding = headers.get("content-length", "0"), headers.get("transfer-encoding")
    if coding is not None and ("content-length" in headers or coding.lower() != "chunked"):
        # If two headers say where the body ends, one request can be smuggled inside another.
        raise RejectedError(400, "the length of the body cannot be told")
    if not _LENGTH.fullmatch(length):
        raise RejectedError(400, "Content-Length is not a number")
    if int(length) > BODY_LIMIT:
        raise _too_long()
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    if coding is not None:
        return await _chunks(reader)
    return await reader.readexactly(int(length))


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while True:
        size = _CHUNK.fullmatch(await reader.readuntil(b"\r\n"))
        if size is None:
            raise RejectedError(400, "a chunk is malformed")
        count = int(size[1], 16)
        if len(body) + count > BODY_LIMIT:
            raise _too_long()
        if count == 0:
            break
        body += await reader.readexactly(count)
        if await reader.readexactly(2) != b"\r\n":
            raise RejectedError(400, "a chunk is longer than it says")
    while await reader.readuntil(b"\r\n") != b"\r\n":
        pass  # trailers say nothing that matters here
    return bytes(body)


def _too_long() -> RejectedError:
    return RejectedError(413, f"the body is longer than {BODY_LIMIT} bytes")
