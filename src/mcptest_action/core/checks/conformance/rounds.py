"""A conversation in several rounds: a tool needs input, the client gives it and tries again; right,
and wrong in every way that a server should be prepared for.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import Subject, fault_behind, is_answer
from mcptest_action.core.checks.run import mirrored, schemas_of
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    ELICITATION,
    META_CAPABILITIES,
    Close,
    Fresh,
    Listen,
    Reaction,
    Replied,
    Request,
    Says,
    Script,
    TimedOut,
    in_words,
    mode_of,
)
from . import input_needed as ways
from .asking import (
    MODES,
    MOST_BREAKS,
    Asked,
    Fault,
    call,
    capabilities,
    client_with,
    requests_in,
)
from .input_needed import Need, Twist, is_granted, need_of, returned
from .model import Examinee

MOST_ROUNDS = 3
# Each is tried on the first tool where it is possible; the last one on all.
_ONCE = ("declined", "cancelled", "with_more", "with_nothing", "with_numbers", "with_text")
_ALWAYS = ("tampered",)


class Tried(NamedTuple):
    """One try, and what came of it."""

    twist: str
    need: Need
    """What the server had asked for."""
    reaction: Reaction

    @property
    def tool(self) -> str:
        return self.need.tool.name

    @property
    def said(self) -> str:
        done = "answered with a result" if isinstance(self.reaction, Replied) else ""
        return f"{self.tool}: the server {done or in_words(self.reaction)}"

    @property
    def fault(self) -> Fault:
        return Fault(self.said, self.reaction)


class Spoken(NamedTuple):
    """All that was said."""

    calls: list[tuple[str, Reaction]]
    """By tool: what the first call of a client with capabilities came to."""
    needs: list[Need]
    granted: dict[str, list[Reaction]]
    """By tool: the answers to tries that gave the server all that it asked for, in turn."""
    tried: list[Tried]
    without: dict[str, Reaction]
    """By tool: what a client without capabilities gets from those that have asked."""
    limited: list[tuple[str, Reaction]]
    """By tool: the same for a client that declares only the other mode of elicitation."""
    undeclared: list[Asked]
    """In the mode that it didn't declare."""
    sent: list[Asked]
    """Requests, which no server may send."""
    declared: Mapping[str, Any]

    @property
    def asked(self) -> list[Asked]:
        return [one for need in self.needs for one in need.asked]

    @property
    def answered(self) -> int:
        return sum(is_answer(reaction) for _, reaction in self.calls)

    @property
    def others(self) -> list[Reaction]:
        """What the clients get that have less."""
        return [*self.without.values(), *(reaction for _, reaction in self.limited)]

    @property
    def first_needs(self) -> list[Need]:
        return list({need.tool.name: need for need in reversed(self.needs)}.values())[::-1]


def outside(reaction: Reaction) -> str:
    """Why the answer says nothing about the server itself; empty where it does."""
    if isinstance(reaction, TimedOut):
        return f"the server {in_words(reaction)}"
    fault = fault_behind(reaction)
    return "" if fault is None else fault.behind("the tool")


def rounds(server: Examinee, tools: Sequence[Subject]) -> Script[Spoken]:
    spoken = Spoken([], [], {}, [], {}, [], [], [], capabilities(server))
    yield from mirrored(_spoken(server, tools, spoken), schemas_of(server.surface))
    yield Close()
    return spoken


def _spoken(server: Examinee, tools: Sequence[Subject], spoken: Spoken) -> Script[None]:
    breaks = 0
    yield from _anew(server)
    for tool in tools:
        reaction = yield from _called(tool, spoken)
        spoken.calls.append((tool.name, reaction))
        need = need_of(tool, reaction)
        while need is not None and len(spoken.granted.get(tool.name, ())) < MOST_ROUNDS:
            spoken.needs.append(need)
            right = returned(need, client_with(spoken.declared))
            if not is_granted(right):
                break
            reaction = yield from _called(tool, spoken, **right)
            spoken.granted.setdefault(tool.name, []).append(reaction)
            need = need_of(tool, reaction)
        if isinstance(reaction, BROKEN):
            breaks += 1
            yield from _anew(server)
        if breaks == MOST_BREAKS:
            break
    for need in spoken.first_needs:
        if sum(isinstance(reaction, BROKEN) for reaction in spoken.others) < MOST_BREAKS:
            yield from _as_others(server, need, spoken)
    yield from _twisted(server, spoken)


def _anew(server: Examinee) -> Script[None]:
    """A new connection. A process has to start first, which calls have no time for."""
    yield Fresh()
    if server.has_connections:
        yield Request("server/discover")


def _called(tool: Subject, spoken: Spoken, **more: Any) -> Script[Reaction]:
    meta = {META_CAPABILITIES: spoken.declared}
    reaction: Reaction = yield call(tool, Says.ACCEPT, _meta=meta, **more)
    spoken.sent.extend(requests_in(tool.name, (yield Listen())))
    return reaction


def _as_others(server: Examinee, need: Need, spoken: Spoken) -> Script[None]:
    """The same call of a client that has nothing, and of one that has the other mode."""
    tool = need.tool
    without = spoken.without[tool.name] = yield from _as_other(server, tool)
    if need_of(tool, without) is not None:
        return  # who asks even a client that has nothing breaks another rule
    for mode in MODES:
        if any(_mode(one) == mode for one in need.asked):
            other = {name: MODES[name] for name in MODES if name != mode}
            meta = {META_CAPABILITIES: capabilities(server, other)}
            reaction = yield from _as_other(server, tool, _meta=meta)
            spoken.limited.append((tool.name, reaction))
            again = need_of(tool, reaction)
            asked = () if again is None else again.asked
            spoken.undeclared.extend(one for one in asked if _mode(one) == mode)


def _as_other(server: Examinee, tool: Subject, **more: Any) -> Script[Reaction]:
    reaction: Reaction = yield call(tool, Says.DECLINE, **more)
    if isinstance(reaction, BROKEN):
        yield from _anew(server)
    return reaction


def _mode(one: Asked) -> Any:
    return mode_of(one.params) if one.method == ELICITATION else None


def _twisted(server: Examinee, spoken: Spoken) -> Script[None]:
    """Each twist follows a call of its own: a server may take a state only once."""
    client = client_with(spoken.declared)
    for need in spoken.first_needs:
        for name in (*_ONCE, *_ALWAYS):
            twist: Twist = getattr(ways, name)
            is_done = name in _ONCE and any(one.twist == name for one in spoken.tried)
            if is_done or twist(need, client) is None:
                continue
            reaction = yield from _called(need.tool, spoken)
            again = need_of(need.tool, reaction)
            params = None if again is None else twist(again, client)
            if params is not None:
                reaction = yield from _called(need.tool, spoken, **params)
                spoken.tried.append(Tried(name, need, reaction))
            if isinstance(reaction, TimedOut):
                return
            if isinstance(reaction, BROKEN):
                yield from _anew(server)
