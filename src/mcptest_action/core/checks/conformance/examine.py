"""From a transcript to everything we know about conformance. A live run ends here, too."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, Status, TestResult, not_verified
from mcptest_action.core.checks.run import (
    Ended,
    Feeder,
    Rebuilt,
    Recording,
    RunConfig,
    Task,
    ended_in,
)
from mcptest_action.core.protocol.exchange import BROKEN, pump
from mcptest_action.core.protocol.transcript import HANDSHAKE, SURFACE, Exchange
from mcptest_action.core.safety import Calls
from .blame import spared
from .checks.base_ids import SAME_ID
from .conduct import lanes
from .config import ExamConfig, sent_by
from .locked import locked_examinees
from .meet import SPEAKS, Introduction, NotSpoken, meet
from .model import Check, Examinee, Probe, Review, the_same
from .provenance import stretches
from .revision import MODERN, era_of
from .same_cause import explained
from .spoken import first_revision, is_spoken, wrong_id

MEET = "meet"
_UNHEARD = not_verified("nothing was heard before odd messages were sent")


class CheckResult(NamedTuple):
    """One check in one revision."""

    check: Check
    ruling: Ruling
    probe: str = ""
    """The name of the exchanges that are its evidence; empty for what looks back at all."""


class Examined(NamedTuple):
    asked: tuple[str, ...]
    spoken: tuple[str, ...]
    results: Mapping[str, tuple[CheckResult, ...]]
    """By revision: of those that are spoken, every check that applies; of others, one."""
    exchanges: tuple[Exchange, ...]
    ended: Ended | None
    calls: bool = True
    """Whether calls were allowed at all."""


class RunPart(NamedTuple):
    """What the probes of the run contribute: their calls decide the checks on tools."""

    revision: str = ""
    results: tuple[TestResult, ...] = ()
    calls: bool = True
    ended: Ended | None = None
    met: Introduction | None = None
    """The server as it was met at first, where the examination goes on from there."""


def meeting(revision: str) -> str:
    return f"{revision}/{MEET}"


def examinees_of(
    found: Mapping[str, Introduction | NotSpoken | Ended],
    config: ExamConfig,
    run: RunPart,
    client_version: str,
) -> dict[str, Examinee]:
    """What we know in each spoken revision; for a server that lets nobody in, how it refuses.

    Such a server speaks no revision, and anything else that we could ask needs credentials.
    """
    met = {revision: who for revision, who in found.items() if isinstance(who, Introduction)}
    has_spare = not config.address.http and bool(spare_revision(found))
    if not met:
        return locked_examinees(found, config.address, client_version)
    return {
        revision: Examinee(
            era=era_of(revision),
            address=config.address,
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


def spare_revision(found: Mapping[str, Introduction | NotSpoken | Ended]) -> str:
    """The modern revision that the server doesn't speak: no hello succeeded on its connection."""
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
    """Every ruling. A transcript read from a file is compared with what is sent."""
    feeder = Feeder(exchanges, recording)
    asked = config.selection.revisions
    found = {revision: _met(revision, feeder, client_version) for revision in asked}
    if run.met is not None:
        found[run.met.hello.era.version] = run.met
    spoken = tuple(revision for revision, who in found.items() if isinstance(who, Introduction))
    examinees = examinees_of(found, config, run, client_version)
    ends = [ended_in(exchanges), run.ended]
    results: dict[str, tuple[CheckResult, ...]] = {}
    for revision, who in found.items():
        era = CheckResult(SPEAKS, is_spoken(revision, who, config, spoken), meeting(revision))
        rows = [era] if config.wants(SPEAKS, revision) else []
        if revision in examinees:
            rows += _rows(examinees[revision], config, feeder, exchanges, ends)
        elif isinstance(who, Ended):
            ends.append(who)
        elif config.wants(SAME_ID, revision) and (wrong := wrong_id(who)):
            rows.append(CheckResult(SAME_ID, wrong, meeting(revision)))
        results[revision] = tuple(rows)
    first = first_revision(exchanges)
    if spoken and first in asked and first not in spoken:
        ends.append(Ended(f"the server spoke {first} at first, and not when it was asked again"))
    ended = next(filter(None, ends), None)
    return Examined(asked, spoken, _one_cause(results), tuple(exchanges), ended, run.calls)


def _one_cause(results: dict[str, tuple[CheckResult, ...]]) -> dict[str, tuple[CheckResult, ...]]:
    """In all revisions together, each cause fails one check."""
    rows = [row for listed in results.values() for row in listed]
    failed = {row.check.id for row in rows if row.ruling.status is Status.FAILED}
    return {
        revision: tuple(
            row._replace(ruling=explained(row.check.id, row.ruling, failed)) for row in listed
        )
        for revision, listed in results.items()
    }


def _met(revision: str, feeder: Feeder, client_version: str) -> Introduction | NotSpoken | Ended:
    feeder.era = era_of(revision)
    return feeder.feed(meet(revision, client_version), meeting(revision))


def _rows(
    server: Examinee,
    config: ExamConfig,
    feeder: Feeder,
    exchanges: Sequence[Exchange],
    ends: list[Ended | None],
) -> list[CheckResult]:
    revision = server.revision
    rulings: dict[str, tuple[Ruling, str]] = {}
    probes = config.probes(server)
    for lane in lanes(server, probes):
        end = pump(lane, lambda task: _done(task, feeder))
        ends.append(end.ended)
        for probe in end.ruled:
            rulings |= {check_id: (r, probe.probe) for check_id, r in probe.rulings.items()}
    reviews = config.reviews(server)
    heard = {
        bears: [e for e in stretches(exchanges, bears, sent_by()) if _concerns(e, revision, server)]
        for bears in {review.bears for review in reviews}
    }
    for review in reviews:
        found = heard[review.bears]
        rules = review.rule(server, found) if found else the_same(review.checks, _UNHEARD)
        rulings |= {check_id: (ruling, "") for check_id, ruling in rules.items()}
    ruled = spared(rulings, exchanges)
    sources: tuple[Probe | Review, ...] = (*probes, *reviews)
    checks = [check for source in sources for check in source.checks]
    missing = not_verified("nothing was found out about it"), ""
    return [
        CheckResult(check, *ruled.get(check.id, missing))
        for check in checks
        if config.wants(check, revision)
    ]


def _concerns(exchange: Exchange, revision: str, server: Examinee) -> bool:
    """Whether it belongs to this revision: by name, or as a part of the run made in it.

    Of a run, only what every run has that examines a server: whether other probes were sent, or
    the tests of a suite, must not change a ruling.
    """
    if exchange.key.check in _OF_EVERY_RUN:
        return bool(server.results) or server.met_at_first
    return exchange.key.check.startswith(f"{revision}/")


def _done(task: Task, feeder: Feeder) -> Any:
    # One revision asks some of them for others, too.
    feeder.era = era_of(task.check.partition("/")[0])
    return feeder.feed(task.script, task.check, task.tool)


# Which probe makes the calls that a check looks at.
RULED_BY: Mapping[str, tuple[str, ...]] = {
    "missing_required": ("TOOLS-11",),
    "wrong_type": ("TOOLS-12",),
    "extra_field": ("TOOLS-13",),
    "repeated_call": ("TOOLS-14", "TOOLS-15", "TOOLS-16", "TOOLS-17"),
}


_OF_EVERY_RUN = (HANDSHAKE, SURFACE, *RULED_BY)


def probes_for(config: ExamConfig) -> tuple[str, ...]:
    """The probes that have to run even if nothing else needs them."""
    wanted = config.selection.wants
    return tuple(probe for probe, ids in RULED_BY.items() if any(map(wanted, ids)))


def run_part_of(run: Rebuilt) -> RunPart:
    calls = run.config.execution.calls is not Calls.NONE
    return RunPart(run.surface.era.version, run.record.results, calls, run.record.ended)


def without_run(config: RunConfig) -> RunPart:
    return RunPart(calls=config.execution.calls is not Calls.NONE)
