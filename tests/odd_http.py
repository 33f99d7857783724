"""A sound server over HTTP, as far as it is not told to be odd in one way."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOOL = {
    "name": "get_x",
    "inputSchema": {
        "type": "object",
        "properties": {"id": {"type": "string"}},
        "required": ["id"],
    },
    "annotations": {"readOnlyHint": True},
}
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "odd", "version": "1"},
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            message = json.loads(body)
        except ValueError:
            message = {}
        method = message.get("method")
        if "id" not in message:
            self._send(202, b"", {})
            return
        answer = {"jsonrpc": "2.0", "id": message["id"], **self._answer(method)}
        content = json.dumps(answer).encode()
        status, content, headers = self.server.odd(self, method, content)
        self._send(status, content, headers)

    def do_DELETE(self):
        self._send(200, b"", {})

    def _answer(self, method):
        known = {
            "initialize": {"result": HELLO},
            "tools/list": {"result": {"tools": [TOOL]}},
            "tools/call": {"error": {"code": -32602, "message": "bad"}},
        }
        return known.get(method, {"error": {"code": -32601, "message": "unknown"}})

    def _send(self, status, content, headers):
        lines = {"content-type": "application/json", **headers, "content-length": len(content)}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self.wfile.write(f"HTTP/1.1 {status} x\r\n{head}\r\n".encode("latin-1") + content)

    def log_message(self, *_args):
        pass


@contextlib.contextmanager
def serving_odd(odd):
    """The address of a server; `odd(handler, method, content)` gives status, content, headers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.odd = odd
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/mcp"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
