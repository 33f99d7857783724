"""What tools point at outside of themselves: icons, and schemas on the network."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.results import failed, not_applicable, passed
from ..listed import unlisted
from ..model import Examinee, Exchanges, Review, Rulings, info, should, the_same
from ..revision import SINCE_NOVEMBER, written

ICONS = should("TOOLS-20", "basic#icons", revisions=SINCE_NOVEMBER, basis="derived")(
    expects="Icons of tools are `https:` or `data:` addresses.",
    sends="the list of tools, all pages of it",
    remedy="Serve the icon over https, or put it into the list as a data: address.",
)
_REFERENCES = written(modern="basic#ref-resolution", november="basic#json-schema-usage")
REMOTE = info("TOOLS-21", _REFERENCES, basis="robustness")(
    expects="Recorded: whether schemas refer to others on the network, which clients do not fetch.",
    sends="the list of tools, all pages of it",
    remedy="Put the schema into `$defs`.",
)
CHECKS = (ICONS, REMOTE)
_SAFE = re.compile(r"(?:https|data):", re.IGNORECASE)


def review(server: Examinee, _exchanges: Exchanges) -> Rulings:
    if (nothing := unlisted(server, "tools")) is not None:
        return the_same(CHECKS, nothing)
    tools = server.surface.tools
    icons = [source for tool in tools for source in _icons(tool)]
    unsafe = [source for source in icons if not _SAFE.match(source)]
    remote = [ref for tool in tools for ref in _references(tool) if "://" in ref]
    if not icons:
        ruling = not_applicable("no tool has an icon")
    elif unsafe:
        ruling = failed(f"{len(unsafe)} icons, such as {unsafe[0][:200]}")
    else:
        ruling = passed(f"{len(icons)} icons")
    recorded = f"{len(remote)} such references"
    return {ICONS.id: ruling, REMOTE.id: passed(recorded)}


def _icons(tool: Mapping[str, Any]) -> Iterator[str]:
    icons = tool.get("icons")
    for icon in icons if isinstance(icons, list) else ():
        if isinstance(icon, Mapping):
            yield str(icon.get("src", ""))


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            if key == "$ref" and isinstance(part, str):
                yield part
            else:
                yield from _references(part)
    elif isinstance(value, list):
        for part in value:
            yield from _references(part)


REVIEWS = (Review(CHECKS, review, looks_at=("tools/list",)),)
