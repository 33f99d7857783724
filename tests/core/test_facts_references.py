"""A failure counts elsewhere only if the report beside it says so, about a probe of that kind."""

import pytest
from simulation import NOON

from mcptest_action.core.facts import Document, conformance, read_facts, run_report
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)


def own_failures(tests, checks=None, schema=run_report.SCHEMA):
    failed = {"total": len(tests), "passed": 0, "failed": len(tests), "skipped": 0}
    whole = {"incomplete": None, "nothing_works": False}
    run = {"schema_version": schema, **whole, "summary": failed, "tests": tests}
    made = {run_report.FLAG: Document("run.json", run)}
    if checks is not None:
        report = {"badge": "F", "checks": checks}
        made[conformance.FLAG] = Document("conformance.json", report)
    return read_facts(made, now=NOW).facts["run.own_failures"]


def failed_test(check="unknown_tool", see="TOOLS-07"):
    return {"id": check, "check": check, "status": "failed", "see": see}


RULED = {"id": "TOOLS-07", "level": "must", "status": "failed"}


def test_what_a_check_rules_on_is_counted_there():
    assert own_failures([failed_test(), failed_test("oversized", None)], [RULED]).value == 1
    assert own_failures([failed_test(), failed_test("oversized", None)], [RULED]).behind == (
        "oversized",
    )


@pytest.mark.parametrize(
    ("tests", "checks"),
    [
        ([failed_test()], None),
        ([failed_test()], []),
        ([failed_test()], [{**RULED, "status": "passed"}]),
        ([failed_test("oversized")], [RULED]),
        ([failed_test("wrong_type")], [RULED]),
        ([failed_test(see="SEE-ME")], [RULED, {**RULED, "id": "SEE-ME"}]),
    ],
)
def test_what_nobody_rules_on_is_counted_here(tests, checks):
    assert own_failures(tests, checks).value == 1


def test_a_report_of_others_refers_to_nothing():
    assert own_failures([failed_test()], [RULED], schema="1").value == 1


def test_a_list_that_holds_no_tests_is_refused_as_before():
    with pytest.raises(InputError, match="missing or not text"):
        own_failures(["?"], [RULED])
    with pytest.raises(InputError, match="missing or not text"):
        own_failures(["?"], [RULED], schema="1")
