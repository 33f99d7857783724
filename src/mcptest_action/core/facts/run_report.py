"""`--run-report`: how many tests ran, and how they ended."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from mcptest_action.core.checks.results import HELD_BACK, UNHAPPY, mostly_unclear
from mcptest_action.core.safety import Stopped
from . import per_probe, per_test
from .artifact import Artifact
from .baseless_zeros import Basis, only_looked_at
from .completeness import marked
from .model import Absent, Document, FactSpec, FactValue, Named, Names, Object, Reading
from .run_sections import SECTION_FACTS, read_sections
from .summary import Summary, read_summary
from .value import count

SCHEMA = "mcptest.dev/run/v1"
FLAG = "--run-report"
_WORDS = {
    "passed": ("passed", "pass"),
    "failed": ("failed", "fail", "error"),
    "skipped": ("skipped", "skip", "not_applicable"),
    "inconclusive": ("inconclusive",),
}
SUMMARY = Summary(
    parts=tuple(_WORDS),
    optional=frozenset({"inconclusive"}),
    entries="tests",
    status={word: part for part, words in _WORDS.items() for word in words},
)


def read(document: Document, _now: datetime) -> Reading:
    data = document.require_object(SCHEMA, FLAG)
    counts = read_summary(document, data, FLAG, SUMMARY)
    facts = {
        **{f"run.{name}": value for name, value in counts.items()},
        "run.own_failures": _own_failures(data, counts["failed"]),
        **read_sections(document, data),
    }
    ended_early = why_incomplete(data)
    if not ended_early:
        return only_looked_at(facts, _BASES)
    # Half a run has half the failures: none of its numbers may be compared with a limit.
    return dict.fromkeys(facts, Absent(f"the run is not complete: {ended_early}"))


def _members(document: Document) -> Reading:
    """A count for each probe, and a status for each test of a suite."""
    tests = [test for test in _list(document.data.get("tests")) if isinstance(test, Mapping)]
    reading = {
        **per_probe.per_probe(tests, SUMMARY.status),
        **per_test.per_test(tests, SUMMARY.status),
    }
    ended_early = why_incomplete(document.data)
    if not ended_early:
        return reading
    return dict.fromkeys(reading, Absent(f"the run is not complete: {ended_early}"))


_FAULTS = ("run.failed", "run.own_failures", "run.inconclusive")
_BASES = (
    Basis(_FAULTS, ("run.passed", "run.failed"), "no test passed or failed", if_stated=True),
    Basis(_FAULTS, ("run.total",), "no test was run", if_stated=True),
)


def why_incomplete(data: Object) -> str:
    """Why the report speaks of half a run, as it says or shows; empty if it is of a whole one."""
    if marked(data, "incomplete", ""):
        said = data["incomplete"]
        return "the report gives no reason" if said is True else str(said)
    if missing := _never_left_out(data):
        return f"the report has no field '{missing}' to say otherwise"
    tests = [test for test in _list(data.get("tests")) if isinstance(test, Mapping)]
    if any(test.get("skip_reason") == Stopped.BUDGET_EXHAUSTED for test in tests):
        return "the budget of calls was used up before everything was sent"
    held_back = sum(test.get("status") == "inconclusive" and _is_held_back(test) for test in tests)
    summary = data.get("summary", data)
    unclear, passed = (_known(summary, name) for name in ("inconclusive", "passed"))
    return mostly_unclear(unclear - held_back, passed)


def _never_left_out(data: Object) -> str:
    """What a report of ours has, whatever was run, and this one does not; empty if it has all."""
    if data.get("schema_version") != SCHEMA or "tests" not in data:
        return ""
    if "incomplete" not in data:
        return "incomplete"
    return "" if isinstance(data.get("nothing_works"), bool) else "nothing_works"


def _is_held_back(test: Object) -> bool:
    reason = test.get("skip_reason")
    return isinstance(reason, str) and reason in HELD_BACK


def _known(summary: Any, name: str) -> int:
    found = count(summary, name, name) if isinstance(summary, Mapping) else 0
    return 0 if isinstance(found, Absent) else found


def _own_failures(data: Object, failed: FactValue | Absent) -> FactValue | Absent:
    """Without those that refer to a check of `conformance.json`, where their cause counts."""
    if not isinstance(failed, int):
        return failed
    return failed - len(list(_referring(data)))


def _referring(data: Object) -> Iterator[Object]:
    for test in _list(data.get("tests")):
        if isinstance(test, Mapping) and _is_failed(test) and _refers(test):
            yield test


def _refers(test: Object) -> bool:
    """Whether it names the check that rules on its cause."""
    see = test.get("see")
    return isinstance(see, str) and bool(see)


def _is_failed(test: Object) -> bool:
    return SUMMARY.status.get(str(test.get("status")).casefold()) == "failed"


SECTION, LISTS = "safety", "by_name"
_Picked = Callable[[Object], bool]
# Which tests a fact is about. A list that contradicts the counts was refused before.
_TESTS: Mapping[str, _Picked] = {
    "run.failed": lambda test: test.get("status") == "failed",
    "run.inconclusive": lambda test: test.get("status") == "inconclusive",
    "run.own_failures": lambda test: test.get("status") == "failed" and not _refers(test),
    "negative_path.failures": lambda test: (
        test.get("status") == "failed" and test.get("bad_request") is True
    ),
    "suite.failed": lambda test: test.get("status") == "failed" and bool(test.get("suite")),
    "suite.inconclusive": lambda test: (
        test.get("status") == "inconclusive" and bool(test.get("suite"))
    ),
    "negative_path.gate_passed": lambda test: (
        test.get("status") in UNHAPPY and test.get("bad_request") is True
    ),
    "negative_path.held_back": lambda test: _is_held_back(test) and test.get("bad_request") is True,
    "negative_path.breaks": lambda test: bool(test.get("breaks")),
}


def names_in(document: Document) -> Names:
    """By fact; a report made elsewhere may name nothing."""
    data = document.data
    tests = [test for test in _list(data.get("tests")) if isinstance(test, Mapping)]
    of_tests = {
        fact: _named(test for test in tests if picked(test)) for fact, picked in _TESTS.items()
    }
    of_probes = {
        fact: _named(test for test in failed)
        for fact, failed in per_probe.failures_by_probe(tests, SUMMARY.status).items()
    }
    safety = data.get(SECTION)
    lists = safety.get(LISTS) if isinstance(safety, Mapping) else None
    of_tools = lists.items() if isinstance(lists, Mapping) else ()
    return {
        **of_tests,
        **of_probes,
        **{f"{SECTION}.{name}": _tools(_list(tools)) for name, tools in of_tools},
    }


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _named(tests: Iterable[Object]) -> tuple[Named, ...]:
    return tuple(
        Named(id_, mark if isinstance(mark := test.get("fingerprint"), str) else "")
        for test in tests
        if isinstance(id_ := test.get("id"), str)
    )


def _tools(names: Iterable[Any]) -> tuple[Named, ...]:
    return tuple(Named(name) for name in names if isinstance(name, str))


ARTIFACT = Artifact(
    flag=FLAG,
    title="Run report",
    made_by="mcptest run --reporter json --output run.json",
    schema=SCHEMA,
    facts=(
        FactSpec("run.total", "tests in the run"),
        FactSpec("run.passed", "tests that passed"),
        FactSpec("run.failed", "tests that failed", counts=True),
        FactSpec("run.skipped", "tests that were skipped or did not apply"),
        FactSpec("run.inconclusive", "tests without a clear result, when present", counts=True),
        FactSpec(
            "run.own_failures",
            "failed tests on whose cause no conformance check rules",
            counts=True,
        ),
        *SECTION_FACTS,
    ),
    read=read,
    places=(
        "`summary.total`, `.passed`, `.failed`, `.skipped`, `.inconclusive`, "
        "or the same names at the top level",
        "`tests[].status` must agree with them, when there is such a list: "
        f"{', '.join(SUMMARY.status)}, in any case",
        "`negative_path`, `active_probe`, `upstream`, `latency`, `safety`, `coverage`: "
        "objects whose fields are named like the facts; a zero is a fact only if something ran, "
        "and `because` says why nothing did",
        per_probe.PLACE,
        per_test.PLACE,
        "`safety.by_name` and `tests[].id`, when present, name what a number counts, for reports",
        "`latency` is over listing and probes; handshakes, which wait for a process to start, and "
        "the examination of conformance are left out",
        "`incomplete`: why the run ended early; with a reason in it, no fact can be read, and any "
        "gate fails. So it is if more is inconclusive than passed, and where a report of ours with "
        "`tests` lacks `incomplete` or `nothing_works`",
    ),
    names=names_in,
    families=(per_probe.FAMILY, per_test.FAMILY),
    members=_members,
    example=('{"summary": {"total": 12, "passed": 11, "failed": 1, "skipped": 0}}'),
)
