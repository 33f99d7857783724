"""What the specification calls utilities: completion, the log level before 2026, and pages."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import (
    Ruling,
    entailed,
    failed,
    not_applicable,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    Provenance,
    Reaction,
    Replied,
    Request,
    RpcError,
    in_words,
)
from mcptest_action.core.protocol.surface import LISTINGS, Listing, canonical
from mcptest_action.core.protocol.transcript import Exchange
from ..listed import ABOUT_LISTS
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should, the_same
from ..refusal import METHOD_NOT_FOUND, is_invalid_params
from ..revision import SINCE_MARCH, written
from ..traffic import listed, message_of

MOST_VALUES = 100
_VARIABLE = re.compile(r"\{[+#./;?&]?([\w.%]+)")
VALUES = must("COMP-01", "server/utilities/completion#completion-results", basis="schema")(
    expects="A completion holds `values`, which are at most 100 texts.",
    sends="`completion/complete` for the first argument of a prompt, or variable of a template",
    remedy="Return `completion.values` as a list of texts, cut after 100, with `hasMore`.",
)
NO_PROMPT = should("COMP-02", "server/utilities/completion#error-handling", revisions=SINCE_MARCH)(
    expects="Completing for a prompt that does not exist gets the error -32602.",
    sends="`completion/complete` for a prompt that is not listed",
    remedy="Look the prompt up first, and use -32602, Invalid params.",
)
COMPLETION = (VALUES, NO_PROMPT)


def completed(server: Examinee) -> Probing:
    if not server.declares("completions"):
        return the_same(COMPLETION, not_applicable("the server does not declare completions"))
    reference = reference_of(server)
    values = not_applicable("there is no argument that could be completed")
    if reference is not None:
        values = _values((yield Request("completion/complete", reference)))
    unknown = yield Request(
        "completion/complete",
        {
            "ref": {"type": "ref/prompt", "name": "mcptest_no_such_prompt"},
            "argument": {"name": "mcptest", "value": ""},
        },
    )
    said = f"the server {in_words(unknown)}"
    return {VALUES.id: values, NO_PROMPT.id: ruled(is_invalid_params(unknown), said)}


def reference_of(server: Examinee) -> dict[str, Any] | None:
    """What to complete, if there is anything."""
    for prompt in server.surface.prompts:
        arguments = prompt.get("arguments")
        first = arguments[0] if isinstance(arguments, list) and arguments else None
        if isinstance(first, Mapping):
            ref = {"type": "ref/prompt", "name": prompt.get("name")}
            return {"ref": ref, "argument": {"name": first.get("name"), "value": ""}}
    for template in server.surface.templates:
        address = str(template.get("uriTemplate"))
        variable = _VARIABLE.search(address)
        if variable:
            ref = {"type": "ref/resource", "uri": address}
            return {"ref": ref, "argument": {"name": variable[1], "value": ""}}
    return None


def _values(reaction: Reaction) -> Ruling:
    match reaction:
        case Replied(result={"completion": {"values": list(values)}}):
            if not all(isinstance(value, str) for value in values):
                return failed("a value is not text")
            return ruled(len(values) <= MOST_VALUES, f"{len(values)} values")
        case Replied():
            return failed("the result has no list called completion.values")
        case RpcError(code=code) if code == METHOD_NOT_FOUND:
            return entailed(f"the server {in_words(reaction)}", "LIFE-12")
        case _:
            return failed(f"the server {in_words(reaction)}")


SET = must("LOGG-01", written("server/utilities/logging#setting-log-level"), basis="derived")(
    expects="A server that declares `logging` lets the client set the level.",
    sends="`logging/setLevel` with `info`",
    remedy="Register the handler, or do not declare `logging`.",
)
NO_LEVEL = should("LOGG-02", written("server/utilities/logging#error-handling"))(
    expects="A log level that does not exist gets the error -32602.",
    sends="`logging/setLevel` with `mcptest`",
    remedy="Check the level against the eight that there are.",
)
LOGGING = (SET, NO_LEVEL)


def levels(server: Examinee) -> Probing:
    if not server.declares("logging"):
        return the_same(LOGGING, not_applicable("the server does not declare logging"))
    good = yield Request("logging/setLevel", {"level": "info"})
    bad = yield Request("logging/setLevel", {"level": "mcptest"})
    said, answer = f"the server {in_words(good)}", f"the server {in_words(bad)}"
    return {
        SET.id: ruled(isinstance(good, Replied), said),
        NO_LEVEL.id: ruled(is_invalid_params(bad), answer),
    }


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
# The text knows no difference. Most servers ignore cursors where they have no pages, so that those
# with pages that do are told apart.
BOGUS_ON_ONE = should("PAGE-04", "server/utilities/pagination#error-handling")(
    expects="Of a list that is one page, a cursor gets the error -32602, since none was given.",
    sends="the first list that is one page, with a cursor of ours",
    remedy="Refuse every cursor that was never given, also where a list has no pages.",
)
CURSORS = (BOGUS, BOGUS_ON_ONE)


class _Page(NamedTuple):
    listing: Listing
    result: Mapping[str, Any]
    exchange: Exchange

    @property
    def entries(self) -> list[Any]:
        found = self.result.get(self.listing.key)
        return found if isinstance(found, list) else []


def review(server: Examinee, exchanges: Exchanges) -> Rulings:
    """Rules on the listing from the first meeting with the server."""
    pages = _pages(exchanges, server)
    paged = [listing for listing in LISTINGS if _has_pages(pages, listing)]
    if not paged:
        return the_same((FOLLOWED, ONCE), not_applicable("every list is one page"))
    methods = tuple(f"{listing.method}:" for listing in paged)
    broken = [problem for problem in server.surface.problems if problem.startswith(methods)]
    twice = [listing.method for listing in paged if _repeats(pages, listing)]
    said, good = f"entries are repeated in {', '.join(twice)}", passed(f"{len(pages)} pages")
    cut = [problem.partition(":")[0] for problem in broken]
    no_more = entailed(listed(broken), *ABOUT_LISTS)._replace(shown=_shown(pages, cut))
    return {
        FOLLOWED.id: no_more if broken else good,
        ONCE.id: failed(said, *_shown(pages, twice)) if twice else good,
    }


def _shown(pages: Sequence[_Page], methods: Sequence[str]) -> tuple[Exchange, ...]:
    """The last pages of these lists."""
    return tuple(page.exchange for page in pages if page.listing.method in methods)[-_MOST_SHOWN:]


_MOST_SHOWN = 3


def _pages(exchanges: Exchanges, server: Examinee) -> list[_Page]:
    """The pages of the last listing: a request without a cursor begins it anew."""
    by_method = {listing.method: listing for listing in LISTINGS}
    pages: list[_Page] = []
    for exchange in exchanges:
        message = message_of(exchange)
        listing = by_method.get(message.get("method", ""))
        result = exchange.reaction.result if isinstance(exchange.reaction, Replied) else None
        if exchange.key.check != server.met_as or listing is None or not isinstance(result, dict):
            continue
        if "cursor" not in (message.get("params") or {}):
            pages = [page for page in pages if page.listing != listing]
        pages.append(_Page(listing, result, exchange))
    return pages


def _has_pages(pages: Sequence[_Page], listing: Listing) -> bool:
    return any(page.listing == listing and "nextCursor" in page.result for page in pages)


def _repeats(pages: Sequence[_Page], listing: Listing) -> bool:
    entries = [canonical(e) for page in pages if page.listing == listing for e in page.entries]
    return len(set(entries)) < len(entries)


def bogus_cursor(server: Examinee) -> Probing:
    """Of each kind, the first list that there is."""
    found: dict[str, Ruling] = {}
    for listing in LISTINGS:
        if not server.declares(listing.capability) or len(found) == len(CURSORS):
            continue
        first = yield Request(listing.method)
        if not isinstance(first, Replied) or not isinstance(first.result, Mapping):
            continue
        check = BOGUS_ON_ONE if first.result.get("nextCursor") is None else BOGUS
        if check.id not in found:
            bogus = yield Request(listing.method, {"cursor": "mcptest"})
            said = f"asked for `{listing.method}`, the server {in_words(bogus)}"
            found[check.id] = ruled(is_invalid_params(bogus), said)
    none = {BOGUS.id: "every list is one page", BOGUS_ON_ONE.id: "no list is one page"}
    return {name: found.get(name, not_applicable(why)) for name, why in none.items()}


PROBES = (
    Probe("completed", COMPLETION, completed, sends=Provenance.REFUSABLE),
    Probe("set_level", LOGGING, levels, sends=Provenance.REFUSABLE),
    Probe("bogus_cursor", CURSORS, bogus_cursor, sends=Provenance.REFUSABLE),
)
REVIEWS = (
    Review((FOLLOWED, ONCE), review, looks_at=tuple(listing.method for listing in LISTINGS)),
)
