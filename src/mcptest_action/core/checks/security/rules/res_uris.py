"""RES-001, RES-002: where resources are."""

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from ..endpoint import host_of, ip_of, is_private_host
from ..listed import entries_in
from ..model import Hit, Kind, ScanInput, Severity, rule
from ..secrets import without_secrets

_WEB = ("http", "https", "ws", "wss", "ftp")
_METADATA = ("metadata.google.internal", "169.254.169.254", "100.100.100.200", "fd00:ec2::254")
_SYSTEM = re.compile(
    r"^/(?:etc|root|proc|sys|boot|dev)(?:/|$)|/\.(?:ssh|aws|gnupg|kube|netrc|env)\b"
)
_PATH_VARIABLE = re.compile(
    r"\{\+?(?:path|file|filename|filepath|dir|directory)\*?\}", re.IGNORECASE
)
_WHOLE = re.compile(r"(?:file|https?)://\{\+?\w{1,60}\*?\}", re.IGNORECASE)


def find_dangerous(inputs: ScanInput) -> Iterator[Hit]:
    for entry in entries_in(inputs.surface, "resources"):
        uri = entry.item.get("uri")
        if isinstance(uri, str) and (found := _danger(uri[:4_096])):
            severity, what = found
            shown = without_secrets(uri[:400])
            because = f"{shown[:120]} is {what}"
            details = {"uri": shown, "kind": what}
            yield Hit(entry.subject, f"{entry.pointer}/uri", shown, because, details, severity)


def _danger(uri: str) -> tuple[Severity, str] | None:
    scheme, path = _parts(uri)
    if scheme == "file":
        if _SYSTEM.search(path) or "/../" in path:
            return Severity.HIGH, "a file of the system, or outside of any folder"
        return Severity.INFO, "a file of the machine that the server runs on"
    host = host_of(uri)
    if scheme not in _WEB or not host:
        return None
    if host in _METADATA:
        return Severity.HIGH, "an address of cloud credentials"
    if (address := ip_of(host)) and address.is_link_local:
        return Severity.HIGH, "an address that is valid on one network cable only"
    if is_private_host(host):
        return Severity.MEDIUM, "an address that only the server can reach"
    return None


def _parts(uri: str) -> tuple[str, str]:
    try:
        parts = urlsplit(uri)
    except ValueError:
        return "", ""
    return parts.scheme.casefold(), unquote(parts.path)


def find_templates(inputs: ScanInput) -> Iterator[Hit]:
    for entry in entries_in(inputs.surface, "resourceTemplates"):
        template = entry.item.get("uriTemplate")
        if isinstance(template, str):
            found = _PATH_VARIABLE.search(template) or _WHOLE.match(template)
            if found:
                shown = without_secrets(template[:400])
                because = f"{found[0]} takes any path or address"
                yield Hit(entry.subject, f"{entry.pointer}/uriTemplate", shown, because)


RULES = (
    rule("RES-001", Severity.HIGH, find_dangerous, "MCP05", 918,
         agentreserve="no_dangerous_resource_uris",
         finds="a resource that is a file of the system, or at an address of cloud credentials; "
               "medium at a private address, info for other files",
         why="Whoever reads the resource reads what only the server's machine can see.",
         silent="Public addresses, and schemes of the server's own.",
         remedy="Serve resources under a scheme of your own, and only what is meant to be read."),
    rule("RES-002", Severity.LOW, find_templates, "MCP05", 22, kind=Kind.EXPOSURE, snyk="W018",
         finds="a template of resources that takes any path or address",
         why="The server can be made to read files or addresses that nobody meant to offer.",
         silent="Templates that take ids and names.",
         remedy="Resolve the path, and refuse what is not below the folder that is offered."),
)  # fmt: skip
