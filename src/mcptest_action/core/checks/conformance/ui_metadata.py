"""`_meta.ui` of a user interface: what is wrong with it, as a clause; empty when nothing is."""

import re
from collections.abc import Mapping
from typing import Any

DOMAINS = ("connectDomains", "resourceDomains", "frameDomains", "baseUriDomains")
PERMISSIONS = ("camera", "microphone", "geolocation", "clipboardWrite")
# A scheme with a host and perhaps a port, where the host may begin with a wildcard; or, as in a
# Content Security Policy, a scheme alone.
_ORIGIN = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*:(?://(?:\*\.)?(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::(?:\d{1,5}|\*))?/?)?"
)


def shape_problem(ui: Any) -> str:
    """A member that is null counts as one that is left out."""
    if not isinstance(ui, Mapping):
        return f"`ui` is not an object: {ui!r:.100}"
    ui = _given(ui)
    csp, permissions = ui.get("csp", {}), ui.get("permissions", {})
    if not isinstance(csp, Mapping):
        return f"`csp` is not an object: {csp!r:.100}"
    for name in DOMAINS:
        listed = _given(csp).get(name, [])
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            return f"`{name}` is not a list of texts: {listed!r:.100}"
    if not isinstance(permissions, Mapping):
        return f"`permissions` is not an object: {permissions!r:.100}"
    for name in PERMISSIONS:
        if not isinstance(_given(permissions).get(name, {}), Mapping):
            return f"the permission `{name}` is not an object: {permissions[name]!r:.100}"
    if not isinstance(ui.get("domain", ""), str):
        return f"`domain` is not a text: {ui['domain']!r:.100}"
    if not isinstance(ui.get("prefersBorder", True), bool):
        return f"`prefersBorder` is not a boolean: {ui['prefersBorder']!r:.100}"
    return ""


def _given(members: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def origin_problem(csp: Mapping[str, Any]) -> str:
    """For a `csp` of the right shape."""
    named = [(name, origin) for name in DOMAINS for origin in _given(csp).get(name, ())]
    odd = [
        f"{origin!r:.100} in `{name}`" for name, origin in named if not _ORIGIN.fullmatch(origin)
    ]
    return f"not an origin: {', '.join(odd[:3])}" if odd else ""
