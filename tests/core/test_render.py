"""Every report of every case in `fixtures/render` is a golden file that people can open."""

import json
import re
import xml.etree.ElementTree as ET
from datetime import timedelta

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator
from simulation import NOON, offline_gate

from mcptest_action.core.facts.pool import FactPool
from mcptest_action.core.pipeline.formats import FORMATS, WRITTEN, render, reports_of
from mcptest_action.core.policy import default
from mcptest_action.core.policy.evaluate import LEVEL_OF, evaluate
from mcptest_action.core.policy.lint import Remark, lint
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Layer, Notice, Over, RuleOutcome, Unused
from mcptest_action.core.policy.waiver_state import list_waivers
from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.render import annotations, markdown, pretty, sarif
from mcptest_action.core.render.explanation import render_explanation
from mcptest_action.core.render.remarks import remarks_pretty
from mcptest_action.core.render.report import ORDER, Report
from mcptest_action.core.render.safety import safety_pretty
from mcptest_action.core.render.surface_pretty import surface_pretty
from mcptest_action.core.render.waiver_list import waivers_pretty
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

CASES = sorted(path for path in (FIXTURES / "render").iterdir() if path.is_dir())
FILES = {
    "pretty": "pretty.txt",
    "json": "verdict.json",
    "markdown": "summary.md",
    "junit": "junit.xml",
    "annotations": "annotations.txt",
    "sarif": "report.sarif",
}
SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/verdict.schema.json").read_text())


@pytest.mark.parametrize("name", list(FILES))
@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_report(folder, name, golden):
    golden(folder / FILES[name], render(offline_gate(folder), name, colour=False))


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_json_keeps_its_published_schema(folder):
    document = json.loads(render(offline_gate(folder), "json", colour=False))
    Draft202012Validator(SCHEMA).validate(document)


def test_colour_changes_nothing_but_colour(golden):
    report = offline_gate(FIXTURES / "render" / "all-outcomes")
    coloured = render(report, "pretty", colour=True)
    golden(FIXTURES / "render" / "all-outcomes" / "pretty-colour.txt", coloured)
    for code in (1, 31, 32, 33):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured.replace("\x1b[0m", "") == render(report, "pretty", colour=False)


def test_every_outcome_is_shown_somewhere():
    report = offline_gate(FIXTURES / "render" / "all-outcomes")
    assert {result.outcome for result in report.verdict.results} == set(RuleOutcome)


def test_every_format_has_a_golden_file():
    missing = {row.name for row in FORMATS} - set(FILES)
    assert not missing, (
        f"tests/core/test_render.py: add the golden file of {missing} to FILES, then make golden"
    )


def test_a_gate_writes_what_the_table_says():
    """Every row with a file, and no second list: a new format cannot be forgotten."""
    report = offline_gate(FIXTURES / "render" / "all-outcomes")
    named = {row.file for row in FORMATS if row.file}
    assert set(reports_of(report)) == named == {row.file for row in WRITTEN}
    assert all(row.output for row in WRITTEN)
    built_in = report._replace(policy=report.policy._replace(file=default.FILE))
    assert named - set(reports_of(built_in)) == {"report.sarif"}


def test_tables_are_total():
    assert set(LEVEL_OF) == set(RuleOutcome) == set(ORDER) == set(markdown.MARK)
    assert set(pretty._COLOUR) == set(RuleOutcome)
    assert set(annotations._KIND) == set(sarif.LEVEL) == set(RuleOutcome) - {RuleOutcome.PASS}


def big_report(rules: int, waivers: int) -> Report:
    """A policy whose every rule is unevaluated or waived, with long words everywhere."""
    word = "é|" * 40
    text = 'version: "1.0"\nrules:\n'
    text += "".join(f"- {{id: '{n} {word}', fact: run.failed, max: 0}}\n" for n in range(rules))
    text += "waivers:\n" + "".join(
        f"- {{rule: '{n} {word}', owner: '{word}', reason: '{word}', expiry: x}}\n"
        for n in range(waivers)
    )
    policy = load_policy(text, "policy.yml")
    pool = FactPool({}, {})
    verdict = evaluate(policy, pool, now=parse_timestamp(NOON))
    return Report(policy, verdict, pool, (), time_overridden=False)


def test_a_huge_summary_stays_below_one_mebibyte_and_says_what_is_missing():
    text = render(big_report(6000, 3000), "markdown", colour=False)
    assert len(text.encode()) < 1024 * 1024
    assert text.startswith("## Policy verdict: ❌ fail\n")
    assert "more rules, not shown for length." in text
    assert "more waivers, not shown for length." in text


def test_a_long_list_of_notices_is_cut_with_a_count():
    report = big_report(1, 1)
    late = report.verdict.evaluated_at + timedelta(days=1)
    notices = tuple(Notice(1, f"notice {n}") for n in range(60))
    verdict = report.verdict._replace(breaches=notices, notices=notices, evaluated_at=late)
    text = render(report._replace(verdict=verdict), "markdown", colour=False)
    assert text.endswith("- notice 49\n- … and 10 more\n")
    assert "- ❌ waiver policy: notice 49\n- … and 10 more\n\n| Outcome |" in text


def test_annotations_stop_at_ten_of_a_kind_and_say_so():
    lines = render(big_report(30, 0), "annotations", colour=False).splitlines()
    *errors, warning = lines
    assert len(errors) == 10
    assert errors[-1] == "::error file=policy.yml::21 more, see the report"
    assert " limit faults, but no rule asks that anything was run " in warning


def test_a_clock_that_was_set_is_said_everywhere():
    report = offline_gate(FIXTURES / "render" / "plain-pass")
    for name in FILES:
        honest = render(report._replace(time_overridden=False), name, colour=False)
        assert render(report, name, colour=False) != honest, name


@pytest.mark.parametrize("name", list(FILES))
def test_no_report_shows_a_character_that_cannot_be_seen(name):
    """Whatever a new format does, hostile text goes through an escaper first."""
    text = render(offline_gate(FIXTURES / "render" / "hostile"), name, colour=False)
    marks = "\u200b" if name == "markdown" else ""  # which breaks mentions and links apart
    unseen = re.findall(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f]", text
    )
    assert [char for char in unseen if char not in marks] == []
    assert not re.search(r"^::(?!error|warning|notice)", text, re.MULTILINE)


HOSTILE_NAME = "::error::x ##[group]y"


def of_a_layer(policy, name):
    """The policy, if all of it stood in another one that it extends."""
    over = Over(name, 1, name, name)
    return policy._replace(
        rules=tuple(rule._replace(layer=name, over=over) for rule in policy.rules),
        waivers=tuple(waiver._replace(layer=name) for waiver in policy.waivers),
        layers=(Layer(name, 1, 1, Unused.FAIL),),
    )


def every_text_for_a_terminal():
    """What each renderer of lines makes of a policy that is hostile from its first character on."""
    text = f"""
version: "1.0"
rules: [{{id: "{HOSTILE_NAME}", fact: nope, max: 0, description: "{HOSTILE_NAME}"}}]
waivers:
- {{rule: "{HOSTILE_NAME}", owner: "{HOSTILE_NAME}", reason: "{HOSTILE_NAME}", issue: "{HOSTILE_NAME}", expiry: x}}
"""
    policy = load_policy(text, HOSTILE_NAME)
    now = parse_timestamp(NOON)
    verdict = evaluate(policy, FactPool({}, {}), now=now)
    notice = Notice(1, HOSTILE_NAME, HOSTILE_NAME)
    verdict = verdict._replace(breaches=(notice,), notices=(notice,))
    report = Report(policy, verdict, FactPool({}, {}), (), time_overridden=False)
    for colour in (False, True):
        yield f"pretty, colour {colour}", pretty.render_pretty(report, colour=colour)
    yield "explanation", render_explanation(verdict.results[0], policy)
    yield "waivers", waivers_pretty(policy, list_waivers(policy, now=now, ending_by=None))
    layered = of_a_layer(policy, HOSTILE_NAME)
    verdict = evaluate(layered, FactPool({}, {}), now=now)
    report = report._replace(policy=layered, verdict=verdict)
    yield "pretty with layers", pretty.render_pretty(report, colour=True)
    yield "explanation with layers", render_explanation(verdict.results[0], layered)
    yield "waivers with layers", waivers_pretty(layered, list_waivers(layered, now=now))
    remark = Remark(1, 1, True, HOSTILE_NAME, HOSTILE_NAME, HOSTILE_NAME)
    remarks = (remark, *lint(layered, now=now), *lint(policy, now=now))
    yield "remarks", remarks_pretty(HOSTILE_NAME, remarks)
    item = {"name": HOSTILE_NAME, "uri": HOSTILE_NAME, "description": HOSTILE_NAME}
    surface = Surface(
        NEWEST_LEGACY, item, {HOSTILE_NAME: {}}, HOSTILE_NAME, (item,), (item,), (item,), (item,),
        (HOSTILE_NAME,),
    )  # fmt: skip
    yield "surface", surface_pretty(surface)
    yield "safety", safety_pretty(HOSTILE_NAME, make_plan([item], ExecutionPolicy(), {}))


def test_no_line_is_a_workflow_command():
    """Runners look for one behind white space; some take the colours off before."""
    for name, text in every_text_for_a_terminal():
        assert "group]y" in text, name
        plain = re.sub(r"\x1b\[\d+m", "", text)
        commands = [line for line in plain.splitlines() if line.lstrip().startswith("::")]
        assert (name, commands, "##[" in plain) == (name, [], False)


def test_a_summary_says_which_layer_a_rule_comes_from():
    report = offline_gate(FIXTURES / "render" / "all-outcomes")
    report = report._replace(policy=of_a_layer(report.policy, "../org/a|b.yml"))
    verdict = evaluate(report.policy, report.pool, now=parse_timestamp(NOON))
    text = render(report._replace(verdict=verdict), "markdown", colour=False)
    rows = [line for line in text.splitlines() if "no-failed-tests" in line]
    assert "\\[../org/a\\|b.yml\\]" in rows[0]


def test_junit_is_xml_whose_counts_are_true():
    root = ET.fromstring((FIXTURES / "render/all-outcomes/junit.xml").read_text())  # noqa: S314
    (suite,) = root
    cases = suite.findall("testcase")
    assert len({case.get("name") for case in cases}) == len(cases) == int(suite.get("tests"))
    for kind, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        found = suite.findall(f"testcase/{kind}")
        assert len(found) == int(suite.get(attribute))
        assert all(element.get("message") == element.text for element in found)


def test_the_default_policy_has_annotations_without_a_file_and_no_sarif():
    report = offline_gate(FIXTURES / "render" / "all-outcomes")
    report = report._replace(policy=report.policy._replace(file=default.FILE))
    lines = render(report, "annotations", colour=False).splitlines()
    assert lines[0].startswith("::error title=fail%3A no-failed-tests::run.failed is 2")
    many = big_report(30, 0)
    many = many._replace(policy=many.policy._replace(file=default.FILE))
    *errors, warning = render(many, "annotations", colour=False).splitlines()
    assert errors[-1] == "::error::21 more, see the report"
    assert warning.startswith("::warning title=policy lint::")
    with pytest.raises(InputError, match="SARIF must point into one"):
        render(report, "sarif", colour=False)


def sarif_run(report):
    (run,) = json.loads(render(report, "sarif", colour=False))["runs"]
    return run


def test_every_sarif_result_has_what_github_asks_for():
    for folder in CASES:
        run = sarif_run(offline_gate(folder))
        rules = run["tool"]["driver"]["rules"]
        assert len({rule["id"] for rule in rules}) == len(rules)
        for result in run["results"]:
            (location,) = result["locations"]
            place = location["physicalLocation"]
            assert place["artifactLocation"]["uri"] == "policy.yml"
            assert place["region"]["startLine"] >= 1
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["level"] in ("error", "warning", "note")
            assert ("suppressions" in result) == (result["level"] == "note")


def test_sarif_fingerprints_do_not_follow_the_lines():
    report = offline_gate(FIXTURES / "render" / "all-outcomes")
    moved = report._replace(verdict=report.verdict._replace(results=tuple(
        result._replace(rule=result.rule._replace(line=result.rule.line + 5))
        for result in report.verdict.results
    )))  # fmt: skip
    one, two = sarif_run(report)["results"], sarif_run(moved)["results"]
    assert [r["locations"] for r in one] != [r["locations"] for r in two]
    assert [r["partialFingerprints"] for r in one] == [r["partialFingerprints"] for r in two]
    assert len({r["partialFingerprints"]["mcptestFinding/v1"] for r in one}) == len(one)


def test_sarif_stops_at_what_github_shows_and_says_so():
    run = sarif_run(big_report(sarif.MOST + 7, 0))
    assert len(run["results"]) == sarif.MOST
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"] == "7 more results are not listed; see the other reports."


def test_sarif_names_the_file_as_an_address():
    report = offline_gate(FIXTURES / "render" / "waiver-breach")
    report = report._replace(policy=report.policy._replace(file="./a folder/päss.yml"))
    place = sarif_run(report)["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20folder/p%C3%A4ss.yml"
