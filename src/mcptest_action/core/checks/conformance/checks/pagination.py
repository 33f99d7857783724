"""Lists in pages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, not_applicable, ruled
from mcptest_action.core.protocol.exchange import Replied, Request, in_words
from mcptest_action.core.protocol.surface import LISTINGS, Listing, canonical
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should, the_same
from ..refusal import is_invalid_params

FOLLOWED = must("PAGE-01", "server/utilities/pagination#response-format", basis="derived")(
    expects="Pages lead to each other by cursors that are texts, never repeat, and end.",
    sends="every list, page by page",
    remedy="Leave `nextCursor` out on the last page, and never give the same one twice.",
)
ONCE = should("PAGE-02", "server/utilities/pagination#implementation-guidelines")(
    expects="No entry stands on two pages.",
    sends="every list, page by page",
    remedy="Let the cursor stand for a place in an order that does not change.",
)
BOGUS = should("PAGE-03", "server/utilities/pagination#error-handling")(
    expects="A server that has pages refuses a cursor it never gave, with error -32602.",
    sends="the first list that has pages, with a cursor of ours",
    remedy="Check the cursor, and use -32602, Invalid params.",
)


class _Page(NamedTuple):
    listing: Listing
    result: Mapping[str, Any]

    @property
    def entries(self) -> list[Any]:
        found = self.result.get(self.listing.key)
        return found if isinstance(found, list) else []


def review(server: Examinee, exchanges: Exchanges) -> Rulings:
    """Of the listing with which the server was met."""
    pages = list(_pages(exchanges, server))
    paged = [listing for listing in LISTINGS if _has_pages(pages, listing)]
    if not paged:
        return the_same((FOLLOWED, ONCE), not_applicable("every list is one page"))
    methods = tuple(f"{listing.method}:" for listing in paged)
    broken = [problem for problem in server.surface.problems if problem.startswith(methods)]
    twice = [listing.method for listing in paged if _repeats(pages, listing)]
    said = f"{len(pages)} pages"
    return {
        FOLLOWED.id: ruled(not broken, said, "; ".join(broken[:3])),
        ONCE.id: ruled(not twice, said, f"entries are repeated in {', '.join(twice)}"),
    }


def _pages(exchanges: Exchanges, server: Examinee) -> Iterator[_Page]:
    by_method = {listing.method: listing for listing in LISTINGS}
    for exchange in exchanges:
        message = exchange.sent.get("message")
        method = message.get("method") if isinstance(message, Mapping) else None
        result = exchange.reaction.result if isinstance(exchange.reaction, Replied) else None
        met = exchange.key.check == f"{server.revision}/meet"
        if met and method in by_method and isinstance(result, Mapping):
            yield _Page(by_method[method], result)


def _has_pages(pages: Sequence[_Page], listing: Listing) -> bool:
    return any(page.listing == listing and "nextCursor" in page.result for page in pages)


def _repeats(pages: Sequence[_Page], listing: Listing) -> bool:
    entries = [canonical(e) for page in pages if page.listing == listing for e in page.entries]
    return len(set(entries)) < len(entries)


def bogus_cursor(server: Examinee) -> Probing:
    for listing in LISTINGS:
        if not server.declares(listing.capability):
            continue
        first = yield Request(listing.method)
        if isinstance(first, Replied) and isinstance(first.result, Mapping):
            if first.result.get("nextCursor") is None:
                continue
            return {BOGUS.id: _refused((yield Request(listing.method, {"cursor": "mcptest"})))}
    return {BOGUS.id: not_applicable("every list is one page")}


def _refused(reaction: Any) -> Ruling:
    return ruled(is_invalid_params(reaction), f"the server {in_words(reaction)}")


PROBES = (Probe("bogus_cursor", (BOGUS,), bogus_cursor),)
REVIEWS = (Review((FOLLOWED, ONCE), review),)
