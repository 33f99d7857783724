"""What every result of the modern era says about itself."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, not_applicable
from mcptest_action.core.protocol.exchange import (
    ASKABLE,
    META_CAPABILITIES,
    META_SERVER,
    Provenance,
    Replied,
)
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.safety import WITHHELD
from ..extensions import others_in
from ..model import Examinee, Exchanges, Review, Rulings, must, should, the_same
from ..revision import written
from ..traffic import Flaw, described, is_in_revision, is_request, message_of, ruled_on

COMPLETE, INPUT_REQUIRED = "complete", "input_required"
MAY_NEED_INPUT = ("tools/call", "prompts/get", "resources/read")
TYPED = must("MOD-01", written(modern="basic#resulttype"))(
    expects="Every result has a `resultType` of the protocol, or of an extension that server and "
    "client declare.",
    sends="nothing of its own: looks at every result",
    remedy="Put `resultType` into every result: `complete`, unless there is something to ask for.",
)
SIGNED = should("MOD-02", written(modern="basic#meta"))(
    expects="Every result names the server that it comes from.",
    sends="nothing of its own: looks at every result",
    remedy=f"Put the name and version of the server into `_meta` under `{META_SERVER}`.",
)
FINAL = must("MOD-03", written(modern="basic/patterns/mrtr#supported-requests"))(
    expects="Only calls of tools, prompts and resources may need more input.",
    sends="nothing of its own: looks at every other result",
    remedy="Answer everything but `tools/call`, `prompts/get` and `resources/read` for good.",
)
INPUT = must("MOD-04", written(modern="basic/patterns/mrtr#server-requirements-basic-workflow"))(
    expects="A result that needs more input says which, and asks only for what the client has.",
    sends="nothing of its own: looks at every result that needs input",
    remedy="Put `inputRequests` or `requestState` into the result, and look at the client's "
    "capabilities in the request before asking for anything.",
)


class Found(NamedTuple):
    exchange: Exchange
    result: Mapping[str, Any]

    @property
    def kind(self) -> Any:
        return self.result.get("resultType")

    @property
    def is_withheld(self) -> bool:
        return WITHHELD in self.result

    def flaw(self, what: str) -> Flaw:
        return Flaw(self.exchange, f"the result of {described(self.exchange)} {what}")


def results(server: Examinee, exchanges: Exchanges) -> Rulings:
    found = list(_found(server, exchanges))
    if not found:
        return the_same((TYPED, SIGNED, FINAL, INPUT), not_applicable("there was no result"))
    return {
        TYPED.id: _typed(server, found),
        SIGNED.id: _signed(found),
        FINAL.id: _final(found),
        INPUT.id: _input([one for one in found if one.kind == INPUT_REQUIRED]),
    }


def _found(server: Examinee, exchanges: Exchanges) -> Iterator[Found]:
    """The results of requests made in this revision, and not in another one as a probe."""
    for exchange in exchanges:
        match exchange.reaction:
            case Replied(result=dict(result)) if _is_asked(exchange, server):
                yield Found(exchange, result)
            case _:
                pass


def _is_asked(exchange: Exchange, server: Examinee) -> bool:
    return is_request(exchange) and is_in_revision(exchange, server)


def _typed(server: Examinee, found: Sequence[Found]) -> Ruling:
    extended = bool(others_in(server.hello.capabilities))
    known = (COMPLETE, INPUT_REQUIRED)
    bad = [
        one.flaw(f"has the resultType {one.kind!r}")
        for one in found
        if one.kind not in known and not (extended and _is_extension(one))
    ]
    return ruled_on(bad, f"all {len(found)} results have a resultType")


def _is_extension(one: Found) -> bool:
    """Whether the type may be one of an extension: the client has declared some."""
    return isinstance(one.kind, str) and bool(_capabilities(one.exchange).get("extensions"))


def _signed(found: Sequence[Found]) -> Ruling:
    seen = [one for one in found if not one.is_withheld]
    bad = [
        one.flaw("does not name the server")
        for one in seen
        if not _names_server(one.result.get("_meta"))
    ]
    return ruled_on(bad, f"all {len(seen)} results name the server")


def _names_server(meta: Any) -> bool:
    return isinstance(meta, dict) and isinstance(meta.get(META_SERVER), dict)


def _final(found: Sequence[Found]) -> Ruling:
    others = [one for one in found if message_of(one.exchange).get("method") not in MAY_NEED_INPUT]
    asking = [one for one in others if one.kind == INPUT_REQUIRED]
    bad = [one.flaw("needs more input") for one in asking]
    return ruled_on(bad, f"all {len(others)} such results are final")


def _input(found: Sequence[Found]) -> Ruling:
    if not found:
        return not_applicable("no result needed more input")
    flaws = ((one, _flaw(one)) for one in found if not one.is_withheld)
    bad = [one.flaw(flaw) for one, flaw in flaws if flaw]
    return ruled_on(bad, f"{len(found)} results need input, and say which")


def _flaw(one: Found) -> str:
    asked = one.result.get("inputRequests")
    if asked is None and "requestState" not in one.result:
        return "needs input, and has neither inputRequests nor requestState"
    if not isinstance(asked, dict | None):
        return "has inputRequests that are not an object"
    for request in (asked or {}).values():
        method = request.get("method") if isinstance(request, dict) else None
        capability = ASKABLE.get(method) if isinstance(method, str) else None
        if capability is None:
            return f"asks for {method!r:.80}, which is nothing that clients have"
        if capability not in _capabilities(one.exchange):
            return f"asks for {method}, and the client did not declare {capability}"
    return ""


def _capabilities(exchange: Exchange) -> Mapping[str, Any]:
    """What the request declared; we recognised the request by its `_meta`."""
    declared = message_of(exchange)["params"]["_meta"].get(META_CAPABILITIES)
    return declared if isinstance(declared, dict) else {}


REVIEWS = (Review((TYPED, SIGNED, FINAL, INPUT), results, Provenance.REFUSABLE),)
