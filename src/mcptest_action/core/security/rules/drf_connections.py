"""DRF-005, PRB-007: surfaces that change while nobody has changed the server."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.exchange.reaction import Accepted, Opened, Replied, RpcError
from mcptest_action.core.probes import alive_after_error
from mcptest_action.core.run.rebuild import RESTART
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.model import Confidence, Hit, Kind, Phase, Rule, Severity, Subject
from mcptest_action.core.surface.collect import LISTINGS, METHOD_NOT_FOUND
from mcptest_action.core.surface.model import Item
from mcptest_action.core.transcript.lines import Exchange

_KIND_OF = {
    "tools": "tool",
    "resources": "resource",
    "resourceTemplates": "template",
    "prompts": "prompt",
}


def find_changed(ground: Ground) -> Iterator[Hit]:
    """The second listing, made on a new connection, held against the first."""
    again = [e for e in ground.exchanges or () if e.key.check == RESTART]
    if not again or not all(map(_is_sound, again)) or ground.surface.problems:
        return
    surface = ground.surface
    first = {
        "tools": surface.tools,
        "resources": surface.resources,
        "resourceTemplates": surface.templates,
        "prompts": surface.prompts,
    }
    for listing in LISTINGS:
        pages = [page for e in again if (page := _page(e, listing.key)) is not None]
        listed = [item for page in pages for item in page]
        for name, change in _differences(first[listing.key], listed, listing.named_by, bool(pages)):
            because = f"on a second connection, it {change}"
            subject = Subject(_KIND_OF[listing.key], name)
            severity = Severity.LOW if listing.capability == "resources" else None
            yield Hit(subject, "", name, because, {"change": change}, severity)


def find_side_effect(ground: Ground) -> Iterator[Hit]:
    """The list of tools after all the calls, on the same connection."""
    for exchange in ground.exchanges or ():
        page = _page(exchange, "tools") if _is_after(exchange) else None
        if page is None or ground.surface.problems:
            continue
        for name, change in _differences(ground.surface.tools, page, "name", listed=True):
            because = f"after calls that only read, it {change}"
            yield Hit(Subject("tool", name), "", name, because, {"change": change})


def _is_after(exchange: Exchange) -> bool:
    """A list that is one whole page; half of one cannot be compared."""
    result = exchange.reaction.result if isinstance(exchange.reaction, Replied) else None
    whole = isinstance(result, Mapping) and result.get("nextCursor") is None
    return exchange.key.check == alive_after_error.PROBE.id and whole


def _is_sound(exchange: Exchange) -> bool:
    """Whether the listing went on after this; what broke it is reported elsewhere."""
    reaction = exchange.reaction
    unknown = isinstance(reaction, RpcError) and reaction.code == METHOD_NOT_FOUND
    return unknown or isinstance(reaction, Replied | Opened | Accepted)


def _page(exchange: Exchange, key: str) -> list[Item] | None:
    result = exchange.reaction.result if isinstance(exchange.reaction, Replied) else None
    found = result.get(key) if isinstance(result, Mapping) else None
    if not isinstance(found, list):
        return None
    return [item for item in found if isinstance(item, Mapping)]


def _differences(
    before: Sequence[Item], after: Sequence[Item], named_by: str, listed: bool
) -> Iterator[tuple[str, str]]:
    one, other = _by_name(before, named_by), _by_name(after, named_by)
    if not listed or one == other:
        return
    for name in sorted(one.keys() | other.keys())[:10_000]:
        if name not in other:
            yield name, "is gone"
        elif name not in one:
            yield name, "is new"
        elif one[name] != other[name]:
            yield name, f"differs in {', '.join(_fields(one[name], other[name]))[:120]}"


def _by_name(items: Sequence[Item], named_by: str) -> dict[str, Any]:
    return {str(item.get(named_by, "")): item for item in items}


def _fields(one: Item, other: Item) -> list[str]:
    return sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))


RULES: tuple[Rule, ...] = (
    Rule(
        id="DRF-005",
        severity=Severity.HIGH,
        kind=Kind.DEFECT,
        finds="a tool or prompt that differs from one connection to the next; low for a resource, "
        "which may be data",
        why="What was reviewed is not what is used: a server can show one face to a scanner and "
        "another one to its users.",
        silent="Lists in another order, and listings that broke off.",
        remedy="Make the lists from what the server has and from who asks, not from the "
        "connection.",
        find=find_changed,
        phase=Phase.PROBE,
        owasp=("MCP03",),
        also={"safe": "T1201"},
    ),
    Rule(
        id="PRB-007",
        severity=Severity.HIGH,
        kind=Kind.DEFECT,
        finds="a list of tools that has changed after calls of tools that only read",
        why="Tools that appear or change after the review were never reviewed.",
        silent="Lists in another order, and lists of several pages.",
        remedy="Do not change the list as a side effect of a call.",
        find=find_side_effect,
        phase=Phase.PROBE,
        confidence=Confidence.MEDIUM,
        owasp=("MCP02",),
        also={"safe": "T1201"},
    ),
)
