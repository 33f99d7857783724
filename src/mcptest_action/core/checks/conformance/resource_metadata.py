"""The document that says who gives out tokens for a server (RFC 9728)."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    JSON,
    OK,
    PATIENCE_S,
    Http,
    HttpStatus,
    Script,
    said,
    status_of,
)
from mcptest_action.core.protocol.target import Address
from .traffic import object_in

WELL_KNOWN = "/.well-known/oauth-protected-resource"
_PORTS = {"http": 80, "https": 443}


class Metadata(NamedTuple):
    """What was found. Without a document, why there is none."""

    named: str
    """The address that the server itself gave, as it stands there; empty where it gave none."""
    where: str = ""
    document: Mapping[str, Any] | None = None
    because: str = ""
    foreign: bool = False
    """Whether the address leads to another host, which nobody has asked us to talk to."""
    unheard: bool = False
    """Whether an answer never came, which might have been the document."""

    @property
    def is_address(self) -> bool:
        return parts_of(self.named) is not None


def fetched(address: Address, named: str) -> Script[Metadata]:
    """The document that the server named; without an address, the one at a well-known path."""
    if parts_of(named) is not None:
        path = path_here(address, named)
        if path is None:
            because = f"the metadata are at {named}, and nothing but the server itself is asked"
            return Metadata(named, because=because, foreign=True)
        return (yield from first_document(named, [path]))
    below = address.path.rstrip("/")
    return (yield from first_document(named, dict.fromkeys((f"{WELL_KNOWN}{below}", WELL_KNOWN))))


def first_document(named: str, paths: Iterable[str]) -> Script[Metadata]:
    """The first of these paths that holds a JSON object, asked without credentials."""
    tried, unheard = [], False
    for path in paths:
        headers = {"Accept": JSON}
        reaction = yield Http("GET", headers, timeout_s=PATIENCE_S, anonymous=True, path=path)
        if isinstance(reaction, HttpStatus) and status_of(reaction) == OK:
            document = object_in(reaction.body)
            if document is not None:
                return Metadata(named, path, document)
            tried.append(f"{path} holds no JSON object")
        else:
            tried.append(f"to GET {path}, the server {said(reaction)}")
            unheard = unheard or isinstance(reaction, BROKEN)
    return Metadata(named, because="; ".join(tried), unheard=unheard)


def path_here(address: Address, url: str) -> str | None:
    """The path of an address on the server itself; None for any other address."""
    parts = parts_of(url)
    if parts is None or not url.isascii() or _origin(parts) != _origin_of(address):
        return None
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def is_about(metadata: Metadata, address: Address) -> Ruling:
    """Whether the document is about the server: the same origin, and a path that leads to it."""
    if metadata.document is None:  # which is what AUTH-02 is about
        return not_verified(metadata.because)
    resource = metadata.document.get("resource")
    parts = parts_of(resource) if isinstance(resource, str) else None
    what = f"resource is {resource!r}"[:200]
    if parts is None or parts.fragment:
        return failed(f"{what}, which is not the URL of a server")
    if _origin(parts) != _origin_of(address):
        # A server's name in a private network differs from the name that its clients use.
        if address.private:
            return not_verified(f"{what}; here it is called {address.authority}")
        return failed(f"{what}, and the server is at {address.authority}")
    below, asked = parts.path.rstrip("/"), address.path.rstrip("/")
    if asked == below or asked.startswith(f"{below}/"):
        return passed(what)
    return failed(f"{what}, and the endpoint is at {address.path}")


def parts_of(url: str) -> SplitResult | None:
    """The parts of an absolute http(s) URL; None for anything else."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if usable else None


def _origin(parts: SplitResult) -> tuple[str, str, int]:
    return parts.scheme, parts.hostname or "", parts.port or _PORTS[parts.scheme]


def _origin_of(address: Address) -> tuple[str, str, int]:
    return _origin(urlsplit(f"{'https' if address.https else 'http'}://{address.authority}"))
