"""What the address of a server says about it. Written into the transcript, for replay."""

from enum import StrEnum
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from .model import FromEnvironment, Target, Url

# Ends of names that no public name server knows.
_PRIVATE_ENDS = (".internal", ".local", ".localhost", ".lan", ".home.arpa", ".test", ".svc")


class Transport(StrEnum):
    STDIO = "stdio"
    HTTP = "http"


class Address(NamedTuple):
    http: bool = False
    https: bool = False
    loopback: bool = False
    authority: str = ""
    """Host and port of its URL; empty on stdio."""
    path: str = ""
    credentials: bool = False
    """Whether the user gave headers whose values come from the environment."""

    @property
    def private(self) -> bool:
        """Whether the address only leads somewhere in here: a container, say, or this machine."""
        host = urlsplit(f"//{self.authority}").hostname or ""
        try:
            return ip_address(host).is_private
        except ValueError:
            return "." not in host or host.endswith(_PRIVATE_ENDS)

    @property
    def url(self) -> str | None:
        """Where it is reached; None on stdio."""
        scheme = "https" if self.https else "http"
        return f"{scheme}://{self.authority}{self.path}" if self.http else None

    @property
    def transport(self) -> Transport:
        return Transport.HTTP if self.http else Transport.STDIO


def address_of(target: Target) -> Address:
    if not isinstance(target, Url):
        return Address()
    parts = urlsplit(target.url)
    return Address(
        http=True,
        https=parts.scheme == "https",
        loopback=_is_loopback(parts.hostname or ""),
        authority=parts.netloc,
        path=parts.path,
        credentials=any(isinstance(value, FromEnvironment) for value in target.headers.values()),
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
