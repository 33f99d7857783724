"""What a server asks of a client that has capabilities, and how it takes a no.

One conversation per era, on a connection of its own: with a handshake, a server sends requests;
without one, it answers that it needs input.
"""

from collections.abc import Sequence

from mcptest_action.core.checks.probes import is_answer
from mcptest_action.core.checks.results import (
    Ruling,
    not_applicable,
    not_verified,
    passed,
)
from mcptest_action.core.protocol.exchange import (
    ELICITATION,
    SESSION,
    Close,
    Disconnected,
    Provenance,
    Reaction,
    header_of,
    in_words,
    mode_of,
)
from ..asking import (
    ASKING,
    MODES,
    Answers,
    Asked,
    Call,
    Fault,
    capabilities,
    failed_for,
    nothing_asked,
    ruled_by,
    tools_to_ask,
    why_nobody_is_asked,
)
from ..conversation import as_limited, conversation
from ..model import Examinee, Needs, Probe, Probing, Rulings, must, should, the_same
from ..revision import (
    JUNE_2025,
    LEGACY,
    MARCH_2025,
    NOVEMBER_2024,
    NOVEMBER_2025,
    SINCE_NOVEMBER,
    written,
)
from ..rounds import rounds
from . import asking_forms, asking_links, asking_sampling, mrtr_rounds

_CAPABILITIES = "client/elicitation#capabilities"
ONLY_DECLARED = must("ASK-01", written(_CAPABILITIES, _CAPABILITIES), revisions=SINCE_NOVEMBER)(
    expects="Nobody is asked in a mode of elicitation that the client did not declare.",
    sends="calls of tools that have asked before, as a client that declares only the other mode",
    remedy="Look for `form` or `url` in the client's elicitation capability before using it; an "
    "empty one stands for `form`.",
)
_NO = {
    **dict.fromkeys((NOVEMBER_2024, MARCH_2025), "client/sampling#error-handling"),
    **dict.fromkeys((JUNE_2025, NOVEMBER_2025), "client/elicitation#response-actions"),
}
TAKES_NO = should("ASK-14", _NO, basis="derived")(
    expects="A call gets its answer also when the person who is asked declines or cancels.",
    sends="calls of tools that have asked before; everything is declined, then cancelled",
    remedy="Handle all three actions of an elicitation, and errors: answer the call without what "
    "was not given.",
)
NEW_IDS = must("ASK-16", written("basic#requests"), revisions=LEGACY)(
    expects="No two requests of the server in one session have the same id.",
    sends="calls of tools that are declared read-only, as a client with capabilities; over HTTP "
    "without a session, each call counts by itself",
    remedy="Count the requests that you send, and use the number as the id.",
)
CHECKS = (
    ONLY_DECLARED, *asking_forms.CHECKS, *asking_links.CHECKS, *asking_sampling.CHECKS, TAKES_NO,
    NEW_IDS, *mrtr_rounds.CHECKS,
)  # fmt: skip


def asking(server: Examinee) -> Probing:
    if not server.is_modern and server.revision != server.newest_legacy:
        elsewhere = not_applicable(f"clients with capabilities are tried in {server.newest_legacy}")
        return the_same(CHECKS, elsewhere)
    tools = tools_to_ask(server)
    if not tools:
        return the_same(CHECKS, why_nobody_is_asked(server))
    if server.is_modern:
        spoken = yield from rounds(server, tools)
        return {
            **mrtr_rounds.rulings(spoken),
            **_on_requests(spoken.asked, spoken.calls, server),
            ONLY_DECLARED.id: _modes(spoken.limited, spoken.undeclared, spoken.asked),
        }
    calls = yield from conversation(server, tools, capabilities(server))
    if not isinstance(calls, list):
        yield Close()
        return the_same(CHECKS, not_verified(f"as a client with capabilities, {calls}"))
    asked = [one for made in calls for one in made.asked]
    others, undeclared = yield from as_limited(server, tools, asked)
    yield Close()
    answers, limited = _answers(calls), _answers(others)
    return {
        **_on_requests(asked, [*answers, *limited], server),
        ONLY_DECLARED.id: _modes(limited, undeclared, asked),
        TAKES_NO.id: _takes_no(calls),
        NEW_IDS.id: _new_ids(calls, each_alone=_has_no_session(server)),
    }


def _answers(calls: Sequence[Call]) -> Answers:
    return [(made.tool, made.reaction) for made in calls]


def _on_requests(asked: Sequence[Asked], calls: Answers, server: Examinee) -> Rulings:
    return {
        **asking_forms.rulings(asked, server.revision, calls),
        **asking_links.rulings(asked, server.revision, calls),
        **asking_sampling.rulings(asked, calls),
    }


_WITHOUT = "and the client declared another one"


def _modes(limited: Answers, undeclared: Sequence[Asked], asked: Sequence[Asked]) -> Ruling:
    elicited = [one for one in asked if one.method == ELICITATION]
    # No client can have declared a mode that there is not. What is no text is odd in its shape.
    named = [(one, mode_of(one.params)) for one in elicited]
    unknown = [one for one, mode in named if isinstance(mode, str) and mode not in MODES]
    bad = [
        one.fault(f"the server asked in the mode {mode_of(one.params)!r:.80}, {_WITHOUT}")
        for one in (*undeclared, *unknown)
    ]
    none = not_verified("no call of a client that declares another mode could show it")
    if not elicited:
        none = not_applicable("the server elicits nothing")
    seen = sum(is_answer(reaction) for _, reaction in limited)
    return ruled_by(bad, seen, none, "no other mode was used")


def _takes_no(calls: Sequence[Call]) -> Ruling:
    """Silence tells nothing: a tool may have more to do after a no than after a yes."""
    refused = [made for made in calls if any(one.got_no for one in made.asked)]
    bad = [
        Fault(
            f"{made.tool}: when it was told no, the server {in_words(made.reaction)}", made.reaction
        )
        for made in refused
        if isinstance(made.reaction, Disconnected)
    ]
    if bad:
        return failed_for(bad)
    if not refused:
        return nothing_asked("the server asked for nothing", _answers(calls))
    for made in refused:
        if not is_answer(made.reaction):
            return not_verified(f"{made.tool}: told no, the server {in_words(made.reaction)}")
    return passed(f"{len(refused)} calls were answered after a no")


def _has_no_session(server: Examinee) -> bool:
    """Whether every request of ours stands for itself, as if it came from another client."""
    address = server.address
    return address.http and not address.sse and not header_of(server.answer, SESSION)


def _new_ids(calls: Sequence[Call], *, each_alone: bool) -> Ruling:
    """Every session counts by itself: that of a connection or, without any, of one call."""
    used: dict[tuple[int, str], list[Reaction]] = {}
    for number, made in enumerate(calls):
        session = number if each_alone else made.breaks
        for one in made.asked:
            used.setdefault((session, repr(one.id)), []).append(one.seen)
    bad = [
        Fault(f"the id {name:.80} was used {len(seen)} times", seen[-1])
        for (_, name), seen in used.items()
        if len(seen) > 1
    ]
    none = nothing_asked("the server asked for nothing", _answers(calls))
    return ruled_by(bad, len(used), none, f"all {len(used)} ids differ")


_INFORMS = ("MRTR-09", "MOD-04")
PROBES = (Probe(ASKING, CHECKS, asking, Needs.OWN, informs=_INFORMS, sends=Provenance.REFUSABLE),)
