"""Probes in the reports: what went wrong first, nothing that a server can use, never too long."""

import json
import re
import xml.etree.ElementTree as ET

import pytest
from conftest import FIXTURES
from pure_server import VERSION, PureServer, run_everything
from simulation import offline_gate

from mcptest_action.core.authoring.mock.faults import with_flaky_hints
from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.checks.results import tests as runs
from mcptest_action.core.checks.results.ruling import Ruling, Status, failed, passed
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.rebuild import rebuild
from mcptest_action.core.pipeline.formats import FORMATS, render
from mcptest_action.core.policy.model import RuleOutcome
from mcptest_action.core.render import gating
from mcptest_action.core.render.gating import gates
from mcptest_action.core.render.lines import MOST_BYTES
from mcptest_action.core.render.of_run import probes_of
from mcptest_action.core.render.probes import (
    ORDER,
    Probes,
    probe_tally,
    probes_markdown,
    probes_pretty,
    remarks,
)

HOSTILE = FIXTURES / "render" / "probes-hostile"
TROUBLE = FIXTURES / "render" / "probes"


def result(ruling, *, tool="search", check="wrong_type", negative_path=True):
    return runs.TestResult(check, tool, "FAULT-X-Y", "schema", negative_path, ruling)


INCONCLUSIVE = Ruling(Status.INCONCLUSIVE, "not sent")
SKIPPED = Ruling(Status.SKIPPED, "no", "destructive")


def test_the_tally_names_every_status_that_occurred_worst_first():
    rulings = [passed("a"), SKIPPED, failed("b"), INCONCLUSIVE, passed("c")]
    assert (
        probe_tally(Probes(tuple(map(result, rulings))))
        == "1 failed, 1 inconclusive, 1 skipped, 2 passed"
    )
    assert probe_tally(Probes(())) == "nothing was run"


def test_what_a_check_rules_on_is_one_line_and_no_trouble():
    lax = [result(failed("accepted"), tool=str(number)) for number in range(3)]
    shown = probes_pretty(Probes((*lax, result(passed("x"))), see={"wrong_type": "TOOLS-12"}))
    assert "  see           TOOLS-12: wrong_type failed 3 times, counted there" in shown
    assert "accepted" not in shown
    assert "accepted" in probes_pretty(Probes(tuple(lax)))


def test_a_cause_behind_the_server_is_told_once_with_the_ways_out():
    unknown = Ruling(Status.SKIPPED, "not verified: …", "service_unreachable")
    probes = Probes((result(unknown), result(unknown), result(SKIPPED)), upstream=("it is gone",))
    assert probe_tally(probes) == "1 skipped, 2 not verified"
    shown = probes_pretty(probes)
    assert shown.count("  not verified  it is gone") == 1
    assert "  ways out      give the server dummy keys" in shown
    assert "  not verified  2 service_unreachable: sent, but a service" in shown
    assert "  skipped       1 destructive" in shown
    assert "- not verified: it is gone" in probes_markdown(probes)


def test_the_tally_tells_bad_requests_from_other_failures():
    bad, other = result(failed("x")), result(failed("x"), negative_path=False)
    assert probe_tally(Probes((bad, other, other))) == "3 failed (1 of them bad requests)"
    assert probe_tally(Probes((bad, bad))) == "2 failed"
    assert probe_tally(Probes((other,))) == "1 failed"


def test_probes_are_linked_to_their_page_and_nothing_else_is():
    deep = "active_probe_read_tools_honor_their_schema"
    rows = [result(failed("x"), check=check) for check in ("wrong_type", deep, "[x](http://y)")]
    text = probes_markdown(Probes(tuple(rows)))
    assert (
        "[wrong\\_type](https://github.com/org/mcptest-action/blob/main/docs/probes.md#wrong_type)"
        in text
    )
    assert "docs/probes.md#the-deep-scan)" in text
    assert "](http://y)" not in text


def test_a_run_without_trouble_is_two_lines():
    assert probes_pretty(Probes((result(passed("a")),))) == "probes: 1 passed\n"
    assert probes_markdown(Probes((result(passed("a")),))) == "### Probes\n\n1 passed\n"


def test_what_is_worth_knowing_is_said():
    unstable = result(passed("unstable")._replace(unstable=True), tool="now")
    probes = Probes((unstable,), "cut", ("a", "b"), ("c",), SKIPPED, ("x: changed",), "hello")
    assert list(remarks(probes)) == [
        ("incomplete", "cut"),
        ("only", "a, b"),
        ("left out", "c"),
        ("unstable", "now answered the same call in two ways"),
        ("unstable", "x: changed"),
        ("noise", "hello"),
        ("deep scan", "destructive: no"),
    ]
    assert list(remarks(Probes((result(passed("a")),)))) == []


def test_a_run_is_told_as_it_was():
    config = RunConfig(deep_scan=True, skip=("oversized",))
    server, other = PureServer(), PureServer(with_flaky_hints(preset("demo"), 2))
    for one in (server, other):
        run_everything(one, config)
    second = [e for e in other.exchanges if e.key.check == "restart"]
    exchanges = [*(e for e in server.exchanges if e.key.check != "restart"), *second]
    probes = probes_of(rebuild(exchanges, config, VERSION))
    assert (probes.only, probes.skip, probes.incomplete) == ((), ("oversized",), "")
    assert probes.unstable == (
        "search_records: readOnlyHint was true, and on a new connection it is false",
    )
    assert (
        probes.deep_scan.because
        == "no tool that reads could be called with strictly typed arguments"
    )
    quiet = rebuild(server.exchanges, config._replace(deep_scan=False), VERSION)
    assert probes_of(quiet).deep_scan is None


@pytest.mark.parametrize(
    ("ruling", "negative_path", "fact", "outcome", "expected"),
    [
        (failed("x"), True, "run.failed", RuleOutcome.FAIL, True),
        (failed("x"), False, "run.failed", RuleOutcome.EXPIRED_WAIVER, True),
        (failed("x"), True, "run.failed", RuleOutcome.UNEVALUATED, True),
        (failed("x"), True, "run.failed", RuleOutcome.WARN, False),
        (failed("x"), True, "run.failed", RuleOutcome.WAIVED, False),
        (failed("x"), True, "run.failed", RuleOutcome.PASS, False),
        (failed("x"), True, "run.passed", RuleOutcome.FAIL, True),
        (failed("x"), True, "run.total", RuleOutcome.FAIL, False),
        (failed("x"), True, "negative_path.gate_passed", RuleOutcome.FAIL, True),
        (failed("x"), False, "negative_path.gate_passed", RuleOutcome.FAIL, False),
        (INCONCLUSIVE, True, "run.inconclusive", RuleOutcome.FAIL, True),
        (INCONCLUSIVE, True, "run.failed", RuleOutcome.FAIL, False),
        (INCONCLUSIVE, True, "negative_path.checks_run", RuleOutcome.FAIL, True),
        (SKIPPED, True, "run.failed", RuleOutcome.FAIL, False),
        (passed("x"), True, "run.failed", RuleOutcome.FAIL, False),
    ],
)
def test_a_result_gates_where_a_rule_that_fails_looks_at_it(
    ruling, negative_path, fact, outcome, expected
):
    (rule, *_) = offline_gate(TROUBLE).verdict.results
    rule = rule._replace(outcome=outcome, rule=rule.rule._replace(fact=fact))
    assert gates(result(ruling, negative_path=negative_path), [rule]) is expected


@pytest.mark.parametrize(("breaks", "expected"), [(0, False), (1, True)])
def test_what_broke_the_server_gates_where_a_rule_counts_that(breaks, expected):
    (rule, *_) = offline_gate(TROUBLE).verdict.results
    fact = rule.rule._replace(fact="negative_path.breaks")
    rule = rule._replace(outcome=RuleOutcome.FAIL, rule=fact)
    assert gates(result(failed("x"), negative_path=False), [rule], breaks) is expected


def test_junit_has_the_times_of_the_transcript():
    report = offline_gate(TROUBLE)
    first, second, *_ = report.probes.results
    times = {
        (first.check, first.tool): runs.Measured(took_us=100_000),
        (second.check, second.tool): runs.Measured(took_us=200_001),
    }
    timed = report._replace(probes=report.probes._replace(measured=times))
    suites = ET.fromstring(render(timed, "junit", colour=False))  # noqa: S314
    suite = suites[1]
    assert [case.get("time") for case in suite[:3]] == ["0.100000", "0.200001", None]
    assert (suite.get("time"), suites.get("time")) == ("0.300001", "0.300001")


def test_tables_are_total():
    tables = (gating._OF_A_PROBE, gating._OF_A_BAD_REQUEST, gating._OF_A_TEST, ORDER)
    assert all(set(table) == set(Status) for table in tables)


def junit(folder):
    xml = render(offline_gate(folder), "junit", colour=False)
    policy, probes = ET.fromstring(xml)  # noqa: S314
    return policy, probes


def test_junit_has_two_suites_whose_counts_are_true():
    policy, probes = junit(TROUBLE)
    assert (policy.get("name"), probes.get("name")) == ("mcptest.policy", "mcptest.probes")
    cases = probes.findall("testcase")
    assert len({case.get("name") for case in cases}) == len(cases) == int(probes.get("tests"))
    assert (probes.get("failures"), probes.get("errors"), probes.get("skipped")) == ("2", "0", "4")


def test_junit_shows_what_gates_nothing_as_skipped():
    _, probes = junit(TROUBLE)
    (case,) = [c for c in probes if c.get("name") == "repeated_call:search"]
    assert (
        case.find("skipped").get("message").startswith("inconclusive, but gates nothing: not sent")
    )


def test_junit_tells_names_apart_that_look_the_same():
    _, probes = junit(HOSTILE)
    names = [case.get("name") for case in probes.findall("testcase")]
    assert len(set(names)) == len(names) == 5
    assert sum(name.endswith(" (2)") for name in names) == 1


def hostile_texts():
    report = offline_gate(HOSTILE)
    yield from ((row.name, row.make(report, False)) for row in FORMATS)


def test_no_text_of_a_server_is_taken_for_anything_else():
    for name, text in hostile_texts():
        unseen = re.findall(
            "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\ud800-\udfff]", text
        )
        assert (name, unseen) == (name, [])
        lines = [line.lstrip() for line in text.splitlines()]
        commands = [
            line
            for line in lines
            if re.match(r"::(?!error file=|warning file=|notice file=)", line)
        ]
        assert (name, commands, "##[" in text) == (name, [], False)
    text = dict(hostile_texts())["markdown"]
    assert "<img" not in text
    assert "@everyone" not in text
    rows = [line for line in text.splitlines() if line.startswith("| ❌")]
    cells = {len(re.findall(r"(?<!\\)\|", row)) for row in rows if "wrong" in row or "null" in row}
    assert cells == {6}


def test_a_summary_full_of_failures_keeps_to_its_share_and_says_what_is_missing():
    evil = "\U000e0001" * 1000  # each becomes eleven characters
    many = tuple(result(failed(evil), tool=f"{n} {evil}") for n in range(300))
    probes = Probes(many, evil, (evil,) * 3, (evil,), failed(evil), (evil,) * 200)
    text = probes_markdown(probes)
    assert len(text.encode()) < MOST_BYTES
    assert re.search(r"^- … and \d+ more, see run.json$", text, re.MULTILINE)
    assert re.search(r"^\| … \| 29\d more \| \| \| see run.json \|$", text, re.MULTILINE)


def test_a_summary_shows_a_hundred_short_rows():
    many = tuple(result(failed("x"), tool=str(n)) for n in range(150))
    text = probes_markdown(Probes(many))
    assert text.count("❌ failed") == 100
    assert "| … | 50 more | | | see run.json |" in text


def test_a_terminal_shows_fifty_lines_and_says_how_many_more():
    many = tuple(result(failed("x"), tool=str(n)) for n in range(60))
    lines = probes_pretty(Probes(many)).splitlines()
    assert len(lines) == 52
    assert lines[-1] == "  …             10 more, see run.json"


def test_verdict_json_holds_no_probes():
    document = json.loads(render(offline_gate(TROUBLE), "json", colour=False))
    assert "probes" not in document
