"""The probes of one revision, in lanes. A lane is a generator of tasks on one connection.

The shell drives lanes side by side at a server, and a replay one after the other from a
transcript. Both get the same results.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import EXIT_S, TERM_S, lost_session
from mcptest_action.core.checks.run import Ended, Task
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    Close,
    Fresh,
    Opened,
    Provenance,
    Reaction,
    Returned,
    Script,
    Step,
    advance,
    watched,
)
from .meet import NotSpoken, greet
from .model import Examinee, Needs, Probe, Rulings, the_same

GOODBYE = "close"
# The one on a connection that has carried odd messages, and its beginning.
LATE_GOODBYE, ODD = "close_after_odd", "odd"
RECONNECTED = "reconnect"


def goodbye() -> Script[Reaction]:
    reaction: Reaction = yield Close(EXIT_S, TERM_S)
    return reaction


# How often a lane continues on a new connection after one broke.
MOST_BREAKS_IN_A_LANE = 7
MOST_SESSIONS = 20
_SHARED = (Needs.SHARED, Needs.LAST)
_UNREACHABLE = Ended("the server could not be reached on a new connection")


class ProbeRulings(NamedTuple):
    """What one probe found."""

    probe: str
    """Also the name of its exchanges in the transcript."""
    rulings: Rulings


class LaneEnd(NamedTuple):
    ruled: tuple[ProbeRulings, ...]
    ended: Ended | None


Lane = Generator[Task, Any, LaneEnd]


def name_of(server: Examinee, probe_id: str) -> str:
    """The name of exchanges: every revision has its own."""
    return f"{server.revision}/{probe_id}"


def _named(server: Examinee, probe: Probe) -> str:
    """The name of a probe's exchanges, which may have been made for several revisions."""
    asked_in = server.newest_legacy if probe.needs is Needs.BEFORE else server.revision
    return f"{asked_in}/{probe.id}"


def lanes(server: Examinee, probes: Sequence[Probe]) -> Iterator[Lane]:
    """The shared lane first, which continues where the server was met; then one per fresh probe."""
    yield shared_lane(server, probes)
    for probe in probes:
        if probe.needs not in _SHARED:
            yield own_lane(server, probe)


def is_asked_alone(server: Examinee, probe: Probe) -> bool:
    """Whether it gets its own connection, and no other revision sends it for this one."""
    for_others = probe.needs is Needs.BEFORE and server.revision != server.newest_legacy
    return probe.needs not in _SHARED and not for_others


def takes_spare(server: Examinee, probe: Probe) -> bool:
    """Whether it is sent on the connection on which no hello succeeded."""
    return probe.needs is Needs.BEFORE and server.has_spare


def shared_lane(server: Examinee, probes: Sequence[Probe]) -> Lane:
    """Probes that need no connection of their own: first what is sound, so that ordinary behaviour
    is seen before anything odd is sent; among equals, last what may end the connection.

    In the newest revision, the connection with the sound messages never gets any others. Modern
    HTTP has no connections: there, what comes before the first odd message is as good.
    """
    ruled: list[ProbeRulings] = []
    breaks, sessions, ended, is_clean = 0, 1, None, True
    if server.broken:
        breaks += 1
        ended = yield from _recover(server, breaks)
    for probe in sorted((p for p in probes if p.needs in _SHARED), key=_turn):
        name = name_of(server, probe.id)
        if is_clean and probe.sends is not Provenance.SOUND:
            is_clean = False
            if server.is_newest and server.has_connections and ended is None:
                yield Task(name_of(server, GOODBYE), None, goodbye())
                ended = yield Task(name_of(server, ODD), None, _again(server))
        if ended is not None:
            ruled.append(ProbeRulings(name, the_same(probe.checks, ended.not_sent)))
            continue
        log: list[tuple[Step, Reaction]] = []
        answer = yield Task(name, None, watched(probe.script(server), log))
        ruled.append(ProbeRulings(name, _rulings(probe, answer)))
        if isinstance(answer, Ended):
            ended = answer
        elif any(isinstance(reaction, BROKEN) for _, reaction in log):
            breaks += 1
            ended = yield from _recover(server, breaks)
        elif any(lost_session(reaction) for _, reaction in log):
            sessions += 1
            ended = yield from _another_session(server, sessions)
    yield Task(name_of(server, GOODBYE if is_clean else LATE_GOODBYE), None, goodbye())
    return LaneEnd(tuple(ruled), ended)


def shared_by(server: Examinee, probes: Sequence[Probe]) -> set[str]:
    """The names of the exchanges on the connection that is shared."""
    return {name_of(server, probe.id) for probe in probes if probe.needs in _SHARED}


def _turn(probe: Probe) -> tuple[int, bool]:
    return probe.sends.rank, probe.needs is Needs.LAST


def own_lane(server: Examinee, probe: Probe) -> Lane:
    name = _named(server, probe)
    answer = yield Task(name, None, _isolated(server, probe))
    ended = answer if isinstance(answer, Ended) else None
    return LaneEnd((ProbeRulings(name, _rulings(probe, answer)),), ended)


def _isolated(server: Examinee, probe: Probe) -> Script[Rulings | Ended]:
    """The probe on a connection of its own, which is closed afterwards; on none, if it has nothing
    to ask this server.
    """
    script = probe.script(server)
    if probe.needs is Needs.OWN:
        return (yield from script)
    turn = advance(script)
    if isinstance(turn, Returned):
        rulings: Rulings = turn.value
        return rulings
    opened = Opened() if takes_spare(server, probe) else (yield Fresh())
    while isinstance(opened, Opened) and not isinstance(turn, Returned):
        turn = advance(script, (yield turn))
    yield Close()
    return turn.value if isinstance(turn, Returned) else _UNREACHABLE


def _recover(server: Examinee, breaks: int) -> Generator[Task, Any, Ended | None]:
    """A new connection, unless the server has had enough chances."""
    if breaks > MOST_BREAKS_IN_A_LANE:
        return Ended(f"the connection broke {breaks} times, so no more was tried")
    ended: Ended | None
    ended = yield Task(name_of(server, RECONNECTED), str(breaks), _again(server))
    return ended


def _another_session(server: Examinee, number: int) -> Generator[Task, Any, Ended | None]:
    """What a client does when the server has ended its session."""
    if number > MOST_SESSIONS:
        return Ended(f"the server ended {number - 1} sessions, so no more was tried")
    name = name_of(server, RECONNECTED)
    ended: Ended | None = yield Task(name, f"session {number}", _again(server))
    return ended


def _again(server: Examinee) -> Script[Ended | None]:
    opened = yield Fresh()
    if not isinstance(opened, Opened):
        return _UNREACHABLE
    greeted = yield from greet(
        server.revision, server.client_version, patience_s=server.patience_s, insists=server.insists
    )
    if isinstance(greeted, NotSpoken):
        return Ended(f"the server did not say hello on a new connection: it {greeted.because}")
    return None


def _rulings(probe: Probe, answer: Rulings | Ended) -> Rulings:
    return the_same(probe.checks, answer.cut_off) if isinstance(answer, Ended) else answer
