"""A token endpoint on loopback, which remembers what it was asked."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Asked(NamedTuple):
    headers: dict[str, str]
    body: str


class Answer(NamedTuple):
    status: int
    document: Any
    location: str = ""


def granting(token: str, life_s: float = 60) -> Callable[[Asked], Answer]:
    document = {"access_token": token, "token_type": "Bearer", "expires_in": life_s}
    return lambda _: Answer(200, document)


@contextmanager
def token_endpoint(
    answer: Callable[[Asked], Answer], late_s: float = 0.0
) -> Iterator[tuple[str, list[Asked]]]:
    """Its address, and everything that it was asked. A late one refuses connections at first."""
    seen: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            asked = Asked(dict(self.headers), self.rfile.read(length).decode())
            seen.append(asked)
            said = answer(asked)
            body = json.dumps(said.document).encode()
            self.send_response(said.status)
            self.send_header("Content-Length", str(len(body)))
            if said.location:
                self.send_header("Location", said.location)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=False)
    server.server_bind()

    def serve() -> None:
        time.sleep(late_s)
        server.server_activate()
        listening.set()
        server.serve_forever()

    listening = threading.Event()
    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    if not late_s:
        listening.wait()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/token", seen
    finally:
        listening.wait()
        server.shutdown()
        server.server_close()
        thread.join()
