"""HTTP/1.1 responses as bytes."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

JSON = "application/json"
EVENTS = "text/event-stream"
LAST_CHUNK = b"0\r\n\r\n"


class Response(NamedTuple):
    status: int
    headers: Mapping[str, str] = {}
    body: bytes = b""


def plain(status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    """A sentence for people to read."""
    kind = {"Content-Type": "text/plain; charset=utf-8"}
    return Response(status, {**kind, **(headers or {})}, f"{text}\n".encode())


def head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def whole(response: Response) -> bytes:
    length = {"Content-Length": str(len(response.body))}
    return head(response.status, {**response.headers, **length}) + response.body


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


def event(line: bytes) -> bytes:
    """A message as a server-sent event."""
    return b"event: message\ndata: " + line + b"\n\n"
