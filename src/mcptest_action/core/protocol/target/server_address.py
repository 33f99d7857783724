"""What the address of a server says about it, and whether it is valid."""

from enum import StrEnum
from ipaddress import IPv6Address, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from mcptest_action.core.text import flag, unusable
from .model import Target, Url


def check_url(text: str, where: str) -> str:
    """The address, if it is http or https with a host and without a password; its scheme in
    small letters, so that nobody has to think of other spellings.
    """
    shown = _without_password(text)
    try:
        parts = urlsplit(text)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError as error:
        reason = f": {error}" if shown == text else ""  # it may quote what we don't show
        raise unusable(where, f"'{shown}' is not an address{reason}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_fine:
        hint = "for example http://127.0.0.1:8080/mcp"
        raise unusable(where, f"'{shown}' is not an http or https address", hint)
    if "@" in parts.netloc:
        hint = f"use {flag('header-env', 'Authorization=VARIABLE')}"
        raise unusable(where, "an address must not carry a user name or password", hint)
    if not text.isascii() or not text.isprintable() or " " in text:
        raise unusable(where, f"'{shown}' holds characters that no address can")
    return parts.scheme + text[len(parts.scheme) :]


def _without_password(text: str) -> str:
    """The text to show: in a broken address, everything before the last @ may be a password."""
    _, at, rest = text.rpartition("@")
    return f"…@{rest}" if at else text


# Ends of names that no public name server knows.
_PRIVATE_ENDS = (".internal", ".local", ".localhost", ".lan", ".home.arpa", ".test", ".svc")


class Transport(StrEnum):
    STDIO = "stdio"
    HTTP = "http"
    SSE = "sse"
    """HTTP+SSE, the transport of 2024-11-05."""


class Address(NamedTuple):
    http: bool = False
    https: bool = False
    loopback: bool = False
    authority: str = ""
    """Host and port of its URL; empty on stdio."""
    path: str = ""
    credentials: bool = False
    """Whether the user gave headers whose values come from the environment, or a token endpoint."""
    sse: bool = False
    """Whether HTTP+SSE was spoken. The transcript tells that, not the address."""

    @property
    def private(self) -> bool:
        """Whether the address only leads somewhere local: to a container, say, or this machine."""
        try:
            return ip_address(self.host).is_private
        except ValueError:
            return "." not in self.host or self.host.endswith(_PRIVATE_ENDS)

    @property
    def host(self) -> str:
        return urlsplit(f"//{self.authority}").hostname or ""

    @property
    def port(self) -> int:
        return urlsplit(f"//{self.authority}").port or (443 if self.https else 80)

    @property
    def url(self) -> str | None:
        """The URL of the server; None on stdio."""
        scheme = "https" if self.https else "http"
        return f"{scheme}://{self.authority}{self.path}" if self.http else None

    @property
    def transport(self) -> Transport:
        if self.sse:
            return Transport.SSE
        return Transport.HTTP if self.http else Transport.STDIO

    @property
    def document(self) -> dict[str, Any]:
        """What was known before the first word, for the header of a transcript."""
        return {name: value for name, value in self._asdict().items() if name != "sse"}


def address_of(target: Target) -> Address:
    if not isinstance(target, Url):
        return Address()
    parts = urlsplit(target.url)
    return Address(
        http=True,
        https=parts.scheme == "https",
        loopback=is_loopback(parts.hostname or ""),
        authority=parts.netloc,
        path=parts.path,
        credentials=any(not isinstance(value, str) for value in target.headers.values()),
    )


def is_loopback(host: str) -> bool:
    """Whether a name or an address leads to this machine alone; also an address of version 4 that
    is written as one of version 6, as servers in Java listen.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback
