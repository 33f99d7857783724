"""DRF-005, PRB-007: surfaces that change although nobody has changed the server."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.probes import alive_after_error
from mcptest_action.core.protocol.exchange import Accepted, Opened, Replied, RpcError
from mcptest_action.core.protocol.surface import LISTINGS, METHOD_NOT_FOUND, Item, canonical
from mcptest_action.core.protocol.transcript import RESTART, Exchange
from ..model import Confidence, Hit, Phase, ScanInput, Severity, Subject, rule
from ..texts import SUBJECT_OF


def find_changed(inputs: ScanInput) -> Iterator[Hit]:
    """Compares the second listing, made on a new connection, with the first."""
    listed = list(_second_listing(inputs))
    yield from listed
    known = {hit.subject.name for hit in listed}
    unstable = (inputs.run or {}).get("unstable_declarations")
    for entry in unstable if isinstance(unstable, list) else ():
        if isinstance(entry, Mapping) and entry.get("tool") not in known:
            name, because = str(entry.get("tool")), str(entry.get("because"))
            yield Hit(Subject("tool", name), "", name, because, {"change": because})


def _second_listing(inputs: ScanInput) -> Iterator[Hit]:
    again = [e for e in inputs.exchanges or () if e.key.check == RESTART]
    if not again or not all(map(_is_sound, again)) or inputs.surface.problems:
        return
    surface = inputs.surface
    for hello in filter(None, map(_hello, again)):
        if (hello.get("instructions") or None) != (surface.instructions or None):
            because = "on a second connection, the instructions differ"
            subject = Subject("instructions", "")
            yield Hit(subject, "/instructions", "", because, {"change": "differ"})
    for listing in LISTINGS:
        pages = [page for e in again if (page := _page(e, listing.key)) is not None]
        listed = [item for page in pages for item in page]
        first = surface.lists[listing.key]
        for name, change in _differences(first, listed, listing.named_by, bool(pages)):
            because = f"on a second connection, it {change}"
            subject = Subject(SUBJECT_OF[listing.key], name)
            severity = Severity.LOW if listing.capability == "resources" else None
            yield Hit(subject, "", name, because, {"change": change}, severity)


def find_side_effect(inputs: ScanInput) -> Iterator[Hit]:
    """The list of tools after all the calls, on the same connection."""
    for exchange in inputs.exchanges or ():
        page = _page(exchange, "tools") if _is_after(exchange) else None
        if page is None or inputs.surface.problems:
            continue
        for name, change in _differences(inputs.surface.tools, page, "name", listed=True):
            because = f"after calls that only read, it {change}"
            yield Hit(Subject("tool", name), "", name, because, {"change": change})


def _is_after(exchange: Exchange) -> bool:
    """A list that is one whole page; we cannot compare half a list."""
    result = _result(exchange)
    whole = result is not None and result.get("nextCursor") is None
    return exchange.key.check == alive_after_error.PROBE.id and whole


def _is_sound(exchange: Exchange) -> bool:
    """Whether the listing went on after this; other rules report what broke it."""
    reaction = exchange.reaction
    unknown = isinstance(reaction, RpcError) and reaction.code == METHOD_NOT_FOUND
    return unknown or isinstance(reaction, Replied | Opened | Accepted)


def _hello(exchange: Exchange) -> Mapping[str, Any] | None:
    result = _result(exchange)
    return result if result is not None and "capabilities" in result else None


def _page(exchange: Exchange, key: str) -> list[Item] | None:
    found = (_result(exchange) or {}).get(key)
    if not isinstance(found, list):
        return None
    return [item for item in found if isinstance(item, Mapping)]


def _result(exchange: Exchange) -> Mapping[str, Any] | None:
    result = exchange.reaction.result if isinstance(exchange.reaction, Replied) else None
    return result if isinstance(result, Mapping) else None


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
            yield name, f"differs in {_fields(one[name], other[name])[:120]}"


def _by_name(items: Sequence[Item], named_by: str) -> dict[str, list[Item]]:
    """In our own order, even if several share a name."""
    named: dict[str, list[Item]] = defaultdict(list)
    for item in sorted(items, key=canonical):
        named[str(item.get(named_by, ""))].append(item)
    return named


def _fields(before: list[Item], after: list[Item]) -> str:
    if len(before) != len(after):
        return "how often it is listed"
    one, other = next(pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
    return ", ".join(sorted(k for k in one.keys() | other.keys() if one.get(k) != other.get(k)))


RULES = (
    rule("DRF-005", Severity.HIGH, find_changed, "MCP03", phase=Phase.PROBE, safe="T1201",
         finds="a tool, a prompt or instructions that differ from one connection to the next; low "
               "for a resource, which may be data",
         why="What was reviewed is not what is used: a server can show one face to a scanner and "
             "another one to its users.",
         silent="Lists in another order, and listings that broke off.",
         remedy="Make the lists from what the server has and from who asks, not from the "
                "connection."),
    rule("PRB-007", Severity.HIGH, find_side_effect, "MCP02", phase=Phase.PROBE,
         confidence=Confidence.MEDIUM, safe="T1201",
         finds="a list of tools that has changed after calls of tools that only read",
         why="Tools that appear or change after the review were never reviewed.",
         silent="Lists in another order, and lists of several pages.",
         remedy="Do not change the list as a side effect of a call."),
)  # fmt: skip
