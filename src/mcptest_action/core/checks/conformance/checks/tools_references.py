"""What tools point at outside of themselves: icons, and schemas on the network."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.conformance.examinee import Examinee
from mcptest_action.core.checks.conformance.listed import unlisted
from mcptest_action.core.checks.conformance.model import Check, Level, Review, Rulings, the_same
from mcptest_action.core.checks.conformance.revision import SINCE_NOVEMBER, everywhere
from mcptest_action.core.checks.results import failed, not_applicable, passed
from mcptest_action.core.protocol.transcript import Exchange

ICONS = Check(
    id="TOOLS-20",
    level=Level.SHOULD,
    expects="Icons of tools are `https:` or `data:` addresses.",
    sends="the list of tools, all pages of it",
    remedy="Serve the icon over https, or put it into the list as a data: address.",
    spec=everywhere("basic#icons"),
    revisions=SINCE_NOVEMBER,
)
REMOTE = Check(
    id="TOOLS-21",
    level=Level.INFO,
    expects="Recorded: whether schemas refer to others on the network, which clients do not fetch.",
    sends="the list of tools, all pages of it",
    remedy="Put the schema into `$defs`.",
    spec={"2025-11-25": "basic#json-schema-usage", "2026-07-28": "basic#ref-resolution"},
    revisions=SINCE_NOVEMBER,
    basis="robustness",
)
CHECKS = (ICONS, REMOTE)
_SAFE = re.compile(r"(?:https|data):", re.IGNORECASE)


def review(server: Examinee, _exchanges: Sequence[Exchange]) -> Rulings:
    nothing = unlisted(server, "tools")
    if nothing is not None:
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


REVIEWS = (Review(CHECKS, review),)
