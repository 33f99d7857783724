"""MCP Apps (SEP-1865): what tools say about their user interfaces."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, passed
from ..extensions import UI, in_apps, settings_of
from ..model import Examinee, Exchanges, Review, Rulings, must
from ..revision import SINCE_JUNE

SCHEME = "ui://"
# The older form, which hosts still read.
FLAT = "ui/resourceUri"
ADDRESS = must("UI-01", in_apps("ui-resource-format"), revisions=SINCE_JUNE)(
    expects="The user interface that a tool names has an address that begins with `ui://`.",
    sends="nothing of its own: looks at `_meta.ui` of the tools",
    remedy="Give the resource a `ui://` address, and name that in `_meta.ui.resourceUri`.",
)
VISIBILITY = must("UI-02", in_apps("resource-discovery"), revisions=SINCE_JUNE, basis="schema")(
    expects="The `visibility` of a tool is a list of `model` and `app`.",
    sends="nothing of its own: looks at `_meta.ui` of the tools",
    remedy='Leave it out for both, or say `["model"]` or `["app"]`.',
)
CHECKS = (ADDRESS, VISIBILITY)
_AUDIENCE = ("model", "app")


def ui_of(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """What it says under `_meta.ui`; empty if it says nothing there."""
    meta = entry.get("_meta")
    ui = meta.get("ui") if isinstance(meta, Mapping) else None
    return ui if isinstance(ui, Mapping) else {}


def named_by(tool: Mapping[str, Any]) -> Any:
    """The address of its user interface, whatever that is; None if it has none."""
    meta = tool.get("_meta")
    flat = meta.get(FLAT) if isinstance(meta, Mapping) else None
    return ui_of(tool).get("resourceUri", flat)


def review(server: Examinee, _exchanges: Exchanges) -> Rulings:
    return {ADDRESS.id: _addresses(server), VISIBILITY.id: _visibilities(server)}


def _addresses(server: Examinee) -> Ruling:
    named = {str(tool.get("name")): named_by(tool) for tool in server.surface.tools}
    named = {name: uri for name, uri in named.items() if uri is not None}
    if not named:
        return not_applicable("no tool names a user interface")
    for name, uri in named.items():
        if not isinstance(uri, str) or not uri.startswith(SCHEME):
            return failed(f"{name:.100} names {uri!r:.100}")
    return passed(f"{len(named)} tools name one")


def _visibilities(server: Examinee) -> Ruling:
    told = {
        str(tool.get("name")): ui_of(tool)["visibility"]
        for tool in server.surface.tools
        if "visibility" in ui_of(tool)
    }
    if not told or not _has_apps(server):
        return not_applicable("no tool of an MCP App says who sees it")
    for name, audience in told.items():
        if not isinstance(audience, list) or not all(one in _AUDIENCE for one in audience):
            return failed(f"{name:.100} has the visibility {audience!r:.100}")
    return passed(f"{len(told)} tools say who sees them")


def _has_apps(server: Examinee) -> bool:
    """Whether it knows MCP Apps: `ui` is a key that anybody may use for something else."""
    surface, declared = server.surface, settings_of(server, UI)
    uris = [str(each.get("uri")) for each in surface.resources]
    named = any(named_by(tool) is not None for tool in surface.tools)
    return declared is not None or named or any(uri.startswith(SCHEME) for uri in uris)


REVIEWS = (Review(CHECKS, review, looks_at=("tools/list",)),)
