"""Who sends an HTTP request, where it goes, whom it trusts, and its headers in bytes."""

import re
import ssl
from collections.abc import Mapping
from http.cookiejar import CookieJar

import httpx2

from mcptest_action.core.protocol.exchange import ACCEPT, SESSION, VERSION, NotSent, Outgoing
from mcptest_action.core.protocol.target import Url
from mcptest_action.core.text import unusable

# Many servers close a connection after 2 to 5 idle seconds, without a word. A request that is on
# its way at that moment gets no answer, as if it had broken the server.
_LIMITS = httpx2.Limits(keepalive_expiry=1.0)


def client_for(target: Url) -> httpx2.AsyncClient:
    """A client for this server alone; what may take how long is for those who send."""
    return httpx2.AsyncClient(
        verify=trust(target), proxy=target.proxy, trust_env=False, timeout=None, limits=_LIMITS
    )


def url_of(url: str, path: str | None) -> httpx2.URL:
    """The URL, or another path of its server; a path stays a path even if it looks like a host."""
    address = httpx2.URL(url)
    return address if path is None else address.copy_with(raw_path=path.encode())


def headers_for(outgoing: Outgoing, own: Mapping[str, str], session: str | None) -> dict[str, str]:
    """The headers of a request, with those of the user and of the connection where they belong."""
    own = _of_the_address(own) if outgoing.anonymous else own
    if outgoing.bare:
        return {**own, **outgoing.headers}
    before = {**ACCEPT, **own, **({SESSION: session} if session else {})}
    kept = {name: v for name, v in before.items() if name.casefold() not in outgoing.left_out}
    return {**kept, **outgoing.headers}


def built(
    client: httpx2.AsyncClient,
    outgoing: Outgoing,
    headers: list[tuple[bytes, bytes]],
    url: httpx2.URL,
) -> httpx2.Request:
    """The request, as the client would send it; without cookies, if nobody may know who asks."""
    method = outgoing.http_method
    request = client.build_request(method, url, headers=headers, content=outgoing.body)
    if outgoing.anonymous:
        request.headers.pop("cookie", None)
    return request


def version_header(version: str | None) -> dict[str, str]:
    """The header that names the revision, once there is one."""
    return {VERSION: version} if version else {}


def _of_the_address(headers: Mapping[str, str]) -> dict[str, str]:
    """The user's headers that say where the server is, without those that say who is asking."""
    return {name: value for name, value in headers.items() if name.casefold() == "host"}


def unsendable(headers: Mapping[str, str]) -> NotSent | None:
    """Why no request can have these headers: the client would refuse them, and not the server."""
    for name, value in headers.items():
        if not _NAME.fullmatch(name):
            return NotSent(_UNSENDABLE, f"{name!a:.80} is not the name of a header")
        if not _VALUE.fullmatch(value):
            return NotSent(_UNSENDABLE, f"the header {name:.80} cannot have such a value")
    return None


_UNSENDABLE = "unsendable"
# What the client lets through: more than RFC 9110, but no blanks around a value, and no half of a
# character, which has no bytes.
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"(?![ \t])[^\0\n\v\f\r\ud800-\udfff]*(?<![ \t])")


def encoded(headers: Mapping[str, str], encoding: str) -> list[tuple[bytes, bytes]]:
    """In bytes: a session id that isn't ASCII goes back in the encoding it came in."""
    return [(name.encode(), _bytes(value, encoding)) for name, value in headers.items()]


def _bytes(value: str, encoding: str) -> bytes:
    try:
        return value.encode(encoding)
    except UnicodeEncodeError:
        return value.encode()


def drop_odd_cookies(jar: CookieJar) -> None:
    """Drop cookies that the client cannot send back: it would stumble over them."""
    for cookie in list(jar):
        if not f"{cookie.name}{cookie.value}".isascii():
            jar.clear(cookie.domain, cookie.path, cookie.name)


def trust(target: Url) -> ssl.SSLContext | bool:
    """The certificates to trust. Plain HTTP loads none, because that takes a while."""
    if target.ca_file is not None:
        try:
            return ssl.create_default_context(cafile=target.ca_file)
        except (OSError, ssl.SSLError) as error:
            raise unusable(target.ca_file, f"cannot be used as a CA file: {error}") from None
    return target.url.startswith("https://")
