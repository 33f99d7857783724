"""From a transcript to everything we know about conformance. A live run ends here, too."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, Status, not_verified
from mcptest_action.core.checks.run import (
    Ended,
    Feeder,
    Recording,
    Task,
    ended_in,
)
from mcptest_action.core.protocol.exchange import Accepted, Replied, pump
from mcptest_action.core.protocol.transcript import HANDSHAKE, SURFACE, Exchange
from .blame import spared
from .checks.base_ids import SAME_ID
from .conduct import lanes, shared_by
from .config import ExamConfig, sent_by
from .door import at_the_door, refused_by
from .evidence import with_evidence
from .examinees import RunPart, by_spoken, examinees_of
from .meet import SPEAKS, Introduction, NotSpoken, meet
from .model import Check, Examinee, Probe, Review, the_same
from .overheard import as_overheard
from .provenance import stretches
from .revision import era_of, meeting
from .same_cause import explained
from .spoken import first_revision, is_spoken, wrong_id
from .traffic import listings
from .turned_away import gave_up, heard_out, unverified
from .unwelcome import let_in

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


def examine(
    exchanges: Sequence[Exchange],
    config: ExamConfig,
    run: RunPart,
    client_version: str,
    recording: Recording | None = None,
) -> Examined:
    """Every ruling. A transcript read from a file is compared with what is sent."""
    feeder, config = Feeder(exchanges, recording), config.seen_in(exchanges)
    asked = config.selection.revisions
    found = by_spoken({r: _met(r, config, feeder, client_version) for r in asked})
    if run.met is not None:
        found[run.met.hello.era.version] = run.met
    spoken = tuple(revision for revision, who in found.items() if isinstance(who, Introduction))
    examinees = examinees_of(found, config, run, client_version)
    ends = [ended_in(exchanges), run.ended, gave_up(exchanges)]
    if config.insists:
        ends.append(Ended.without_hello(run.config.choice))
    door = at_the_door(found, config, exchanges)
    refused = refused_by(found, config, door)
    results: dict[str, tuple[CheckResult, ...]] = {}
    for revision, who in found.items():
        era = is_spoken(revision, who, config, spoken, refused)
        rows = [
            CheckResult(check, ruling, meeting(revision))
            for check, ruling in ((SPEAKS, era), *(door if revision == config.insisted else ()))
            if config.wants(check, revision)
        ]
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
    causes = _one_cause(results, exchanges)
    return Examined(tuple(found), spoken, causes, tuple(exchanges), ended, run.config.calls_tools)


def _one_cause(
    results: Mapping[str, tuple[CheckResult, ...]], exchanges: Sequence[Exchange]
) -> dict[str, tuple[CheckResult, ...]]:
    """A cause fails one check in a revision, and the same requirement one in all of them."""
    shown = {
        revision: [
            row._replace(ruling=with_evidence(row.ruling, row.probe, exchanges)) for row in rows
        ]
        for revision, rows in results.items()
    }
    everywhere = _failures(chain.from_iterable(shown.values()))
    there = {revision: _failures(rows) for revision, rows in shown.items()}
    return {
        revision: tuple(
            row._replace(ruling=explained(row.check.id, row.ruling, there[revision], everywhere))
            for row in rows
        )
        for revision, rows in shown.items()
    }


def _failures(rows: Iterable[CheckResult]) -> Mapping[str, Sequence[Ruling]]:
    """By check."""
    found: dict[str, list[Ruling]] = {}
    for row in rows:
        if row.ruling.status is Status.FAILED:
            found.setdefault(row.check.id, []).append(row.ruling)
    return found


def _met(
    revision: str, config: ExamConfig, feeder: Feeder, client_version: str
) -> Introduction | NotSpoken | Ended:
    feeder.era = era_of(revision)
    settles_on, insists = config.selection.settles_on(revision), config.insists_in(revision)
    script = meet(revision, client_version, settles_on, insists=insists)
    return feeder.feed(script, meeting(revision))


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
    told = as_overheard(exchanges)
    heard = {bears: stretches(told, bears, sent_by()) for bears in {r.bears for r in reviews}}
    for review in reviews:
        found = heard_out([e for e in heard[review.bears] if _concerns(e, revision, server)])
        rules = review.rule(server, found) if found else the_same(review.checks, _UNHEARD)
        shown = listings(found, *review.looks_at)
        rulings |= {check_id: (_evident(ruling, shown), "") for check_id, ruling in rules.items()}
    ruled = unverified(
        spared(rulings, exchanges), exchanges, server.met_as, shared_by(server, probes)
    )
    ruled = let_in(ruled, exchanges, server, RULED_BY)
    # What fails without a question of its own could not be listed.
    asked = {e.key.check for e in exchanges}
    lists = tuple(
        e
        for e in exchanges
        if e.key.check == server.met_as and not isinstance(e.reaction, Replied | Accepted)
    )
    ruled = {
        check: (r if probe in asked else _evident(r, lists), probe)
        for check, (r, probe) in ruled.items()
    }
    sources: tuple[Probe | Review, ...] = (*probes, *reviews)
    checks = [check for source in sources for check in source.checks]
    missing = not_verified("nothing was found out about it"), ""
    return [
        CheckResult(check, *ruled.get(check.id, missing))
        for check in checks
        if config.wants(check, revision)
    ]


def _evident(ruling: Ruling, shown: tuple[Exchange, ...]) -> Ruling:
    """A failure, with something to show for it."""
    is_bare = ruling.status is Status.FAILED and not ruling.shown
    return ruling._replace(shown=shown) if is_bare else ruling


def _concerns(exchange: Exchange, revision: str, server: Examinee) -> bool:
    """Whether it belongs to this revision: by name, or as a part of the run made in it.

    Of a run, only what every run has that examines a server: whether other probes were sent, or
    the tests of a suite, must not change a ruling.
    """
    if exchange.key.check in _OF_EVERY_RUN:
        return bool(server.results) or server.met_at_first
    return exchange.key.check.startswith(f"{revision}/") or exchange.key.check == server.met_as


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
