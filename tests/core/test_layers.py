"""Layers: what reports cite, what the gate's own rules make of them, and where files are looked for.

What tightens and what loosens stands in `fixtures/layers`, see `test_policy_cases.py`.
"""

import hashlib
import json
from xml.etree import ElementTree as ET

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator
from simulation import NOON, offline_gate, with_layers

from mcptest_action.core.facts.model import Fact
from mcptest_action.core.facts.pool import FactPool
from mcptest_action.core.pipeline.judging import Given, given_by, judge, policy_in
from mcptest_action.core.policy.compare import implies
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.layers.reading import MOST_FILES, answered
from mcptest_action.core.policy.layers.reference import FileReference
from mcptest_action.core.policy.lint import lint
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Equals, Level, Malformed, Max, Min, OneOf, RuleOutcome
from mcptest_action.core.policy.omissions import omission_lines
from mcptest_action.core.policy.own_rule import NO_RULE, NONE_BELOW, TESTS_RULE, with_own_rules
from mcptest_action.core.policy.packs import pack_of
from mcptest_action.core.policy.waiver_edit import edit_waiver
from mcptest_action.core.policy.waiver_grant import WaiverRequest, grant
from mcptest_action.core.policy.waiver_state import list_waivers
from mcptest_action.core.policy.wording import written
from mcptest_action.core.render.annotations import render_annotations
from mcptest_action.core.render.explanation import render_explanation
from mcptest_action.core.render.junit import render_junit
from mcptest_action.core.render.pretty import render_pretty
from mcptest_action.core.render.remarks import remarks_document, remarks_pretty
from mcptest_action.core.render.report import Source
from mcptest_action.core.render.report_json import render_json, verdict_document
from mcptest_action.core.render.sarif import render_sarif
from mcptest_action.core.render.waiver_list import waivers_document, waivers_pretty
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
HEAD = 'version: "1.0"\n'
ORG = f"""\
{HEAD}rules:
# A comment, so that no line is that of a rule in the other file.
#
#
#
- {{id: none-failed, fact: run.failed, max: 5, waivable: false}}
- {{id: old, fact: run.skipped, max: 0}}
- {{id: none-skipped, fact: run.skipped, max: 0, severity: warn}}
waivers:
- {{rule: none-skipped, owner: org, reason: known, expiry: "2026-11-20T00:00:00Z"}}
- {{rule: old, owner: org, reason: known, expiry: "2026-11-01T00:00:00Z"}}
waiver_policy: {{unused: fail}}
"""
OWN = f"""\
{HEAD}
extends: ../org/policy.yml
rules:
- {{id: none-failed, fact: run.failed, max: 2}}
- {{id: mine, fact: run.total, min: 100}}
"""
PARENTS = {"../org/policy.yml": ORG.encode()}
RUN = b'{"summary": {"total": 9, "passed": 6, "failed": 3, "skipped": 0}}'
SKIPPED = b'{"summary": {"total": 9, "passed": 6, "failed": 0, "skipped": 3}}'


def report_on(own, run, parents=PARENTS):
    source = Source("--policy", "policy.yml", own.encode())
    given = answered(given_by(source), parents)
    return judge(given._replace(sources=(source, Source("--run-report", "run.json", run))), NOW)


def lines_of(own, run=RUN):
    return render_pretty(report_on(own, run), colour=False).splitlines()


# What reports cite.


def test_the_terminal_names_the_layer_of_a_rule_and_of_a_waiver():
    lines = lines_of(OWN)
    assert (
        "  fail            none-failed   run.failed is 3 (from run.json), expected at most 2"
        in lines
    )
    assert any(
        "none-skipped  run.skipped is 0" in x and x.endswith(" [../org/policy.yml]") for x in lines
    )
    breach = "../org/policy.yml:11: waiver policy: the waiver for 'none-skipped' is unused: "
    assert any(line.startswith(breach) for line in lines)


def test_what_a_layer_says_is_shown_at_the_line_that_extends_it():
    """The file may lie outside of the repository, and its lines are not the policy's own."""
    report = report_on(OWN, SKIPPED)
    told = render_annotations(report)
    assert "::error file=policy.yml,line=3,title=expired-waiver%3A old::" in told
    assert "::error file=policy.yml,line=6,title=fail%3A mine::" in told
    log = json.loads(render_sarif(report))
    places = {
        result["ruleId"]: result["locations"][0]["physicalLocation"]["region"]
        for result in log["runs"][0]["results"]
    }
    assert places["policy/old"] == {"startLine": 3, "startColumn": 10}
    assert places["policy/none-skipped"] == {"startLine": 3, "startColumn": 10}
    assert places["policy/mine"]["startLine"] == 6
    cases = ET.fromstring(render_junit(report)).iter("testcase")  # noqa: S314 - our own
    lines = {case.get("name"): (case.get("file"), case.get("line")) for case in cases}
    assert lines["old"] == ("policy.yml", "3")
    assert lines["mine"] == ("policy.yml", "6")


def test_a_breach_and_a_notice_of_a_layer_are_shown_there_as_well():
    report = report_on(OWN, RUN)
    assert "::error file=policy.yml,line=3,title=waiver policy::" in render_annotations(report)
    (breach, _) = json.loads(render_sarif(report))["runs"][0]["results"][:2]
    region = breach["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 3, "startColumn": 10}
    assert 'name="waiver on line 11 of ../org/policy.yml"' in render_junit(report)
    soon = report_on(OWN, SKIPPED)
    assert "::notice file=policy.yml,line=3,title=waivers::" in render_annotations(soon)


def test_a_remark_on_a_layer_is_shown_there_as_well():
    alone = f"{HEAD}extends: ../org/policy.yml\n"
    report = report_on(alone, RUN)
    assert "::warning file=policy.yml,line=2,title=policy lint::" in render_annotations(report)
    (line,) = [one for one in omission_lines(report.policy) if "none-failed" in one]
    assert line.startswith("../org/policy.yml:7:3: 'none-failed' limits faults")


def test_two_ids_that_look_alike_are_told_apart_by_layer_and_line():
    own = f'{HEAD}extends: o.yml\nrules:\n- {{id: "a\\u0001", fact: run.total, min: 1}}\n'
    org = f'{HEAD}rules:\n\n- {{id: "a\\\\u0001", fact: run.total, min: 1}}\n'
    text = render_junit(report_on(own, RUN, {"o.yml": org.encode()}))
    assert "(line 4)" in text
    assert "(line 4 of o.yml)" in text


def test_the_verdict_for_machines_names_the_layer_where_there_is_one():
    report = report_on(OWN, RUN)
    document = verdict_document(report)
    schema = ROOT / "src" / "mcptest_action" / "schemas" / "verdict.schema.json"
    Draft202012Validator(json.loads(schema.read_text())).validate(json.loads(render_json(report)))
    layers = {rule["id"]: rule.get("layer") for rule in document["rules"]}
    org = "../org/policy.yml"
    assert layers == {"none-failed": None, "old": org, "none-skipped": org, "mine": None}
    assert {waiver["layer"] for waiver in document["waivers"]} == {org}
    assert {breach["layer"] for breach in document["waiver_breaches"]} == {org}
    digest = hashlib.sha256(ORG.encode()).hexdigest()
    assert document["inputs"][1] == {"flag": "extends", "file": org, "sha256": digest}
    assert [each["flag"] for each in document["inputs"]] == ["--policy", "extends", "--run-report"]


def explained(own, rule, parents=PARENTS):
    report = report_on(own, RUN, parents)
    (result,) = (result for result in report.verdict.results if result.rule.id == rule)
    return render_explanation(result, report.policy)


def test_a_rule_is_explained_with_its_layer():
    said = explained(OWN, "none-failed")
    place = "policy.yml, in place of ../org/policy.yml:7 (max: 5, severity fail)\n"
    assert f"layer:     {place}" in said
    assert "to do:     make the rule hold; its layer allows no waiver here\n" in said
    assert "layer:     policy.yml\n" in explained(OWN, "mine")
    assert "or grant it time with mcptest waiver add" in explained(OWN, "mine")
    said = explained(OWN, "none-skipped")
    assert "layer:     ../org/policy.yml, by way of policy.yml:3\n" in said
    assert "(../org/policy.yml:11); org: known" in said
    assert "layer:" not in explained(ORG, "old")


def test_a_waiver_that_covers_a_rule_no_longer_is_named():
    own = f"{OWN}- {{id: none-skipped, fact: run.skipped, max: 0, severity: fail}}\n"
    said = "and not covered by the waiver in ../org/policy.yml:11\n"
    assert said in explained(own, "none-skipped")
    policy = load_policy(own, "policy.yml", PARENTS)
    said = "the waiver in ../org/policy.yml:11 does not cover 'none-skipped' as it stands here"
    assert said in [remark.what for remark in lint(policy, now=NOW)]
    waived = f'{own}waivers:\n- {{rule: none-skipped, owner: me, reason: x, expiry: "2026-12-01T00:00:00Z"}}\n'
    policy = load_policy(waived, "policy.yml", PARENTS)
    assert said not in [remark.what for remark in lint(policy, now=NOW)]


def test_a_waiver_is_named_with_its_own_file_also_two_layers_below():
    rule = "- {id: none-skipped, fact: run.skipped, max: 0, severity: %s}\n"
    parents = {"m.yml": f"{HEAD}extends: o.yml\nrules:\n{rule % 'warn'}", "o.yml": ORG}
    contents = {name: text.encode() for name, text in parents.items()}
    own = f"{HEAD}extends: m.yml\nrules:\n{rule % 'fail'}"
    remarks = lint(load_policy(own, "policy.yml", contents), now=NOW)
    said = "the waiver in o.yml:11 does not cover 'none-skipped' as it stands here"
    assert said in [remark.what for remark in remarks]
    assert "in place of m.yml:4 (max: 0, severity warn)" in explained(own, "none-skipped", contents)


def test_remarks_name_the_file_that_they_are_about():
    policy = load_policy(OWN.replace("run.total", "run.totl"), "policy.yml", PARENTS)
    remarks = lint(policy, now=NOW)
    lines = remarks_pretty("policy.yml", remarks).splitlines()
    assert lines[0].startswith("policy.yml:5:3: warning: 'none-failed' limits faults")
    assert lines[1].startswith("policy.yml:6:20: error: 'mine' names an unknown fact")
    assert any(
        line.startswith("../org/policy.yml:12:3: warning: the waiver for 'old'") for line in lines
    )
    assert lines[-1].startswith("policy.yml: 1 error, ")
    document = remarks_document("policy.yml", remarks)["remarks"]
    assert [each.get("file") for each in document[:2]] == [None, None]
    assert document[-1]["file"] == "../org/policy.yml"


def test_waivers_are_listed_with_the_file_that_they_stand_in():
    policy = load_policy(OWN, "policy.yml", PARENTS)
    listed = list_waivers(policy, now=NOW)
    assert waivers_pretty(policy, listed).startswith("../org/policy.yml:12: expired")
    assert waivers_document(listed)["waivers"][0]["layer"] == "../org/policy.yml"


# The gate has rules of its own, which a policy may decide on instead.

SUITE_FAILED = FactPool(
    {
        name: Fact(name, value, "run.json")
        for name, value in {
            "run.passed": 5, "safety.tools": 0, "suite.failed": 1, "suite.ran": 2, "run.total": 5,
        }.items()
    },
    {},
)  # fmt: skip
LAX = "- {id: lax, fact: suite.failed, max: 9, severity: warn}\n"
SILENT = "- {id: ran, fact: run.total, min: 1}\n"


def judged(child, **parents):
    contents = {f"{name}.yml": f"{HEAD}{text}".encode() for name, text in parents.items()}
    policy = load_policy(f"{HEAD}{child}", "policy.yml", contents)
    verdict = evaluate(policy, SUITE_FAILED, now=NOW)
    return with_own_rules(verdict, {}, SUITE_FAILED, policy.settled)


def test_a_layer_does_not_silence_the_gates_own_rules():
    """Below, no policy speaks of the tests; without the child's rule they would fail the gate."""
    verdict = judged(f"extends: a.yml\nrules:\n{LAX}", a=f"rules:\n{SILENT}")
    assert verdict.level is Level.FAIL
    assert verdict.results[-1].rule == TESTS_RULE
    assert verdict.results[-1].because == f"suite.failed is 1 (from run.json), and {NONE_BELOW}"
    alone = judged(f"rules:\n{SILENT}")
    assert alone.results[-1].because == f"suite.failed is 1 (from run.json), and {NO_RULE}"


def test_a_policy_at_the_bottom_decides_as_it_does_alone():
    assert judged("extends: a.yml\n", a=f"rules:\n{LAX}").level is Level.PASS
    assert judged(f"rules:\n{LAX}").level is Level.PASS


def test_each_policy_at_the_bottom_has_to_speak_of_it():
    both = {"a": f"rules:\n{LAX}", "b": f"rules:\n{LAX}{SILENT}"}
    assert judged("extends: [a.yml, b.yml]\n", **both).level is Level.PASS
    one = {**both, "b": f"rules:\n{SILENT}"}
    assert judged("extends: [a.yml, b.yml]\n", **one).level is Level.FAIL


def test_one_in_the_middle_decides_nothing():
    parents = {"m": f"extends: a.yml\nrules:\n{LAX}", "a": f"rules:\n{SILENT}"}
    assert judged("extends: m.yml\n", **parents).level is Level.FAIL


def test_a_broken_rule_of_a_layer_is_enough():
    strict = "- {id: tests, fact: suite.failed, max: 0}\n"
    verdict = judged(f"extends: a.yml\nrules:\n{strict}", a=f"rules:\n{SILENT}")
    assert [result.outcome for result in verdict.results] == [RuleOutcome.PASS, RuleOutcome.FAIL]


# Comparators.


@pytest.mark.parametrize(
    ("new", "old", "holds"),
    [
        (Max(1), Max(1.0), True), (Max(2), Max(1), False), (Min(1), Max(1), False),
        (Min(2), Min(1), True), (Min(0), Min(1), False),
        (Equals(literal=1), Equals(literal=1.0), True),
        (Equals(literal=True), Equals(literal=1), False),
        (Equals(literal="T1"), OneOf(("T1",)), False),
        (OneOf(("a",)), OneOf(("b", "a")), True), (OneOf(("a", "c")), OneOf(("b", "a")), False),
        (Malformed("x"), Malformed("x"), False),
    ],
)  # fmt: skip
def test_one_comparator_implies_another(new, old, holds):
    assert implies(new, old) is holds


def test_a_long_comparator_is_cut_in_messages():
    assert written(OneOf(("T1", "1"))) == 'one_of: [T1, "1"]'
    assert len(written(OneOf(("word",) * 1000))) == 101


# Where files are looked for.


@pytest.mark.parametrize(
    ("file", "path", "seen"),
    [
        ("policy.yml", "org.yml", "org.yml"),
        ("policy.yml", "./org/../o.yml", "o.yml"),
        ("policy.yml", "../org.yml", "../org.yml"),
        ("../a/policy.yml", "../../org.yml", "../../org.yml"),
        ("ci/policy.yml", "../org.yml", "org.yml"),
        ("ci/policy.yml", "/etc//org.yml", "/etc/org.yml"),
        ("/policy.yml", "org.yml", "/org.yml"),
        ("/a/policy.yml", "../../../org.yml", "/org.yml"),
        ("a b/policy.yml of the base branch", "org.yml", "a b/org.yml"),
    ],
)
def test_a_path_counts_from_the_file_that_names_it(file, path, seen):
    assert FileReference(path, None).seen_from(file) == seen


@pytest.mark.parametrize(
    "name", ["a.b/policy.yml", "with space.yml", "at@home.yml", "C:x.yml", "./a:b.yml", "1"]
)
def test_an_odd_name_is_a_file(name):
    parents = {name.removeprefix("./"): f"{HEAD}rules:\n{SILENT}".encode()}
    policy = load_policy(f'{HEAD}extends: "{name}"\n', "policy.yml", parents)
    assert policy.rules[0].layer == name.removeprefix("./")


@pytest.mark.parametrize(
    "name", ["github:o/r", "ssh://h/x", "git@host.org:x", "FILE:x", "o@h:p@sha256:" + "0" * 64]
)
def test_what_is_not_here_is_refused(name):
    with pytest.raises(InputError, match="local files only"):
        load_policy(f'{HEAD}extends: "{name}"\n', "policy.yml")


def test_more_policies_than_anybody_reads_are_refused():
    parents = {f"p{n}.yml": f"{HEAD}rules:\n{SILENT}".encode() for n in range(MOST_FILES + 1)}
    names = list(parents)
    assert load_policy(f"{HEAD}extends: {names[:-1]}\n", "policy.yml", parents).rules
    with pytest.raises(InputError, match="one policy more than the 50"):
        load_policy(f"{HEAD}extends: {names}\n", "policy.yml", parents)


def test_more_text_than_anybody_reads_is_refused():
    large = f"{HEAD}rules:\n{SILENT}# {'x' * (1024 * 1024 - 200)}\n".encode()
    parents = {f"p{n}.yml": large for n in range(5)}
    names = list(parents)
    assert load_policy(f"{HEAD}extends: {names[:4]}\n", "policy.yml", parents).rules
    with pytest.raises(InputError, match="larger than 4 MiB in all"):
        load_policy(f"{HEAD}extends: {names}\n", "policy.yml", parents)


def test_a_file_that_is_not_at_hand_is_no_policy():
    with pytest.raises(InputError) as caught:
        load_policy(f"{HEAD}extends: org.yml\n", "policy.yml")
    assert str(caught.value) == "policy.yml:2:10: extends org.yml, which is not at hand"


def test_a_file_that_is_called_like_a_pack_takes_the_place_of_none():
    own = f"{HEAD}rules:\n- {{id: total, fact: run.total, min: 1}}\n"
    files = {
        "./pack:openai-apps@1": own.encode(),
        "org.yml": f"{HEAD}extends: pack:openai-apps@1\n".encode(),
    }
    made = load_policy(f'{HEAD}extends: ["./pack:openai-apps@1", org.yml]\n', "policy.yml", files)
    assert {rule.layer for rule in made.rules} == {"./pack:openai-apps@1", "pack:openai-apps@1"}
    assert FileReference("sub/../pack:a@1", None).seen_from("policy.yml") == "./pack:a@1"


def test_a_pack_is_an_input_like_a_file():
    folder = FIXTURES / "layers" / "a-pack"
    report = offline_gate(folder)
    assert report.sources[1].file == "pack:starter@1"
    assert report.sources[1].content == pack_of("starter").text.encode()
    source = Source("--policy", "policy.yml", (folder / "policy.yml").read_bytes())
    given = with_layers(source, folder)
    assert policy_in(source, given.parents) == given.policy
    assert Given(given.policy, (source,), given.parents) == given


# `waiver add`


def added(own, rule, days, parents=PARENTS):
    until = parse_timestamp(f"2026-12-{days:02}T00:00:00Z")
    asked = WaiverRequest(rule, "me", "why", until, NOW)
    return edit_waiver(own, "policy.yml", grant(asked), parents)


def test_a_waiver_is_added_for_a_rule_of_a_layer():
    edited = added(OWN, "none-skipped", 1)
    assert not edited.renewed
    assert edited.text.startswith(OWN)
    assert added(edited.text, "none-skipped", 2).renewed
    policy = load_policy(edited.text, "policy.yml", PARENTS)
    (waiver,) = (each for each in policy.waivers if each.rule == "none-skipped")
    assert (waiver.owner, waiver.layer, waiver.line) == ("me", "", edited.line)


def test_a_waiver_that_a_layer_does_not_allow_is_not_added():
    with pytest.raises(
        InputError, match=r"cannot add this waiver: .*none-failed' may not be waived"
    ):
        added(OWN, "none-failed", 1)
    with pytest.raises(InputError, match="there is no rule 'nobody'"):
        added(OWN, "nobody", 1)
