"""`--run-report`: how many tests ran, and how they ended."""

from datetime import datetime

from mcptest_action.core.facts.model import Absent, Artifact, Document, FactSpec, FactType, Reading
from mcptest_action.core.facts.run_names import names_in
from mcptest_action.core.facts.run_sections import SECTION_FACTS, read_sections
from mcptest_action.core.facts.shape import require_object
from mcptest_action.core.facts.summary import Summary, read_summary

SCHEMA = "mcptest.dev/run/v1"
FLAG = "--run-report"
SUMMARY = Summary(
    parts=("passed", "failed", "skipped", "inconclusive"),
    optional=frozenset({"inconclusive"}),
    entries="tests",
    status={
        "passed": "passed",
        "pass": "passed",
        "failed": "failed",
        "fail": "failed",
        "error": "failed",
        "skipped": "skipped",
        "skip": "skipped",
        "not_applicable": "skipped",
        "inconclusive": "inconclusive",
    },
)


def read(document: Document, _now: datetime) -> Reading:
    data = require_object(document, SCHEMA, FLAG)
    counts = read_summary(document, data, FLAG, SUMMARY)
    facts = {
        **{f"run.{name}": value for name, value in counts.items()},
        **read_sections(document, data),
    }
    ended_early = data.get("incomplete")
    if ended_early in (None, False, ""):
        return facts
    # Half a run has half the failures: none of its numbers may be held against a limit.
    because = Absent(f"the run is not complete: {ended_early}")
    return dict.fromkeys(facts, because)


ARTIFACT = Artifact(
    flag=FLAG,
    title="Run report",
    made_by="mcptest run --reporter json --output run.json",
    schema=SCHEMA,
    facts=(
        FactSpec("run.total", FactType.NUMBER, "tests in the run"),
        FactSpec("run.passed", FactType.NUMBER, "tests that passed"),
        FactSpec("run.failed", FactType.NUMBER, "tests that failed"),
        FactSpec("run.skipped", FactType.NUMBER, "tests that were skipped or did not apply"),
        FactSpec("run.inconclusive", FactType.NUMBER, "tests without a clear result, when present"),
        *SECTION_FACTS,
    ),
    read=read,
    places=(
        "`summary.total`, `.passed`, `.failed`, `.skipped`, `.inconclusive`, "
        "or the same names at the top level",
        "`tests[].status` must agree with them, when there is such a list: "
        f"{', '.join(SUMMARY.status)}, in any case",
        "`negative_path`, `active_probe`, `latency`, `safety`, `coverage`: "
        "objects whose fields are named like the facts",
        "`safety.by_name` and `tests[].id`, when present, name what a number counts, for reports",
        "`latency` is over listing and probes; handshakes, which wait for a process to start, and "
        "the examination of conformance are left out",
        "`incomplete`: why the run ended early; with a reason in it, no fact can be read",
    ),
    names=names_in,
    example=('{"summary": {"total": 12, "passed": 11, "failed": 1, "skipped": 0}}'),
)
