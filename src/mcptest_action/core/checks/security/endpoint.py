"""Where a server is, and whom it lets in."""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from .model import ScanInput

# Ends of names that no public name server knows.
_PRIVATE_ENDS = (".internal", ".local", ".localhost", ".lan", ".home.arpa", ".test", ".svc")
_ASKS = "AUTH-01"


def is_public(url: str | None) -> bool:
    """Whether anybody on the internet can reach the address."""
    host = host_of(url or "")
    return bool(host) and not is_private_host(host)


def host_of(url: str) -> str:
    """The host of an address, in small letters; empty if unknown."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def ip_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address, if the host is one and not a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_private_host(host: str) -> bool:
    address = ip_of(host)
    if address is not None:
        return not address.is_global
    return "." not in host or host.endswith(_PRIVATE_ENDS)


def checks_of(inputs: ScanInput) -> dict[str, Mapping[str, Any]]:
    """The checks of the conformance examination, by their ids."""
    checks = (inputs.conformance or {}).get("checks")
    known = checks if isinstance(checks, list) else []
    return {str(check.get("id")): check for check in known if isinstance(check, Mapping)}


def is_open_to_all(inputs: ScanInput) -> bool:
    """Whether the server is public, and asked nobody for credentials."""
    asks = checks_of(inputs).get(_ASKS, {})
    return is_public(inputs.url) and asks.get("status") == "not_applicable"
