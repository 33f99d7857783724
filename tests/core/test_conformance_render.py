"""Reports of conformance: what failed stands first, and no server writes any of it itself."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest
from conftest import FIXTURES
from examinees import LOOPBACK, MODERN, NOVEMBER
from markdown_it import MarkdownIt
from simulation import offline_gate

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.config import ExamConfig, Selection
from mcptest_action.core.checks.conformance.document import conformance_document
from mcptest_action.core.checks.conformance.examine import CheckResult, Examined
from mcptest_action.core.checks.conformance.expected import Expected
from mcptest_action.core.checks.conformance.model import Check, Level
from mcptest_action.core.checks.conformance.report import (
    CheckRow,
    RevisionRow,
    conformance_report,
)
from mcptest_action.core.checks.conformance.revision import everywhere
from mcptest_action.core.checks.results.ruling import (
    Status,
    failed,
    not_applicable,
    not_verified,
    passed,
)
from mcptest_action.core.checks.run.ended import Ended
from mcptest_action.core.facts.model import Fact
from mcptest_action.core.pipeline.formats import render
from mcptest_action.core.policy.model import Rule, RuleOutcome, RuleResult
from mcptest_action.core.protocol.exchange.reaction import Accepted
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.publish.outputs import outputs_of
from mcptest_action.core.render.conformance import (
    conformance_markdown,
    conformance_pretty,
    evidence_in,
)
from mcptest_action.core.render.conformance_catalogue import check_list, conformance_page, explained
from mcptest_action.core.render.conformance_formats import (
    conformance_junit,
    conformance_sarif,
    conformance_suite,
)
from mcptest_action.core.render.gating import gated_checks
from mcptest_action.core.render.lines import MOST_BYTES
from mcptest_action.core.render.report_json import dump

HOSTILE = (
    "\x1b[31mred\r\n::error::x ##[error]y <script>alert(1)</script> |cell| @team #1 "
    "[a](https://evil.example) `code` \u202e\ud800\x00 ]]> & </failure>"
)


def check(check_id, level=Level.MUST):
    return Check(check_id, level, "It works.", "a request", "Make it work.", everywhere("basic"))


def report_on(*results, incomplete="", spoken=(MODERN,), expected=None, other=()):
    asked = {NOVEMBER: tuple(other), MODERN: tuple(results)}
    found = Examined(tuple(asked), spoken, asked, (), Ended(incomplete) if incomplete else None)
    return conformance_report(found, ExamConfig(address=LOOPBACK), expected)


MIXED = (
    CheckResult(check("A-03", Level.INFO), failed("recorded")),
    CheckResult(check("A-04", Level.SHOULD), failed("it should")),
    CheckResult(check("A-05"), failed("it must")),
    CheckResult(check("A-01"), passed("fine")),
    CheckResult(check("A-02"), not_verified("late")),
    CheckResult(check("A-06"), not_applicable("nothing there")),
)
HOSTILE_ROWS = tuple(CheckResult(check(f"A-{i}"), failed(f"{HOSTILE} {i}")) for i in range(3))
FILE = Expected("expected.yml", {"A-04": ("A-04",), HOSTILE: ("A-01",)})


def test_the_evidence_names_lines_of_the_transcript():
    shown = [Exchange(Key("x", None, 1, n), {}, Accepted(), 1.0, line=n) for n in (9, 2, 9)]
    text = conformance_pretty(report_on(CheckResult(check("A-1"), failed("no", *shown))))
    assert "evidence: transcript, line 2, 9\n" in text
    revisions = {
        f"r{n}": RevisionRow(Status.FAILED, "no", "", (shown[0]._replace(line=n),))
        for n in range(1, 8)
    }
    row = CheckRow(check("A-1"), Status.FAILED, "no", revisions)
    assert evidence_in(row) == "transcript, line 1, 2, 3, 4, 5 and 2 more"


def test_a_gate_shows_it_above_the_rules():
    made = report_on(*MIXED)
    report = offline_gate(FIXTURES / "render" / "plain-pass")._replace(conformance=made)
    above, _, _ = render(report, "pretty", colour=False).partition("policy.yml")
    assert conformance_pretty(made) in above


def test_the_worst_stands_first():
    text = conformance_pretty(report_on(*MIXED))
    assert text.startswith(
        "conformance: F  (MUST 1 of 2, SHOULD 0 of 1, 1 not applicable, 1 not verified)\n"
        "  revisions  2026-07-28, over http\n"
    )
    assert text.index("A-05") < text.index("A-04") < text.index("A-03")
    assert "found: it must (2026-07-28)" in text
    assert f"spec: https://modelcontextprotocol.io/specification/{MODERN}/basic" in text
    assert "A-01" not in text


def test_who_asks_sees_what_did_not_fail():
    text = conformance_pretty(report_on(*MIXED), verbose=True)
    assert "  not_verified    MUST    A-02  late\n" in text
    assert "  passed          MUST    A-01  fine\n" in text
    assert text.count("A-05") == 1


def test_the_link_leads_to_the_newest_revision_in_which_it_failed():
    older = [CheckResult(check("A-01"), failed("no"))]
    text = conformance_pretty(report_on(CheckResult(check("A-01"), passed("yes")), other=older))
    assert f"specification/{NOVEMBER}/basic" in text
    assert "found: no (2025-11-25)" in text


@pytest.mark.parametrize("render", [conformance_pretty, conformance_markdown])
def test_what_every_report_says(render):
    text = render(report_on(*MIXED, incomplete="the server died", spoken=(), expected=FILE))
    assert "none of those asked for" in text
    assert "incomplete" in text
    assert "the server died" in text
    assert "new failures, which no file expects: A-05" in text
    assert "expected failures that no longer fail: " in text
    nothing = render(report_on(CheckResult(check("A-01"), passed("x")), expected=Expected("f", {})))
    assert "new failures, which no file expects: none" in nothing
    assert "incomplete" not in nothing


def test_no_line_of_a_terminal_is_written_by_the_server():
    hostile = report_on(*HOSTILE_ROWS, incomplete=HOSTILE, expected=FILE)
    text = conformance_pretty(hostile, verbose=True)
    plain = conformance_pretty(
        report_on(
            *[r._replace(ruling=failed("x")) for r in HOSTILE_ROWS], incomplete="x", expected=FILE
        )
    )
    assert text.count("\n") == plain.count("\n")
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\ud800" not in text
    assert "##[error]" not in text
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())


def test_no_markup_of_a_summary_is_written_by_the_server():
    text = conformance_markdown(report_on(*HOSTILE_ROWS, incomplete=HOSTILE, expected=FILE))
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    assert "<script" not in html
    assert 'evil.example"' not in html
    assert "<code>" not in re.sub("<code>[0-9a-f]{32}</code>", "", html), (
        "only fingerprints are code"
    )
    rows = [line for line in text.splitlines() if line.startswith("| ❌")]
    assert len(rows) == 3
    assert html.count("<tr>") == 4
    assert all(line.count("</td>") <= 1 for line in html.splitlines())
    assert "@team" not in text


def test_a_summary_has_room_for_other_things():
    rows = [CheckResult(check(f"A-{i:03}"), failed("x" * 300)) for i in range(100)]
    text = conformance_markdown(report_on(*rows))
    assert re.search(r"\| … \| \d+ more \| \| \| see conformance.json \|", text)
    assert len(text.encode()) < MOST_BYTES + 500


def test_a_recommendation_is_marked_otherwise():
    text = conformance_markdown(report_on(*MIXED))
    assert "| ❌ MUST | [A-05](" in text
    assert "| ⚠️ SHOULD | [A-04](" in text


def cases(xml):
    suite = ET.fromstring(xml).find("testsuite")  # noqa: S314 - our own
    return {
        case.get("name"): next((child.tag for child in case if child.tag != "system-out"), "passed")
        for case in suite.iter("testcase")
    }


def test_a_case_per_check():
    assert cases(conformance_junit(report_on(*MIXED, incomplete="it died"))) == {
        "A-01": "passed",
        "A-02": "skipped",
        "A-03": "skipped",
        "A-04": "failure",
        "A-05": "failure",
        "A-06": "skipped",
        "complete": "error",
    }
    assert cases(conformance_junit(report_on(*MIXED)))["A-05"] == "failure"


def test_what_gates_nothing_is_no_failure():
    suite = conformance_suite(report_on(*MIXED), gated=("MUST",))
    skipped = {case.name: case.skipped for case in suite.test_cases if case.skipped}
    assert set(skipped) == {"A-02", "A-03", "A-04", "A-06"}
    assert "gates nothing" in str(skipped["A-04"])


def test_no_element_of_junit_is_written_by_the_server():
    xml = conformance_junit(report_on(*HOSTILE_ROWS, incomplete=HOSTILE))
    assert set(cases(xml).values()) == {"failure", "error"}
    assert len(cases(xml)) == 4
    assert "\x1b" not in xml


def sarif(*results, file="mcptest.yml", **more):
    (run,) = json.loads(conformance_sarif(report_on(*results, **more), file))["runs"]
    return run


def test_sarif_has_a_rule_and_a_result_for_each_failure():
    run = sarif(*MIXED)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [
        "conformance/A-05", "conformance/A-04", "conformance/A-03",
    ]  # fmt: skip
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert rules[result["ruleIndex"]]["helpUri"].startswith("https://")
    assert run["invocations"] == [{"executionSuccessful": True, "properties": {"badge": "F"}}]


def test_sarif_says_that_not_everything_was_examined():
    (invocation,) = sarif(*MIXED, incomplete=HOSTILE)["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["level"] == "error"
    assert note["message"]["text"].startswith("The examination is incomplete: ")


def test_no_link_of_sarif_is_written_by_the_server():
    run = sarif(*HOSTILE_ROWS, file="./a b#c.yml")
    text = json.dumps(run, ensure_ascii=False)
    assert "](" not in text
    assert "\x1b" not in text
    (place,) = run["results"][0]["locations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "a%20b%23c.yml"


def test_fingerprints_do_not_follow_the_reason():
    one, other = (
        sarif(CheckResult(check("A-01"), failed(why)))["results"][0]["partialFingerprints"]
        for why in ("a", "b")
    )
    assert one == other


def test_json_shows_what_cannot_be_seen_as_escapes():
    text = dump(conformance_document(report_on(*HOSTILE_ROWS, incomplete=HOSTILE)))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert json.loads(text)["incomplete"].startswith("\x1b[31mred")


def rule(fact, outcome=RuleOutcome.FAIL):
    return RuleResult(Rule("r", fact, None, None, "", 1, 1, 1, 1), outcome, "", None, None)


@pytest.mark.parametrize(
    ("rules", "levels"),
    [
        ([rule("conformance.must_failed")], {"MUST"}),
        ([rule("conformance.should_failed")], {"SHOULD"}),
        ([rule("conformance.badge")], {"MUST", "SHOULD"}),
        ([rule("conformance.must_failed", RuleOutcome.PASS)], set()),
        ([rule("conformance.should_failed", RuleOutcome.WARN)], set()),
        ([rule("conformance.must_failed", RuleOutcome.WAIVED)], set()),
        ([rule("run.failed")], set()),
        ([rule("conformance.check.BASE-08")], {"BASE-08"}),
        ([rule("conformance.check.BASE-08", RuleOutcome.WAIVED)], set()),
    ],
)
def test_a_level_gates_where_a_rule_about_it_fails(rules, levels):
    assert gated_checks(rules) == levels


def test_every_check_is_on_the_page_and_in_the_list():
    page, lines = conformance_page(), check_list().splitlines()
    assert len(lines) == len(CHECKS)
    for found in CHECKS:
        assert f"\n## {found.id}\n" in page
        assert f"[{found.id}](#{found.id.lower()})" in page
    assert all("|" not in found.expects for found in CHECKS)


@pytest.mark.parametrize("found", CHECKS, ids=lambda found: found.id)
def test_a_check_can_be_explained(found):
    text = explained(found)
    assert text.startswith(f"{found.id}  {found.level}  ({found.basis})\n")
    for revision in found.revisions:
        assert f"  {revision}  https://" in text


@pytest.mark.parametrize("name", ["pretty", "markdown", "junit"])
def test_the_gate_shows_what_it_examined(name):
    plain = offline_gate(FIXTURES / "render" / "all-outcomes")
    report = plain._replace(conformance=report_on(*HOSTILE_ROWS, incomplete=HOSTILE))
    with_it = render(report, name, colour=False)
    assert "A-0" in with_it
    assert "A-0" not in render(plain, name, colour=False)
    assert "\x1b" not in with_it
    assert "<script" not in with_it or name == "pretty"


def test_the_badge_is_an_output_of_the_step():
    report = offline_gate(FIXTURES / "render" / "all-outcomes")
    facts = {"conformance.badge": Fact("conformance.badge", "T2", "conformance.json")}
    known = report._replace(pool=report.pool._replace(facts=facts))
    assert outputs_of(known, 1, {})["badge"] == "T2"
    assert outputs_of(report, 1, {})["badge"] == ""


def test_a_badge_for_a_part_of_the_checks_does_not_look_like_one_for_all():
    chosen = Selection((NOVEMBER,), pinned=True, only=("A", "B-01"), skip=("A-02",))
    rows = (
        CheckResult(check("A-01"), passed("fine")),
        CheckResult(check("A-03"), not_verified("no calls")),
    )
    found = Examined((NOVEMBER,), (NOVEMBER,), {NOVEMBER: rows}, (), None, calls=False)
    made = conformance_report(found, ExamConfig(chosen, LOOPBACK))
    part = "only A, B-01; without A-02; only in 2025-11-25"
    assert (made.badge, made.partial) == ("T1", part)
    assert conformance_document(made)["selection"] == {
        "only": ["A", "B-01"], "skip": ["A-02"], "revisions": [NOVEMBER], "pinned": True, "calls": False
    }  # fmt: skip
    pretty = conformance_pretty(made)
    assert pretty.startswith("conformance: T1 for a part of the checks  (MUST 1 of 1, ")
    assert f"  part       {part}\n  calls      switched off; 1 checks are not verified\n" in pretty
    markdown = conformance_markdown(made)
    assert markdown.startswith("### Conformance: T1 for a part of the checks\n")
    assert "- ⚠️ calls: switched off; 1 checks are not verified" in markdown
    assert dict(conformance_suite(made).properties) == {"badge": "T1", "partial": part}
    sarif = json.loads(conformance_sarif(made, "mcptest.yml"))
    assert sarif["runs"][0]["invocations"][0]["properties"] == {"badge": "T1", "partial": part}


def test_a_badge_for_all_checks_is_just_a_badge():
    made = report_on(*MIXED)
    assert conformance_document(made)["partial"] is None
    assert "part of the checks" not in conformance_pretty(made) + conformance_markdown(made)
