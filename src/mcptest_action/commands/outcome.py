"""From a transcript to artifacts, verdict and reports. `gate` and `replay` end here alike."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from mcptest_action.commands.artifacts import Configs, artifacts_of
from mcptest_action.commands.formats import Format, render
from mcptest_action.core.document.json_text import read_json
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
from mcptest_action.core.run.feed import Recording
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
    made = artifacts_of(exchanges, configs, recording)
    documents = {
        RUN_FILE: made.run,
        CONFORMANCE_FILE: made.conformance,
        SECURITY_FILE: made.security,
    }
    files = {name: dump(document) for name, document in documents.items() if document is not None}
    sources = [Source(_FLAG_OF[name], name, text.encode()) for name, text in files.items()]
    report = judge(given._replace(sources=(*given.sources, *sources)), now)
    report = report._replace(
        verdict=with_own_rules(report.verdict, made.run, report.pool),
        probes=probes_of(made.rebuilt),
        conformance=made.conformance,
        security=made.security,
        coverage=made.run["coverage"],
        tests=suites_of(made.rebuilt) if configs.run.suites else None,
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
