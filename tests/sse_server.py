"""A server over HTTP+SSE, the transport of 2024-11-05: sound, or hostile in one way."""

import contextlib
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count

from mcptest_action.core.authoring.mock.message import encode, read_message
from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.authoring.mock.protocol import Mock, Session, answer
from mcptest_action.core.authoring.mock.revisions import Era

END = None


class Handler(BaseHTTPRequestHandler):
    """`server.first` is written when the stream opens; `server.say(method, answer)` gives the
    bytes of the stream for each answer, END to end it, or a status for the POST.
    """

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def _is_moved(self):
        """Paths that end in `-moved` lead to those that don't."""
        path, mark, query = self.path.partition("-moved")
        if mark:
            self._plain(307, {"Location": path + query})
        return bool(mark)

    def do_GET(self):
        if self._is_moved():
            return None
        if self.path != "/sse":
            return self._plain(404)
        number, mail = next(self.server.numbers), queue.Queue()
        self.server.mail[str(number)] = (mail, [Session()])
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(self.server.first.replace(b"NUMBER", b"%d" % number))
        self.close_connection = True
        with contextlib.suppress(OSError):
            while (said := mail.get()) is not END:
                self.wfile.write(said)
        return None

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.posts.append((self.path, dict(self.headers.items()), body))
        if self._is_moved():
            return None
        path, _, number = self.path.partition("?")
        if path != "/messages" or number not in self.server.mail:
            return self._plain(self.server.elsewhere)
        mail, session = self.server.mail[number]
        message = read_message(body)
        session[0], said = answer(self.server.mock, session[0], message)
        given = self.server.say(getattr(message, "method", ""), encode(said) if said else b"")
        if isinstance(given, int):
            return self._plain(given)
        self._plain(202)
        if given != b"":
            mail.put(given)
        return None

    def _plain(self, status, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()


def event(data, name=b"message"):
    return b"event: " + name + b"\r\ndata: " + data + b"\r\n\r\n"


def sound(_method, said):
    return event(said) if said else b""


FIRST = event(b"/messages?NUMBER", b"endpoint")


@contextlib.contextmanager
def serving(say=sound, first=FIRST, elsewhere=405):
    """The server; `url` is where its stream is, `posts` what it was sent."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.mock = Mock(preset("demo"), Era.LEGACY)
    server.say, server.first, server.elsewhere = say, first, elsewhere
    server.numbers, server.mail, server.posts = count(1), {}, []
    server.url = f"http://127.0.0.1:{server.server_port}/sse"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        for mail, _ in server.mail.values():
            mail.put(END)
        server.server_close()
        thread.join()
