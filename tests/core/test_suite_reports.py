"""What is shown of tests, which of them are run, and where."""

import json

import pytest
from conftest import FIXTURES
from simulation import offline_gate

from mcptest_action.core.checks.results.ruling import Ruling, Status, failed, inconclusive, passed
from mcptest_action.core.checks.results.slug import slug_of
from mcptest_action.core.checks.results.tests import CaseResult, Measured
from mcptest_action.core.checks.run.active import not_run
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.document import SCHEMA
from mcptest_action.core.checks.run.model import RunRecord
from mcptest_action.core.checks.run.rebuild import Rebuilt
from mcptest_action.core.checks.run.suite_document import merged_document
from mcptest_action.core.checks.suite.allot import allot, for_one, select
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.checks.suite.model import case_id
from mcptest_action.core.facts.model import Document, Named
from mcptest_action.core.facts.run_report import names_in
from mcptest_action.core.pipeline.formats import render
from mcptest_action.core.policy.model import Max, Rule, RuleOutcome, RuleResult, Severity
from mcptest_action.core.protocol.exchange.era import NEWEST_MODERN
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.protocol.target.model import Command, Server
from mcptest_action.core.render.gating import case_gates
from mcptest_action.core.render.lines import MOST_BYTES
from mcptest_action.core.render.of_run import suites_of
from mcptest_action.core.render.suite_junit import server_suite, suite_junit
from mcptest_action.core.render.suites import (
    MOST_LINES,
    MOST_ROWS,
    ServerTests,
    shortfall,
    suite_list,
    suites_markdown,
    suites_pretty,
)
from mcptest_action.core.text.errors import InputError

FOLDER = FIXTURES / "suite" / "reports"
HOSTILE = "a <b> | `c`\n::error::d @everyone"


def case(name, **more):
    return {"name": name, "tool": "find", **more}


def suite(*cases, file="s.yml", **more):
    return load_suite(json.dumps({"tools": list(cases), **more}), file, {})


def result(name, ruling, attempts=1, **more):
    loaded = suite(case(name, **more))
    (test,) = loaded.cases
    name = case_id(loaded, test)
    return CaseResult(name, "s.yml", test, ruling, (), (name,) * attempts)


RESULTS = (
    result("good", passed("the request succeeded")),
    result("bad", failed("result.x: expected to be 1, found 2")),
    result("unclear", inconclusive("not sent: it was late")),
    result("left", Ruling(Status.SKIPPED, "not yet", "marked"), 0),
    result(HOSTILE, failed(HOSTILE)),
)
TESTS = ServerTests("api", RESULTS, "", {("s.yml::good", "find"): Measured(1500, 0)})
LATE = ServerTests("web", RESULTS[:1], "it took too long")


@pytest.mark.parametrize(
    ("name", "render"),
    [("pretty.txt", suites_pretty), ("summary.md", suites_markdown), ("junit.xml", suite_junit)],
)
def test_a_report_of_two_servers(name, render, golden):
    golden(FOLDER / name, render([TESTS, LATE]))


def test_the_reports_of_a_gate_have_the_tests_of_its_suites():
    report = offline_gate(FIXTURES / "render" / "probes")._replace(tests=TESTS)
    pretty, markdown, junit = (
        render(report, form, colour=False) for form in ("pretty", "markdown", "junit")
    )
    assert pretty.startswith("tests of api: 2 failed, 1 inconclusive, 1 skipped, 1 passed\n")
    assert "\n### Tests of api\n" in markdown
    assert markdown.index("### Tests of api") < markdown.index("### Probes")
    assert '<testsuite disabled="0"' in junit
    assert 'name="api"' in junit


def test_tests_that_did_not_pass_are_pointed_at_where_they_stand():
    report = offline_gate(FIXTURES / "render" / "probes")._replace(tests=TESTS)
    lines = render(report, "annotations", colour=False).splitlines()
    bad = "title=failed%3A bad::result.x: expected to be 1, found 2"
    assert [line for line in lines if bad in line] == [f"::error file=s.yml,line=1,{bad}"]
    unclear = "title=inconclusive%3A unclear::not sent: it was late"
    assert [line for line in lines if unclear in line] == [f"::warning file=s.yml,line=1,{unclear}"]
    assert not any("left" in line or "good" in line for line in lines)


def test_a_failure_that_gates_nothing_is_shown_as_skipped():
    shown = [c.skipped for c in server_suite(TESTS, lambda _: False).test_cases]
    assert [bool(skips) for skips in shown] == [False, True, True, True, True]


def test_reports_stay_short():
    many = ServerTests("api", tuple(result(f"t{n}", failed("no")) for n in range(300)))
    assert suites_pretty([many]).count("failed  ") == MOST_LINES
    assert f"{300 - MOST_LINES} more, see the other reporters" in suites_pretty([many])
    assert f"| … | {300 - MOST_ROWS} more | | see run.json |" in suites_markdown([many])
    wide = ServerTests("api", tuple(result(f"t{n}", failed("é" * 300)) for n in range(99)))
    assert len(suites_markdown([wide]).encode()) < MOST_BYTES + 1000
    fine = ServerTests("api", RESULTS[:1])
    assert suites_markdown([fine]) == "### Tests of api\n\n1 passed\n"


@pytest.mark.parametrize(
    ("tests", "wrong"),
    [
        ([ServerTests("a", RESULTS[:1])], ""),
        ([ServerTests("a", RESULTS[:2])], "1 failed"),
        ([ServerTests("a", RESULTS[:1]), ServerTests("b", RESULTS[2:3])], "1 inconclusive"),
        ([ServerTests("a", RESULTS[3:4])], "nothing ran: 1 skipped"),
        ([LATE], "the run is not complete: it took too long"),
    ],
)
def test_what_is_no_pass_says_why(tests, wrong):
    assert shortfall(tests) == wrong


def test_a_test_gates_where_a_rule_that_failed_counts_it():
    rule = Rule("r", "suite.failed", Max(0), Severity.FAIL, "", 1, 1, 1, 1)
    broken = RuleResult(rule, RuleOutcome.FAIL, "", None, None)
    failed, unclear = RESULTS[1], RESULTS[2]
    assert case_gates(failed, [broken])
    assert not case_gates(unclear, [broken])
    assert not case_gates(failed, [broken._replace(outcome=RuleOutcome.PASS)])
    single = broken._replace(rule=rule._replace(fact=f"suite.test.{slug_of(failed.case.name)}"))
    assert case_gates(failed, [single])
    assert not case_gates(unclear, [single])


def rebuilt(name, *results):
    surface = Surface(NEWEST_MODERN, {"name": name}, {}, None, (), (), (), (), ())
    record = RunRecord((), not_run(""), None, tests=results)
    return Rebuilt(RunConfig(), (), surface, (), record, ())


def test_tests_go_by_the_name_they_have_for_their_server():
    named = result("a", passed(""), server="api")
    assert suites_of(rebuilt("own", named)).server == "api"
    assert suites_of(rebuilt("own", RESULTS[0])).server == "own"
    assert suites_of(rebuilt(5)).server == "the server"
    assert suites_of(rebuilt("own", named), "given").server == "given"


def test_a_list_of_tests():
    listed = suite(
        case("one", tags=["quick", "b"], serial=True),
        case("two", skip="not yet"),
        resources=[{"name": "three", "uri": "x://y"}],
        servers={"api": {"command": "x"}},
    )
    assert suite_list([listed]).splitlines() == [
        "s.yml::one (tool find; on api; tags quick, b; serial)",
        "s.yml::two (tool find; on api; skipped: not yet)",
        "s.yml::three (resource x://y; on api)",
    ]
    assert suite_list([suite(case("one"))]) == "s.yml::one (tool find)\n"


SELECTABLE = (
    suite(case("rain", tags=["quick"]), case("snow", tags=["slow", "wet"])),
    suite(case("wind"), file="other.yml"),
)


@pytest.mark.parametrize(
    ("filters", "tags", "skips", "names"),
    [
        ([], [], [], ["rain", "snow", "wind"]),
        (["RAI"], [], [], ["rain"]),
        (["rain", "other"], [], [], ["rain", "wind"]),
        ([], ["quick", "wet"], [], ["rain", "snow"]),
        ([], [], ["quick"], ["snow", "wind"]),
        (["s"], ["slow"], ["quick"], ["snow"]),
    ],
)
def test_tests_are_selected_by_name_and_tag(filters, tags, skips, names):
    chosen = select(SELECTABLE, filters, tags, skips)
    assert [test.name for one in chosen for test in one.cases] == names


@pytest.mark.parametrize(
    ("filters", "tags", "skips", "problem"),
    [
        (["hail"], [], [], "--filter: no test has 'hail' in its name (see --list)"),
        ([], ["quik"], [], "--tag: no test has the tag 'quik' (did you mean quick?)"),
        ([], [], ["x"], "--skip-tag: no test has the tag 'x' (known: quick, slow, wet)"),
        (
            ["rain"],
            [],
            ["quick"],
            "mcptest run: no test is left by --filter, --tag and --skip-tag together (see --list)",
        ),
    ],
)
def test_a_selection_of_nothing_is_an_error(filters, tags, skips, problem):
    with pytest.raises(InputError) as caught:
        select(SELECTABLE, filters, tags, skips)
    assert str(caught.value) == problem


def test_without_any_tags_none_is_known():
    with pytest.raises(InputError, match="known: none"):
        select([suite(case("a"))], [], ["x"], [])


A, B = Server("a", Command(("a",), {}, None)), Server("b", Command(("b",), {}, None))
SERVERS = {"servers": {"a": {"command": "a"}, "b": {"command": "b"}}}
BOTH = suite(case("one", server="a"), case("two", server="b"), case("three", server="a"), **SERVERS)


def allotted(*args):
    return [
        (one.server.name, [test.name for s in one.suites for test in s.cases])
        for one in allot(*args)
    ]


def test_tests_go_to_the_servers_that_they_name():
    assert allotted([BOTH], (), "mcptest.yml") == [("a", ["one", "three"]), ("b", ["two"])]
    bare = suite(case("four"), file="o.yml")
    assert allotted([bare], (A,), "mcptest.yml") == [("a", ["four"])]
    assert allotted([BOTH, bare], (A,), "m.yml")[0] == ("a", ["one", "three", "four"])


def test_flags_win_where_the_tests_are_for_one_server():
    bare, one = suite(case("x")), suite(case("y", server="a"), servers={"a": {"command": "a"}})
    assert allotted([bare, one], (), "m.yml", B) == [("a", ["x", "y"])]
    assert allotted([bare], (), "m.yml", B) == [("b", ["x"])]
    with pytest.raises(InputError, match="the tests are for 2 servers: a, b"):
        allot([BOTH], (), "m.yml", A)


@pytest.mark.parametrize(
    ("suites", "configured", "problem"),
    [
        ([suite(case("x"))], (), "m.yml: there are no servers"),
        ([suite(case("x"))], (A, B), "m.yml: there are 2 servers"),
        (
            [BOTH, suite(case("x"), file="o.yml", servers={"a": {"command": "else"}})],
            (),
            "o.yml: the server 'a' is another one than in an earlier file",
        ),
        (
            [BOTH, suite(case("x"), file="o.yml")],
            (A._replace(target=B.target),),
            "o.yml: the server 'a' is another one in m.yml",
        ),
    ],
)
def test_a_server_that_nobody_can_choose_is_an_error(suites, configured, problem):
    with pytest.raises(InputError) as caught:
        allot(suites, configured, "m.yml")
    assert str(caught.value).startswith(problem)


def test_a_gate_has_one_server():
    assert [test.elsewhere for test in for_one(BOTH, "b").cases] == [True, False, True]
    assert for_one(suite(case("x")), "anything").cases[0].elsewhere is False
    with pytest.raises(InputError) as caught:
        for_one(BOTH, "c")
    wanted = "s.yml: its tests are for 2 servers, and none of them is 'c'"
    assert str(caught.value) == f"{wanted} (name one of them with --server: a, b)"


NOTHING_SENT = {"planned": 0, "because": "only tests were run"}


def part(total, incomplete=None, path=NOTHING_SENT):
    counts = {"total": total, "passed": total, "failed": 0, "skipped": 0, "inconclusive": 0}
    return {
        "schema_version": SCHEMA,
        "server": {"name": "x", "version": None},
        "protocol": {"era": "modern", "version": "1"},
        "source": None,
        "incomplete": incomplete,
        "nothing_works": False,
        "nothing_works_because": None,
        "summary": counts,
        "tests": [{"id": f"{total}.{n}"} for n in range(total)],
        "negative_path": path,
        "suite": {**counts, "ran": total, "files": ["s.yml"]},
        "safety": {},
    }


SENT = {
    "planned": 3, "checks_run": 3, "failures": 0, "held_back": 1, "gate_passed": 1, "breaks": 1,
    "tools_probed": 2,
}  # fmt: skip


def path_of(*paths):
    return merged_document(list("ab"), [part(1, path=path) for path in paths])["negative_path"]


def test_the_gate_of_several_runs_is_passed_only_if_nothing_is_missing_in_any():
    assert path_of(SENT, SENT)["gate_passed"] == 1
    assert path_of(SENT, {**SENT, "planned": 4, "gate_passed": 0})["gate_passed"] == 0
    assert path_of(SENT, {"planned": 2, "because": "no answer"})["gate_passed"] == 0
    broke = {"planned": 0, "breaks": 2, "because": "only tests were run"}
    assert path_of(broke, NOTHING_SENT) == broke


def test_several_runs_are_one_document():
    one, other = part(1), part(2, "late", SENT)
    assert merged_document(["a"], [one]) is one
    merged = merged_document(["a", "b"], [one, other])
    assert merged["summary"]["total"] == merged["suite"]["ran"] == len(merged["tests"]) == 3
    assert (merged["schema_version"], merged["incomplete"]) == (SCHEMA, "late")
    assert (merged["nothing_works"], merged["nothing_works_because"]) == (False, None)
    hopeless = {**one, "nothing_works": True, "nothing_works_because": "every call broke"}
    merged_with = merged_document(["a", "b"], [other, hopeless])
    assert merged_with["nothing_works"] is True
    assert merged_with["nothing_works_because"] == "every call broke"
    assert [server["name"] for server in merged["servers"]] == ["a", "b"]
    assert merged["negative_path"] == {
        "planned": 3, "checks_run": 3, "failures": 0, "held_back": 1, "breaks": 1,
        "tools_probed": 2, "gate_passed": 1,
    }  # fmt: skip
    assert merged["suite"]["files"] == ["s.yml"]
    assert "safety" not in merged


def test_facts_about_tests_name_them():
    tests = [
        {"id": "probe", "status": "failed"},
        {"id": "s.yml::a", "status": "failed", "suite": {"file": "s.yml"}},
        {"id": "s.yml::b", "status": "inconclusive", "suite": {"file": "s.yml"}},
    ]
    names = names_in(Document("run.json", {"tests": tests}))
    assert names["suite.failed"] == (Named("s.yml::a"),)
    assert names["suite.inconclusive"] == (Named("s.yml::b"),)
