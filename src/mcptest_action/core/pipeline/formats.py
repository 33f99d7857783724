"""The table of formats. A row is all that a format needs: the gate writes what the table says.

Each is imported only on demand: that is most of the start-up.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from mcptest_action.core.policy import default
from mcptest_action.core.render import Report
from mcptest_action.core.text import flag, unusable


def _pretty(report: Report, colour: bool) -> str:
    from mcptest_action.core.render.pretty import render_pretty

    return render_pretty(report, colour=colour)


def _json(report: Report, _colour: bool) -> str:
    from mcptest_action.core.render.report_json import render_json

    return render_json(report)


def _markdown(report: Report, _colour: bool) -> str:
    from mcptest_action.core.render.markdown import render_markdown

    return render_markdown(report)


def _junit(report: Report, _colour: bool) -> str:
    from mcptest_action.core.render.junit import render_junit

    return render_junit(report)


def _annotations(report: Report, _colour: bool) -> str:
    from mcptest_action.core.render.annotations import render_annotations

    return render_annotations(report)


def _sarif(report: Report, _colour: bool) -> str:
    from mcptest_action.core.render.sarif import render_sarif

    return render_sarif(report)


def _without_policy_file(report: Report) -> str | None:
    """GitHub refuses a whole file if one result has no place in a file."""
    if report.policy.file != default.FILE:
        return None
    return "the default policy is no file of yours, and SARIF must point into one"


class Format(NamedTuple):
    name: str
    make: Callable[[Report, bool], str]
    """The report as text; in colour, if there are colours and they are asked for."""
    file: str = ""
    """What the gate calls it; empty for what it only prints."""
    output: str = ""
    """The output of a step that names the file."""
    copy: str = ""
    """What the flag of the same name as the output writes elsewhere; empty for no such flag."""
    sign: str = ""
    """What such a report holds, and hardly a file of another kind: a pattern."""
    unless: Callable[[Report], str | None] = lambda _: None
    """Why this report can't be made so."""
    hint: str = ""
    """What to do about that."""


# Any report of the kind, not only ours: a forged one must not outlive a run without a verdict.
_VERDICT = "mcptest[.]dev/verdict/"
_HEADING = r"\A\s*## Policy verdict: "
_SUITE = "<testsuite"
_RUNS = '"runs"'
FORMATS = (
    Format("pretty", _pretty),
    Format("json", _json, "verdict.json", "json", "verdict.json", _VERDICT),
    Format("markdown", _markdown, "summary.md", "summary", "the Markdown summary", _HEADING),
    Format("junit", _junit, "junit.xml", "junit", "the JUnit report", _SUITE),
    Format("annotations", _annotations, "annotations.txt", "annotations"),
    Format(
        "sarif",
        _sarif,
        "report.sarif",
        "sarif",
        "the SARIF report",
        _RUNS,
        unless=_without_policy_file,
        hint=f"give {flag('policy', 'FILE')}",
    ),
)
FORMAT_OF = {row.name: row for row in FORMATS}
COPIED = tuple(row for row in FORMATS if row.copy)
WRITTEN = (*COPIED, *(row for row in FORMATS if row.file and not row.copy))
"""To the folder of a gate, in the order of the outputs of a step."""


def is_report(output: str, text: str) -> bool:
    """Whether the text is a report of the kind that the output of this name is."""
    (row,) = (row for row in COPIED if row.output == output)
    return re.search(row.sign, text) is not None


def render(report: Report, name: str, *, colour: bool) -> str:
    row = FORMAT_OF[name]
    if because := row.unless(report):
        raise unusable(flag("format", name), because, row.hint)
    return row.make(report, colour)


def reports_of(report: Report) -> dict[str, str]:
    """Every report that we can make of it and that a gate writes, by file name."""
    return {row.file: row.make(report, False) for row in WRITTEN if not row.unless(report)}
