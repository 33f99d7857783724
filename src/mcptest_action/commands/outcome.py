"""From a transcript to artifacts, verdict and reports. `gate` and `replay` end here alike."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from mcptest_action import __version__
from mcptest_action.commands.formats import Format, render
from mcptest_action.core.conformance.config import ExamConfig
from mcptest_action.core.conformance.document import conformance_document
from mcptest_action.core.conformance.examine import examine
from mcptest_action.core.conformance.merged import merged
from mcptest_action.core.conformance.run_part import run_part_of
from mcptest_action.core.coverage.document import coverage_document
from mcptest_action.core.coverage.of_exam import exercises_of_exam
from mcptest_action.core.coverage.of_run import exercises_of_run
from mcptest_action.core.coverage.of_suites import exercises_of_suites
from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.errors import unusable
from mcptest_action.core.facts import conformance as conformance_report
from mcptest_action.core.facts import run_report
from mcptest_action.core.facts import security as security_report
from mcptest_action.core.facts.model import Document
from mcptest_action.core.facts.pool import read_facts
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.model import Policy
from mcptest_action.core.policy.own_rule import with_own_rules
from mcptest_action.core.render.probes_of_run import probes_of
from mcptest_action.core.render.report import Report, Source
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.sarif import can_be_sarif
from mcptest_action.core.render.suites_of_run import suites_of
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.document import run_document
from mcptest_action.core.run.feed import Recording
from mcptest_action.core.run.rebuild import Rebuilt, rebuild
from mcptest_action.core.security.catalogue import RULES
from mcptest_action.core.security.config import ScanConfig
from mcptest_action.core.security.document import scanned, security_document
from mcptest_action.core.security.ground import ground_of
from mcptest_action.core.transcript.lines import Exchange

RUN_FILE, CONFORMANCE_FILE, SECURITY_FILE = "run.json", "conformance.json", "security.json"
_FLAG_OF = {
    RUN_FILE: run_report.FLAG,
    CONFORMANCE_FILE: conformance_report.FLAG,
    SECURITY_FILE: security_report.FLAG,
}
FILE_OF = {
    Format.JSON: "verdict.json",
    Format.MARKDOWN: "summary.md",
    Format.JUNIT: "junit.xml",
    Format.ANNOTATIONS: "annotations.txt",
    Format.SARIF: "report.sarif",
}


class Given(NamedTuple):
    """What a verdict rests on beside the run: the policy, and artifacts made elsewhere."""

    policy: Policy
    sources: tuple[Source, ...]
    """The policy's first, then those of the artifacts."""


class Configs(NamedTuple):
    """What was done, beside the server: probes, and examination and scan unless they were off."""

    run: RunConfig
    exam: ExamConfig | None = None
    scan: ScanConfig | None = None


class Outcome(NamedTuple):
    report: Report
    files: Mapping[str, str]
    """What to write, by the name of the file."""


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


def reports_of(report: Report) -> dict[str, str]:
    """Every report that can be made of it, by the name of its file."""
    left_out = () if can_be_sarif(report) else (Format.SARIF,)
    return {
        name: render(report, form, colour=False)
        for form, name in FILE_OF.items()
        if form not in left_out
    }


def judge(given: Given, now: datetime) -> Report:
    """The verdict on the artifacts; facts come from nowhere else, also for our own run."""
    documents = {
        source.flag: Document(source.file, read_json(source.content.decode(), source.file))
        for source in given.sources[1:]
    }
    pool = read_facts(documents, now=now)
    verdict = evaluate(given.policy, pool, now=now)
    return Report(given.policy, verdict, pool, given.sources, time_overridden=False)
