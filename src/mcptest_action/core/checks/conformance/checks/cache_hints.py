"""How long results may be kept, and by whom."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, not_applicable, not_verified, ruled
from mcptest_action.core.protocol.exchange import Provenance, Reaction, Replied, Request, Together
from mcptest_action.core.protocol.surface import LISTINGS
from ..model import Examinee, Probe, Probing, must
from ..raw import PATIENCE_S
from ..revision import written
from ..traffic import listed

_PAGE = "server/utilities/caching"
SCOPES = ("public", "private")
HINTS = must("CACHE-01", written(modern=f"{_PAGE}#cacheable-results"))(
    expects="Results that may be kept have `ttlMs` and `cacheScope`.",
    sends="`server/discover`, every declared list request, and `resources/read`",
    remedy="Put both into the results of `server/discover`, of all lists, and of "
    "`resources/read`; 0 and `private` promise nothing.",
)
TIME = must("CACHE-02", written(modern=f"{_PAGE}#time-to-live-ttl-field"))(
    expects="`ttlMs` is a whole number, and not negative.",
    sends="the same requests",
    remedy="Give `ttlMs` in whole milliseconds; 0 where a result should not be kept.",
)
SCOPE = must("CACHE-03", written(modern=f"{_PAGE}#cache-scope-field"), basis="schema")(
    expects="`cacheScope` is `public` or `private`.",
    sends="the same requests",
    remedy="Use `private` for what depends on who asks, and `public` for everything else.",
)
PAGES = must("CACHE-04", written(modern=f"{_PAGE}#interaction-with-pagination"))(
    expects="All pages of a list have the same `cacheScope`.",
    sends="the first two pages of every list that has more than one",
    remedy="Decide about `cacheScope` once per list, not per page.",
)


class Kept(NamedTuple):
    """A result that may be kept."""

    method: str
    result: dict[str, Any]
    reaction: Reaction

    @property
    def scope(self) -> Any:
        return self.result.get("cacheScope")


def caching(server: Examinee) -> Probing:
    steps = tuple(_requests(server))
    firsts = list(_kept(steps, (yield Together(steps))))
    more = tuple(_next_pages(firsts))
    seconds = list(_kept(more, (yield Together(more)))) if more else []
    everything = [*firsts, *seconds]
    return {
        HINTS.id: _hints(everything),
        TIME.id: _values(everything, "ttlMs", _is_duration),
        SCOPE.id: _values(everything, "cacheScope", lambda scope: scope in SCOPES),
        PAGES.id: _pages(firsts, seconds),
    }


def _requests(server: Examinee) -> Iterator[Request]:
    yield Request("server/discover", timeout_s=PATIENCE_S)
    for listing in LISTINGS:
        if server.declares(listing.capability):
            yield Request(listing.method, timeout_s=PATIENCE_S)
    uris = [resource.get("uri") for resource in server.surface.resources]
    for uri in [uri for uri in uris if isinstance(uri, str)][:1]:
        yield Request("resources/read", {"uri": uri})


def _kept(steps: tuple[Request, ...], reactions: tuple[Reaction, ...]) -> Iterator[Kept]:
    """The results that are final. Other checks rule on whether there are any others."""
    for step, reaction in zip(steps, reactions, strict=True):
        match reaction:
            case Replied(result=dict(result)) if result.get("resultType", "complete") == "complete":
                yield Kept(step.method, result, reaction)
            case _:
                pass


def _next_pages(firsts: list[Kept]) -> Iterator[Request]:
    for method, result, _ in firsts:
        if isinstance(result.get("nextCursor"), str):
            yield Request(method, {"cursor": result["nextCursor"]}, timeout_s=PATIENCE_S)


def _hints(kept: list[Kept]) -> Ruling:
    if not kept:
        return not_verified("not even `server/discover` had a result: see DISC-01")
    bad = [
        (one, f"the result of `{one.method}` has no {name}")
        for one in kept
        for name in ("ttlMs", "cacheScope")
        if name not in one.result
    ]
    return _ruled(bad, f"all {len(kept)} results have both")


def _ruled(bad: list[tuple[Kept, str]], good: str) -> Ruling:
    found = ruled(not bad, good, listed(what for _, what in bad))
    return found.on(*(one.reaction for one, _ in bad))


def _values(kept: list[Kept], name: str, is_right: Any) -> Ruling:
    seen = [one for one in kept if name in one.result]
    if not seen:
        return not_applicable(f"no result has a {name}")
    bad = [
        (one, f"the result of `{one.method}` has the {name} {one.result[name]!r:.80}")
        for one in seen
        if not is_right(one.result[name])
    ]
    return _ruled(bad, f"all {len(seen)} are right")


def _is_duration(value: Any) -> bool:
    """A whole number, even one written with a fraction of zero."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return value == int(value) and value >= 0


def _pages(firsts: list[Kept], seconds: list[Kept]) -> Ruling:
    if not seconds:
        return not_applicable("no list has a second page")
    first = {one.method: one for one in firsts}
    pages = [(first[one.method], one) for one in seconds]
    bad = [(one, other) for one, other in pages if one.scope != other.scope]
    said = listed(
        f"`{one.method}` has {one.scope!r:.80} on the first page and {other.scope!r:.80} on the "
        "second"
        for one, other in bad
    )
    found = ruled(not bad, f"{len(seconds)} lists have the same scope on two pages", said)
    return found.on(*(kept.reaction for both in bad for kept in both))


PROBES = (Probe("caching", (HINTS, TIME, SCOPE, PAGES), caching, sends=Provenance.SOUND),)
