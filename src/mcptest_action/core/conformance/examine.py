"""From a transcript to everything that is known about conformance. A live run ends here, too."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from mcptest_action.core.conformance.checks.era import SPEAKS
from mcptest_action.core.conformance.conduct import Lane, LaneEnd, lanes
from mcptest_action.core.conformance.config import ExamConfig
from mcptest_action.core.conformance.door import door_grounds, unknown_here, wants_credentials
from mcptest_action.core.conformance.first_hello import first_revision
from mcptest_action.core.conformance.ground import Ground
from mcptest_action.core.conformance.meet import Met, NotSpoken, meet, offered_revision
from mcptest_action.core.conformance.model import Check, Ruling, failed, not_verified, passed
from mcptest_action.core.conformance.probe import Probe, Review
from mcptest_action.core.conformance.revision import MODERN, era_of
from mcptest_action.core.exchange.reaction import BROKEN, Reaction, TimedOut
from mcptest_action.core.run.cut_off import reason_in
from mcptest_action.core.run.feed import Feeder, Recording
from mcptest_action.core.run.model import CutOff, TestResult
from mcptest_action.core.transcript.lines import Exchange

MEET = "meet"


class Result(NamedTuple):
    """One check in one revision."""

    check: Check
    ruling: Ruling
    probe: str = ""
    """The name of the exchanges that are its evidence; empty for what looks back at all."""


class Examined(NamedTuple):
    asked: tuple[str, ...]
    spoken: tuple[str, ...]
    results: Mapping[str, tuple[Result, ...]]
    """By revision: of those that are spoken, every check that applies; of others, one."""
    exchanges: tuple[Exchange, ...]
    incomplete: str


class RunPart(NamedTuple):
    """What the probes of the run contribute: tool rows are ruled by calls that they made."""

    revision: str = ""
    results: tuple[TestResult, ...] = ()
    calls: bool = True
    incomplete: str = ""
    met: Met | None = None
    """The server as it was met at first, where the examination goes on from there."""


def meeting(revision: str) -> str:
    return f"{revision}/{MEET}"


def grounds_of(
    found: Mapping[str, Met | NotSpoken | CutOff],
    config: ExamConfig,
    run: RunPart,
    client_version: str,
) -> dict[str, Ground]:
    """What is known in each revision that is spoken; of a server that lets nobody in, how it does.

    No revision is spoken then, and whatever else there is to ask needs credentials.
    """
    met = {revision: who for revision, who in found.items() if isinstance(who, Met)}
    has_spare = not config.place.http and bool(spare_revision(found))
    if not met:
        return door_grounds(found, config.place, client_version)
    return {
        revision: Ground(
            era=era_of(revision),
            place=config.place,
            hello=who.hello,
            answer=who.answer,
            surface=who.surface,
            spoken=tuple(met),
            client_version=client_version,
            calls=run.calls,
            results=run.results if run.revision == revision else (),
            run_revision=run.revision,
            hellos={spoken: known.answer for spoken, known in met.items()},
            has_spare=has_spare,
            met_at_first=who is run.met,
        )
        for revision, who in met.items()
    }


def spare_revision(found: Mapping[str, Met | NotSpoken | CutOff]) -> str:
    """The modern revision that is not spoken: on its connection, no hello came about."""
    for revision in MODERN:
        who = found.get(revision)
        if isinstance(who, NotSpoken) and not isinstance(who.reaction, BROKEN):
            return revision
    return ""


def examine(
    exchanges: Sequence[Exchange],
    config: ExamConfig,
    run: RunPart,
    client_version: str,
    recording: Recording | None = None,
) -> Examined:
    """Every ruling. What was read from a file is held against what is sent."""
    feeder, reason = Feeder(exchanges, recording), reason_in(exchanges)
    asked = config.selection.revisions
    found = {revision: _met(revision, feeder, client_version) for revision in asked}
    if run.met is not None:
        found[run.met.hello.era.version] = run.met
    spoken = tuple(revision for revision, who in found.items() if isinstance(who, Met))
    grounds = grounds_of(found, config, run, client_version)
    incomplete = [reason, run.incomplete]
    results: dict[str, tuple[Result, ...]] = {}
    for revision, who in found.items():
        era = Result(SPEAKS, _spoken(revision, who, config, spoken), meeting(revision))
        rows = [era] if config.wants(SPEAKS, revision) else []
        if revision in grounds:
            rows += _rows(grounds[revision], config, feeder, exchanges, incomplete)
        elif isinstance(who, CutOff):
            incomplete.append(who.because)
        results[revision] = tuple(rows)
    first = first_revision(exchanges)
    if spoken and first in asked and first not in spoken:
        incomplete.append(f"the server spoke {first} at first, and not when it was asked again")
    why = next(filter(None, incomplete), "")
    return Examined(asked, spoken, results, tuple(exchanges), why)


def _met(revision: str, feeder: Feeder, client_version: str) -> Met | NotSpoken | CutOff:
    feeder.era = era_of(revision)
    return feeder.feed(meet(revision, client_version), meeting(revision))


def _broke(revision: str, reaction: Reaction) -> bool:
    """Whether it came to harm: no way to say that a revision is not spoken.

    Only to what it cannot know, `server/discover` before 2026, may a server stay silent.
    """
    is_silence = isinstance(reaction, TimedOut) and revision in MODERN
    return isinstance(reaction, BROKEN) and not is_silence


def _spoken(
    revision: str, who: Met | NotSpoken | CutOff, config: ExamConfig, spoken: tuple[str, ...]
) -> Ruling:
    match who:
        case Met():
            return passed("the server said hello in it")
        case CutOff(because):
            return not_verified(f"cut off: {because}")
        case NotSpoken() if wants_credentials(who) and not spoken:
            return failed(unknown_here(config.place))
        case NotSpoken(because, reaction):
            if _broke(revision, reaction):
                return failed(f"asked for it, the server {because}")
            if config.selection.pinned or not spoken:
                return failed(f"the server does not speak it: it {because}")
            offered = offered_revision(reaction)
            if offered in config.selection.revisions and offered not in spoken:
                return failed(f"the server {because}, which it does not settle on when asked")
            return not_verified(f"the server does not speak it, and need not: it {because}")
        case _:
            assert_never(who)


def _rows(
    ground: Ground,
    config: ExamConfig,
    feeder: Feeder,
    exchanges: Sequence[Exchange],
    incomplete: list[str],
) -> list[Result]:
    revision = ground.revision
    rulings: dict[str, tuple[Ruling, str]] = {}
    probes = config.probes(ground)
    for lane in lanes(ground, probes):
        end = _fed(lane, feeder)
        incomplete.append(end.incomplete)
        for ruled in end.ruled:
            rulings |= {check_id: (r, ruled.probe) for check_id, r in ruled.rulings.items()}
    heard = [e for e in exchanges if _concerns(e, revision, ground)]
    reviews = config.reviews(ground)
    for review in reviews:
        rulings |= {check_id: (r, "") for check_id, r in review.rule(ground, heard).items()}
    sources: tuple[Probe | Review, ...] = (*probes, *reviews)
    checks = [check for source in sources for check in source.checks]
    missing = not_verified("nothing was found out about it"), ""
    return [
        Result(check, *rulings.get(check.id, missing))
        for check in checks
        if config.wants(check, revision)
    ]


def _concerns(exchange: Exchange, revision: str, ground: Ground) -> bool:
    """Whether it was said in this revision: by name, or as a part of the run made in it."""
    head, slash, _ = exchange.key.check.partition("/")
    return head == revision if slash else bool(ground.results) or ground.met_at_first


def _fed(lane: Lane, feeder: Feeder) -> LaneEnd:
    answer: Any = None
    while True:
        try:
            task = lane.send(answer)
        except StopIteration as done:
            end: LaneEnd = done.value
            return end
        # Some are asked in one revision for others, too.
        feeder.era = era_of(task.check.partition("/")[0])
        answer = feeder.feed(task.script, task.check, task.tool)
