"""A server over HTTP whose calls wait for each other, so that nobody has to look at a clock."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from patience import GIVES_UP_S

ALONE = "get_alone"
TOGETHER = "get_together"
_TOOLS = [
    {"name": name, "annotations": {"readOnlyHint": True}, "inputSchema": {"type": "object"}}
    for name in (TOGETHER, ALONE)
]
_MOMENT_S = 0.05


class Meeting:
    """Answers calls of `get_together` by the *party*, and those of `get_alone` at once."""

    def __init__(self, party: int) -> None:
        self.calls: list[str] = []
        self.most = 0
        """How many calls were in flight at once."""
        self.called = threading.Event()
        self._in_flight = 0
        self._lock = threading.Lock()
        self._party = threading.Barrier(party)

    def call(self, name: str) -> dict[str, Any]:
        with self._lock:
            self._in_flight += 1
            self.most = max(self.most, self._in_flight)
            self.calls.append(name)
        self.called.set()
        if name == TOGETHER:
            self._party.wait(GIVES_UP_S)
        threading.Event().wait(_MOMENT_S)  # in which one too many could come
        with self._lock:
            self._in_flight -= 1
        return {"content": []}

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        match message["method"]:
            case "initialize":
                return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
            case "tools/list":
                return {"tools": _TOOLS}
        return self.call(message["params"]["name"])


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    meeting: Meeting

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = b""
        if "id" in message:
            said = {"jsonrpc": "2.0", "id": message["id"], "result": self.meeting.answer(message)}
            body = json.dumps(said).encode()
        self.send_response(200 if body else 202)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Clients may leave as they like."""


@contextmanager
def held(meeting: Meeting) -> Iterator[str]:
    """The address at which it is held."""
    server = _Server(("127.0.0.1", 0), type("Held", (_Handler,), {"meeting": meeting}))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/mcp"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
