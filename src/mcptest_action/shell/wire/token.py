"""Fetch a bearer token from a token endpoint: once, and never written down."""

import asyncio
import time
from typing import NamedTuple

import httpx2

from mcptest_action.core.protocol.target import Credentials, NoToken, Token, Url, token_in
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire import http_answer, http_request

_LIMIT = 1024 * 1024
_PAUSE_S = 0.5
_UNREACHED = (httpx2.ConnectError, httpx2.ProxyError, httpx2.InvalidURL)


class Patience(NamedTuple):
    answer_s: float
    ready_s: float
    """How long it may take until somebody listens there: it may start beside the server."""


class Granted(NamedTuple):
    token: Token
    since_s: float
    """When it was asked for, by the monotonic clock: it is no older."""


async def fetch_token(
    credentials: Credentials, target: Url, redactor: Redactor, patience: Patience
) -> Granted | NoToken:
    """The token, or why there is none; then, what the endpoint says may hold the secret.

    No redirect is followed: it would take the secret elsewhere. The server's CA file and proxy
    count for the endpoint, too; but what is not encrypted stays on this machine.
    """
    url = credentials.asks.token_url
    proxy = target.proxy if url.startswith("https://") else None
    endpoint = target._replace(url=url, proxy=proxy)
    end = time.monotonic() + patience.ready_s
    while True:
        since = time.monotonic()
        try:
            token = await _within(credentials, endpoint, redactor, patience.answer_s)
        except (httpx2.TransportError, httpx2.InvalidURL) as error:
            unreached = isinstance(error, _UNREACHED)
            what = "could not be reached" if unreached else "gave no whole answer"
            reason = http_answer.reason_of(error)
            token = NoToken(f"{what}: {redactor.text(reason)}")
            # Somebody who is there, and whom we don't trust, is not waited for.
            is_there = reason.startswith(http_answer.TLS)
            absent = isinstance(error, httpx2.ConnectError) and not is_there
            if absent and time.monotonic() + _PAUSE_S < end:
                await asyncio.sleep(_PAUSE_S)
                continue
        if isinstance(token, NoToken):
            return NoToken(f"{endpoint.url}: the token endpoint {token.because}")
        return Granted(token, since)


async def _within(
    credentials: Credentials, endpoint: Url, redactor: Redactor, timeout_s: float
) -> Token | NoToken:
    try:
        async with asyncio.timeout(timeout_s):
            return await _ask(credentials, endpoint, redactor)
    except TimeoutError:
        return NoToken(f"did not answer within {timeout_s:g} s")
    except httpx2.DecodingError:
        return NoToken("sent a body that cannot be unpacked")


async def _ask(credentials: Credentials, endpoint: Url, redactor: Redactor) -> Token | NoToken:
    async with (
        http_request.client_for(endpoint) as asking,
        asking.stream(
            "POST", endpoint.url, headers=credentials.headers, content=credentials.body
        ) as response,
    ):
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > _LIMIT:
                return NoToken(f"sent more than {_LIMIT // 1024} KiB")
    token = token_in(response.status_code, bytes(body))
    if not isinstance(token, NoToken):
        return token
    # Redacted before it is cut: half a secret would not be recognized.
    said = token_in(response.status_code, redactor.data(bytes(body)))
    return said if isinstance(said, NoToken) else NoToken("gave no token")
