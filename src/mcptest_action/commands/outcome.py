"""From a transcript to artifacts, verdict and reports. `gate` and `replay` end here alike."""

from collections.abc import Sequence
from datetime import datetime

from mcptest_action import __version__
from mcptest_action.commands.configs import Configs
from mcptest_action.commands.judging import (
    CONFORMANCE_FILE,
    RUN_FILE,
    SECURITY_FILE,
    Given,
    Outcome,
    judge,
    reports_of,
)
from mcptest_action.core.conformance.document import conformance_document
from mcptest_action.core.conformance.examine import examine
from mcptest_action.core.conformance.merged import merged
from mcptest_action.core.conformance.run_part import run_part_of
from mcptest_action.core.coverage.document import coverage_document
from mcptest_action.core.coverage.of_exam import exercises_of_exam
from mcptest_action.core.coverage.of_run import exercises_of_run
from mcptest_action.core.coverage.of_suites import exercises_of_suites
from mcptest_action.core.errors import unusable
from mcptest_action.core.facts import conformance as conformance_report
from mcptest_action.core.facts import run_report
from mcptest_action.core.facts import security as security_report
from mcptest_action.core.policy.own_rule import with_own_rules
from mcptest_action.core.render.probes_of_run import probes_of
from mcptest_action.core.render.report import Source
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.suites_of_run import suites_of
from mcptest_action.core.run.document import run_document
from mcptest_action.core.run.feed import Recording
from mcptest_action.core.run.rebuild import Rebuilt, rebuild
from mcptest_action.core.security.catalogue import RULES
from mcptest_action.core.security.document import scanned, security_document
from mcptest_action.core.security.ground import ground_of
from mcptest_action.core.transcript.lines import Exchange

_FLAG_OF = {
    RUN_FILE: run_report.FLAG,
    CONFORMANCE_FILE: conformance_report.FLAG,
    SECURITY_FILE: security_report.FLAG,
}


def outcome_of(
    exchanges: Sequence[Exchange],
    configs: Configs,
    given: Given,
    now: datetime,
    recording: Recording | None = None,
) -> Outcome:
    """Everything that follows from the transcript. One that was read is held against its run."""
    client_version = __version__ if recording is None else recording.client_version
    run = rebuild(exchanges, configs.run, client_version, recording)
    if not isinstance(run, Rebuilt):
        raise unusable("the run", run.because)
    exercises = [*exercises_of_run(run), *exercises_of_suites(run.record.tests)]
    conformance = None
    if configs.exam is not None:
        part = run_part_of(run)
        examined = examine(exchanges, configs.exam, part, client_version, recording)
        conformance = conformance_document(examined, configs.exam)
        exercises += exercises_of_exam(merged(examined))
    coverage = coverage_document(exercises)
    made_run = {**run_document(run), "coverage": coverage}
    files = {RUN_FILE: dump(made_run)}
    if conformance is not None:
        files[CONFORMANCE_FILE] = dump(conformance)
    security = None
    if configs.scan is not None:
        ground = ground_of(run.surface, run.config.execution, run.config.tools)
        ground = ground._replace(
            exchanges=run.exchanges,
            run=made_run,
            conformance=conformance,
            url=configs.scan.place.url,
        )
        security = security_document(scanned(ground, RULES))
        files[SECURITY_FILE] = dump(security)
    made = [Source(_FLAG_OF[name], name, text.encode()) for name, text in files.items()]
    report = judge(given._replace(sources=(*given.sources, *made)), now)
    verdict = with_own_rules(report.verdict, made_run, report.pool)
    report = report._replace(
        verdict=verdict,
        probes=probes_of(run),
        conformance=conformance,
        security=security,
        coverage=coverage,
        tests=suites_of(run) if configs.run.suites else None,
    )
    return Outcome(report, {**files, **reports_of(report)})
