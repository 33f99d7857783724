"""Ask GitHub's API one thing. The token goes to this address only: no redirect is followed."""

import http.client
import json
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message
from typing import Any

from mcptest_action.core.publish import GRAPHQL, Answer, Call

_LATE = "the answer took too long"
_GRACE_S = 0.2  # for a timeout that says more
_LIMIT = 32 * 1024 * 1024
_PUBLIC = "https://api.github.com"
# The runner itself reads a company's certificates from here, in addition to the system's.
_EXTRA_CA = "NODE_EXTRA_CA_CERTS"


class _Direct(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_given: object) -> None:
        """Follow no redirect: urllib would take the token along."""


class Api:
    """`GITHUB_API_URL` is another one on GitHub Enterprise; proxies come from the environment."""

    def __init__(self, environment: Mapping[str, str], token: str, version: str) -> None:
        self._address = (environment.get("GITHUB_API_URL") or _PUBLIC).rstrip("/")
        self._graphql = environment.get("GITHUB_GRAPHQL_URL") or f"{self._address}/graphql"
        self._headers = {
            "User-Agent": f"mcptest-action/{version}",
            "X-GitHub-Api-Version": "2022-11-28",
            **({"Authorization": f"Bearer {token}"} if token else {}),
        }
        self._extra_ca = environment.get(_EXTRA_CA, "")
        self._opener: urllib.request.OpenerDirector | None = None

    def ask(self, call: Call, timeout_s: float) -> Answer:
        """The answer, within the time; one without a status if nothing came back.

        A call that takes longer is abandoned: a socket's own timeout is content with a byte now
        and then, and a name lookup has no timeout.
        """
        came: list[Answer | Exception] = []

        def ask() -> None:
            try:
                came.append(self._ask(call, timeout_s))
            except Exception as error:  # noqa: BLE001 - a bug, which the waiting caller must see
                came.append(error)

        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(timeout_s + _GRACE_S)
        answer = came[0] if came else Answer(0, {}, f"TimeoutError: {_LATE}", time.time())
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _ask(self, call: Call, timeout_s: float) -> Answer:
        address = self._graphql if call.path == GRAPHQL else self._address + call.path
        body = None if call.body is None else json.dumps(call.body).encode()
        headers = {**self._headers, "Accept": call.accept}
        if body is not None:
            headers["Content-Type"] = "application/json"
        end = time.monotonic() + timeout_s
        try:
            request = urllib.request.Request(address, body, headers, method=call.method)  # noqa: S310 - the runner names the address
            with self._open(request, timeout_s) as response:
                return _answer(response.status, response.headers, response, end)
        except urllib.error.HTTPError as error:
            with error:
                return _answer(error.code, error.headers, error, end)
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            return Answer(0, {}, f"{type(reason).__name__}: {reason}", time.time())

    def _open(self, request: urllib.request.Request, timeout_s: float) -> Any:
        if self._opener is None:
            handlers: list[urllib.request.BaseHandler] = [_Direct()]
            if request.full_url.startswith("https:"):
                context = ssl.create_default_context()  # honours SSL_CERT_FILE and SSL_CERT_DIR
                if self._extra_ca:
                    context.load_verify_locations(self._extra_ca)
                handlers.append(urllib.request.HTTPSHandler(context=context))
            self._opener = urllib.request.build_opener(*handlers)
        return self._opener.open(request, timeout=timeout_s)


def _answer(status: int, headers: Message, body: Any, end: float) -> Answer:
    known = {name.lower(): value for name, value in headers.items()}
    return Answer(status, known, _read(body, end).decode(errors="replace"), time.time())


def _read(body: Any, end: float) -> bytes:
    """The whole body, but only within the time."""
    data = bytearray()
    while chunk := body.read1(65536):
        data += chunk
        if len(data) > _LIMIT:
            raise ValueError(f"the answer has more than {_LIMIT} bytes")
        if time.monotonic() > end:
            raise TimeoutError(_LATE)
    return bytes(data)
