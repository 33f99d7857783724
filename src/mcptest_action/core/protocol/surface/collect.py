"""List everything a server offers, page by page. A script: the shell does the talking."""

from collections.abc import Generator
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import (
    Era,
    Hello,
    NoHello,
    Reaction,
    Replied,
    Request,
    RpcError,
    Script,
    Step,
    Together,
    in_words,
    reconnect,
)
from .model import Item, Surface, canonical

MOST_PAGES = 200
MOST_ITEMS = 10_000
METHOD_NOT_FOUND = -32601
NO_TOOLS = "the server does not declare the tools capability; no tool was listed"


class Listing(NamedTuple):
    """One thing that can be listed."""

    capability: str
    method: str
    key: str
    named_by: str


LISTINGS = (
    Listing("tools", "tools/list", "tools", "name"),
    Listing("resources", "resources/list", "resources", "uri"),
    Listing("resources", "resources/templates/list", "resourceTemplates", "uriTemplate"),
    Listing("prompts", "prompts/list", "prompts", "name"),
)
_TEMPLATES = LISTINGS[2]


def collect(hello: Hello) -> Script[Surface]:
    """The surface. Asks for first pages together, and only for lists that the server declares."""
    asked = [listing for listing in LISTINGS if listing.capability in hello.capabilities]
    problems: list[str] = []
    found: dict[str, tuple[Item, ...]] = {listing.key: () for listing in LISTINGS}
    if asked:
        firsts = yield Together(tuple(Request(listing.method, era=hello.era) for listing in asked))
        for listing, first in zip(asked, firsts, strict=True):
            items = yield from _pages(listing, first, problems, hello.era)
            found[listing.key] = tuple(sorted(items, key=lambda item: _order(item, listing)))
    if "tools" not in hello.capabilities:
        problems.append(NO_TOOLS)
    return Surface(
        era=hello.era,
        server=hello.server,
        capabilities=hello.capabilities,
        instructions=hello.instructions,
        tools=found["tools"],
        resources=found["resources"],
        templates=found["resourceTemplates"],
        prompts=found["prompts"],
        problems=tuple(problems),
        sse=hello.sse,
    )


def _pages(
    listing: Listing, reaction: Reaction, problems: list[str], era: Era
) -> Generator[Step, Any, list[Item]]:
    """All items, from the first page's reaction on."""
    items: list[Item] = []
    seen: set[str] = set()
    for _ in range(MOST_PAGES):
        page = _page(reaction, listing)
        if page is None:
            if not _may_be_missing(reaction, listing):
                problems.append(f"{listing.method}: {_complaint(reaction, listing)}")
            return items
        entries = page[listing.key]
        items += [entry for entry in entries if isinstance(entry, dict)]
        if not all(isinstance(entry, dict) for entry in entries):
            problems.append(f"{listing.method}: an entry is not an object")
        cursor = page.get("nextCursor")
        trouble = _trouble(len(items), cursor, seen)
        if trouble is not None:
            problems.append(f"{listing.method}: {trouble}")
        if trouble is not None or cursor is None:
            return items
        seen.add(cursor)
        reaction = yield Request(listing.method, {"cursor": cursor}, era=era)
    problems.append(f"{listing.method}: more than {MOST_PAGES} pages")
    return items


def _page(reaction: Reaction, listing: Listing) -> Item | None:
    """The result, if it is one page of the listing."""
    result = reaction.result if isinstance(reaction, Replied) else None
    is_page = isinstance(result, dict) and isinstance(result.get(listing.key), list)
    return result if is_page else None


def _may_be_missing(reaction: Reaction, listing: Listing) -> bool:
    """Servers with resources need not have templates; many then don't know the method."""
    unknown = isinstance(reaction, RpcError) and reaction.code == METHOD_NOT_FOUND
    return listing is _TEMPLATES and unknown


def _complaint(reaction: Reaction, listing: Listing) -> str:
    if isinstance(reaction, Replied):
        return f"the result holds no list called '{listing.key}'"
    return f"the server {in_words(reaction)}"


def _trouble(count: int, cursor: Any, seen: set[str]) -> str | None:
    """Why the listing must end with this page, even if the server has more."""
    if count > MOST_ITEMS:
        return f"more than {MOST_ITEMS} entries"
    if cursor is not None and not isinstance(cursor, str):
        return "nextCursor is not text"
    return "nextCursor repeats" if cursor in seen else None


def _order(item: Item, listing: Listing) -> tuple[str, str]:
    """By name; entries with the same name by content, so that no server decides the order."""
    name = item.get(listing.named_by, "")
    return name if isinstance(name, str) else canonical(name), canonical(item)


def collect_again(era: Era, client_version: str) -> Script[Surface | NoHello]:
    """The surface as the server tells it next time, in the era it spoke the first time."""
    hello = yield from reconnect(era, client_version)
    if isinstance(hello, NoHello):
        return hello
    return (yield from collect(hello))
