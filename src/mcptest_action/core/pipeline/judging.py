"""From artifacts to a verdict and its reports. Imports nothing of what makes artifacts."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.facts.model import Document
from mcptest_action.core.facts.pool import read_facts
from mcptest_action.core.pipeline.formats import Format, render
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.model import Policy
from mcptest_action.core.render.report import Report, Source
from mcptest_action.core.render.sarif import can_be_sarif

RUN_FILE, CONFORMANCE_FILE, SECURITY_FILE = "run.json", "conformance.json", "security.json"
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
