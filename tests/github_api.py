"""A GitHub API on loopback that behaves like the real one as far as comments and files go.

Statuses, messages, `Link` headers and limits are those of api.github.com. It keeps a log of what
it was asked, and can be told to misbehave for the next request of a kind.
"""

import contextlib
import hashlib
import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

LONGEST_BODY = 65536
BOT = "github-actions[bot]"
TOKEN = "ghs_made-up-for-tests-0123456789"
SECONDARY = (
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
)


class GitHub:
    """The state behind the API, and the faults that are due."""

    def __init__(self, repository="octo/server", pull_request=7, *, enterprise=False):
        self.repository, self.number = repository, pull_request
        self.rest, self.graphql = ("/api/v3", "/api/graphql") if enterprise else ("", "/graphql")
        self.permissions = {"pull-requests": "write", "contents": "read"}
        self.tokens = {TOKEN: BOT}
        self.comments = {}
        self.minimized = set()
        self.files = {}
        """Content by (commit, path)."""
        self.links = {}
        """Where a symbolic link leads to, by the same."""
        self.commits = set()
        self.parents = {}
        """The parents of a commit, for those that have any."""
        self.truncated = False
        """Whether a listing of files is cut off, as of a very large repository."""
        self.pulls = []
        self.log = []
        self.faults = []
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.before_create = None
        """Called once, just before a comment is stored."""
        self._last = 1000

    def add_comment(self, body, login=BOT):
        with self.lock:
            self._last += 1
            self.comments[self._last] = {"id": self._last, "body": body, "login": login}
            return self._last

    def fault(self, method, pattern, **how):
        """Answer the next request that matches with this instead.

        `status`, `headers`, `body`: the answer. `times`: for how many requests. `silent`: no
        answer at all. `first`: something to call before. `then_do`: carry the request out all the
        same. `drop`: without a word. `dribble`: a byte at a time, for ever, of the body or the `head`.
        """
        usual = {"status": 0, "headers": {}, "body": None, "times": 1}
        self.faults.append({"method": method, "pattern": pattern, **usual, **how})

    def due(self, method, path):
        with self.lock:
            for fault in self.faults:
                if (
                    fault["times"]
                    and fault["method"] == method
                    and re.search(fault["pattern"], path)
                ):
                    fault["times"] -= 1
                    return fault
        return None

    def writes(self):
        return [(m, p) for m, p, _ in self.log if m != "GET" and p != "/graphql"]

    def asked(self, method):
        return [path for m, path, _ in self.log if m == method]

    @property
    def bodies(self):
        return [comment["body"] for comment in self.comments.values()]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    github: GitHub

    def log_message(self, *_args):
        pass

    def _serve(self):
        length = int(self.headers.get("Content-Length") or 0)
        sent = json.loads(self.rfile.read(length)) if length else None
        self.github.log.append((self.command, self.path, sent))
        fault = self.github.due(self.command, self.path)
        if fault is not None:
            if fault.get("silent"):
                self.github.over.wait()
                return
            fault.get("first", lambda: None)()
            if fault.get("then_do"):
                self._carry_out(sent)
            if fault.get("drop"):
                self.close_connection = True
                return
            if fault.get("dribble"):
                self._dribble(fault["dribble"])
                return
            if fault["status"]:
                self._send(fault["status"], fault["body"], fault["headers"])
                return
        self._send(*self._carry_out(sent))

    do_GET = do_POST = do_PATCH = do_DELETE = _serve  # noqa: N815 - http.server's names

    def _send(self, status, document=None, headers=()):
        raw = isinstance(document, bytes)
        data = document if raw else b"" if document is None else json.dumps(document).encode()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.send_response(status)
            for name, value in dict(headers).items():
                self.send_header(name, value)
            self.send_header("Content-Type", "text/plain" if raw else "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    def _dribble(self, what):
        """A byte now and then, for ever: no pause is long enough to be noticed."""
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        if what == "head":
            self.flush_headers()
            self.wfile.write(b"X-Long: ")
        else:
            self.end_headers()
        self.close_connection = True
        with contextlib.suppress(OSError):
            while True:
                self.wfile.write(b" ")
                time.sleep(0.01)

    def _carry_out(self, sent):
        hub = self.github
        if not self.headers.get("User-Agent"):
            return 403, {"message": "Request forbidden by administrative rules."}
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        if token not in hub.tokens:
            return 401, {"message": "Bad credentials", "status": "401"}
        if self.path == hub.graphql:
            return self._graphql(sent, hub.tokens[token])
        return self._rest(sent, hub.tokens[token]) if self.path.startswith(hub.rest) else _NOT_FOUND

    def _rest(self, sent, viewer):
        hub = self.github
        parts = urlsplit(self.path.removeprefix(hub.rest))
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        home = f"/repos/{hub.repository}"
        thread = f"{home}/issues/{hub.number}/comments"
        if parts.path == thread and self.command == "GET":
            return self._page(query, parts.path)
        if parts.path == thread:
            return self._create(sent, viewer)
        if found := re.fullmatch(rf"{home}/issues/comments/(\d+)", parts.path):
            return self._change(int(found[1]), sent, viewer)
        if parts.path == f"{home}/pulls":
            owner, _, branch = query["head"].partition(":")
            return 200, [p for p in hub.pulls if (p["head"]["user"]["login"], p["head"]["ref"]) == (owner, branch)]  # fmt: skip
        if found := re.fullmatch(rf"{home}/contents/(.+)", parts.path):
            return self._content(unquote(found[1]), query["ref"])
        if found := re.fullmatch(rf"{home}/git/commits/([0-9a-f]+)", parts.path):
            there = found[1] in {*hub.commits, *hub.parents} and self._may("contents")
            parents = [{"sha": sha} for sha in hub.parents.get(found[1], ())]
            return (200, {"sha": found[1], "parents": parents}) if there else _NOT_FOUND
        if found := re.fullmatch(rf"{home}/git/trees/([0-9a-f]+)", parts.path):
            there = found[1] in hub.commits and self._may("contents") and query["recursive"] == "1"
            return (200, self._tree(found[1])) if there else _NOT_FOUND
        return _NOT_FOUND

    def _may(self, permission, wanted="read"):
        return self.github.permissions.get(permission) in (wanted, "write")

    def _page(self, query, path):
        if not self._may("pull-requests"):
            return _NOT_FOUND
        size, number = int(query.get("per_page", 30)), int(query.get("page", 1))
        every = [self._shown(c) for c in self.github.comments.values()]
        last = max(1, -(-len(every) // size))
        base = f"http://{self.headers['Host']}{path}?per_page={size}&page="
        links = []
        if number < last:
            links = [f'<{base}{number + 1}>; rel="next"', f'<{base}{last}>; rel="last"']
        return 200, every[(number - 1) * size : number * size], {"Link": ", ".join(links)}

    def _shown(self, comment):
        number = comment["id"]
        return {"id": number, "node_id": f"IC_{number}", "body": comment["body"],
                "user": {"login": comment["login"]},
                "html_url": f"https://github.com/x/pull/7#issuecomment-{number}"}  # fmt: skip

    def _create(self, sent, viewer):
        hub = self.github
        if not self._may("pull-requests", "write"):
            return 403, {"message": "Resource not accessible by integration", "status": "403"}
        if len(sent["body"]) > LONGEST_BODY:
            return 422, _TOO_LONG
        if hub.before_create:
            hook, hub.before_create = hub.before_create, None
            hook()
        return 201, self._shown(hub.comments[hub.add_comment(sent["body"], viewer)])

    def _change(self, number, sent, viewer):
        hub = self.github
        if number not in hub.comments:
            return _NOT_FOUND
        if not self._may("pull-requests", "write") or hub.comments[number]["login"] != viewer:
            return 403, {"message": "Resource not accessible by integration", "status": "403"}
        if self.command == "DELETE":
            del hub.comments[number]
            return 204, None
        if len(sent["body"]) > LONGEST_BODY:
            return 422, _TOO_LONG
        hub.comments[number]["body"] = sent["body"]
        return 200, self._shown(hub.comments[number])

    def _content(self, path, ref):
        hub = self.github
        if not self._may("contents"):
            return _NOT_FOUND
        if (ref, path) in hub.links:
            return 200, {"type": "symlink", "path": path, "target": hub.links[ref, path]}
        below = [name for at, name in hub.files if at == ref and name.startswith(f"{path}/")]
        if below:
            return 200, [{"type": "file", "path": name} for name in below]
        if (ref, path) not in hub.files:
            return _NOT_FOUND
        assert "raw" in self.headers["Accept"]
        return 200, hub.files[ref, path]

    def _tree(self, ref):
        """Folders, files and links of a commit, as `git/trees/…?recursive=1` lists them."""
        files = {path: text for (at, path), text in self.github.files.items() if at == ref}
        links = {path: to.encode() for (at, path), to in self.github.links.items() if at == ref}
        folders = {
            "/".join(names[:count])
            for names in (path.split("/") for path in {**files, **links})
            for count in range(1, len(names))
        }
        rows = [
            {"path": path, "mode": "040000", "type": "tree", "sha": "0" * 40} for path in folders
        ]
        for mode, entries in (("100644", files), ("120000", links)):
            rows += [{"path": path, "mode": mode, "type": "blob", "sha": blob(text)}
                     for path, text in entries.items()]  # fmt: skip
        return {"sha": ref, "truncated": self.github.truncated, "tree": rows}

    def _graphql(self, sent, viewer):
        """The one query we send, whose text was checked against GitHub's published schema."""
        assert (
            "nodes(ids: $ids) { ... on IssueComment { id viewerDidAuthor isMinimized } }"
            in sent["query"]
        )
        hub = self.github
        ids = sent["variables"]["ids"]
        assert len(ids) <= 100, "GitHub takes no more"
        nodes = []
        for node in ids:
            comment = hub.comments.get(int(node.removeprefix("IC_")))
            nodes.append(comment and {"id": node, "viewerDidAuthor": comment["login"] == viewer,
                                      "isMinimized": comment["id"] in hub.minimized})  # fmt: skip
        return 200, {"data": {"nodes": nodes}}


def blob(content):
    """The name that git gives a file's content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


_NOT_FOUND = (
    404,
    {"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"},
)
_TOO_LONG = {
    "message": "Validation Failed",
    "errors": [{"resource": "IssueComment", "code": "unprocessable", "field": "data",
                "message": "Body is too long (maximum is 65536 characters)"}],
    "status": "422",
}  # fmt: skip


@contextlib.contextmanager
def serving(github, tls=None):
    """The address of the API while it runs; `tls` is a server's SSL context."""
    handler = type("Serving", (Handler,), {"github": github})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        scheme = "http" if tls is None else "https"
        yield f"{scheme}://127.0.0.1:{server.server_port}{github.rest}"
    finally:
        github.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
