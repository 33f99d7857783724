"""The probes of one revision, in lanes. A lane is a generator of tasks on one connection.

The shell drives lanes side by side at a server, and a replay one after the other from a
transcript. Both get the same results.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.conformance.goodbye import GOODBYE, goodbye
from mcptest_action.core.conformance.ground import Ground
from mcptest_action.core.conformance.meet import NotSpoken, greet
from mcptest_action.core.conformance.model import Rulings, not_verified, the_same
from mcptest_action.core.conformance.probe import Needs, Probe
from mcptest_action.core.exchange.reaction import BROKEN, Opened, Reaction
from mcptest_action.core.exchange.step import Close, Fresh, Script, Step
from mcptest_action.core.run.model import CutOff, Task
from mcptest_action.core.run.watch import watched

# How often a lane goes on with a new connection after one broke.
MOST_BREAKS = 5


class Ruled(NamedTuple):
    """What one probe found."""

    probe: str
    """Also the name of its exchanges in the transcript."""
    rulings: Rulings


class LaneEnd(NamedTuple):
    ruled: tuple[Ruled, ...]
    incomplete: str
    """Why not everything was asked; empty when it was."""


Lane = Generator[Task, Any, LaneEnd]


def name_of(ground: Ground, probe_id: str) -> str:
    """What the exchanges of a probe are called: every revision has its own."""
    return f"{ground.revision}/{probe_id}"


def lanes(ground: Ground, probes: Sequence[Probe]) -> Iterator[Lane]:
    """The shared lane first, which goes on where the server was met; then one per fresh probe."""
    yield _shared(ground, [probe for probe in probes if probe.needs is Needs.SHARED])
    for probe in probes:
        if probe.needs is not Needs.SHARED:
            yield _own(ground, probe)


def _shared(ground: Ground, probes: Sequence[Probe]) -> Lane:
    ruled: list[Ruled] = []
    breaks, incomplete = 0, ""
    for probe in probes:
        name = name_of(ground, probe.id)
        if incomplete:
            ruled.append(Ruled(name, the_same(probe.checks, not_verified(_not_sent(incomplete)))))
            continue
        log: list[tuple[Step, Reaction]] = []
        answer = yield Task(name, None, watched(probe.script(ground), log))
        ruled.append(Ruled(name, _rulings(probe, answer)))
        if isinstance(answer, CutOff):
            incomplete = answer.because
        elif any(isinstance(reaction, BROKEN) for _, reaction in log):
            breaks += 1
            incomplete = yield from _recover(ground, breaks)
    yield Task(name_of(ground, GOODBYE), None, goodbye())
    return LaneEnd(tuple(ruled), incomplete)


def _own(ground: Ground, probe: Probe) -> Lane:
    name = name_of(ground, probe.id)
    answer = yield Task(name, None, _isolated(ground, probe))
    incomplete = answer.because if isinstance(answer, CutOff) else ""
    return LaneEnd((Ruled(name, _rulings(probe, answer)),), incomplete)


def _isolated(ground: Ground, probe: Probe) -> Script[Rulings | CutOff]:
    """The probe on a connection of its own, which is closed after it."""
    missed = ""
    if probe.needs is Needs.GREETED:
        missed = yield from _again(ground)
    else:
        opened = yield Fresh()
        if not isinstance(opened, Opened):
            missed = "the server could not be reached on a new connection"
    rulings = CutOff(missed) if missed else (yield from probe.script(ground))
    yield Close()
    return rulings


def _recover(ground: Ground, breaks: int) -> Generator[Task, Any, str]:
    """A new connection; why there is none, where the server has had enough chances."""
    if breaks > MOST_BREAKS:
        return f"the connection broke {breaks} times, so no more was tried"
    met = yield Task(name_of(ground, "reconnect"), str(breaks), _again(ground))
    if isinstance(met, CutOff):
        return met.because
    return met if isinstance(met, str) else ""


def _again(ground: Ground) -> Script[str]:
    opened = yield Fresh()
    if not isinstance(opened, Opened):
        return "the server could not be reached on a new connection"
    greeted = yield from greet(ground.revision, ground.client_version)
    if isinstance(greeted, NotSpoken):
        return f"the server did not say hello on a new connection: it {greeted.because}"
    return ""


def _rulings(probe: Probe, answer: Rulings | CutOff) -> Rulings:
    if isinstance(answer, CutOff):
        return the_same(probe.checks, not_verified(f"cut off: {answer.because}"))
    return answer


def _not_sent(because: str) -> str:
    return f"not sent: {because}"
