"""From a transcript to artifacts, verdict and reports. `gate` and `replay` end here alike."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from mcptest_action import __version__
from mcptest_action.commands.formats import Format, render
from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.errors import unusable
from mcptest_action.core.facts import run_report
from mcptest_action.core.facts.model import Document
from mcptest_action.core.facts.pool import read_facts
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.model import Policy
from mcptest_action.core.render.probes_of_run import probes_of
from mcptest_action.core.render.report import Report, Source
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.sarif import can_be_sarif
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.document import run_document
from mcptest_action.core.run.rebuild import Rebuilt, rebuild
from mcptest_action.core.transcript.lines import Exchange

RUN_FILE = "run.json"
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
    exchanges: Sequence[Exchange], config: RunConfig, given: Given, now: datetime
) -> Outcome:
    """Everything that follows from the transcript."""
    run = rebuild(exchanges, config, __version__)
    if not isinstance(run, Rebuilt):
        raise unusable("the run", run.because)
    return _concluded(run, given, now)


def _concluded(run: Rebuilt, given: Given, now: datetime) -> Outcome:
    text = dump(run_document(run))
    made = Source(run_report.FLAG, RUN_FILE, text.encode())
    report = judge(given._replace(sources=(*given.sources, made)), now)
    report = report._replace(probes=probes_of(run))
    return Outcome(report, {RUN_FILE: text, **reports_of(report)})


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
