"""Reports of the scan: the worst first, and no server writes any of it itself."""

import json
import re
from xml.etree import ElementTree as ET

import pytest
from conftest import FIXTURES
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from security import HOSTILE, MIXED, NASTY, found, hit, rule, surface
from simulation import NOON, offline_gate

from mcptest_action.core.checks.security.baseline import Baseline
from mcptest_action.core.checks.security.baseline_edit import as_known, baseline_document
from mcptest_action.core.checks.security.baseline_load import load_baseline
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.checks.security.document import security_document
from mcptest_action.core.checks.security.model import (
    Confidence,
    Hit,
    KnownFinding,
    Severity,
    Subject,
)
from mcptest_action.core.checks.security.report import scan_report
from mcptest_action.core.facts.security import ARTIFACT
from mcptest_action.core.pipeline.formats import render
from mcptest_action.core.policy.model import Rule as PolicyRule
from mcptest_action.core.policy.model import RuleOutcome, RuleResult
from mcptest_action.core.render import security as text_module
from mcptest_action.core.render import security_formats as formats_module
from mcptest_action.core.render.gating import EVERY_DEFECT, FindingFilter, gated_findings
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.security import security_markdown, security_pretty
from mcptest_action.core.render.security_catalogue import rule_explained, rule_list, security_page
from mcptest_action.core.render.security_formats import (
    security_junit,
    security_sarif,
    security_suite,
)
from mcptest_action.core.text.timestamp import parse_timestamp

FOLDER = FIXTURES / "security-reports"
NOW = parse_timestamp(NOON)


def report_on(*rules, baseline=None, **inputs):
    return scan_report(found(*rules, **inputs), baseline)


def known(*rules, **said):
    entries = [as_known(finding)._replace(**said) for finding in found(*rules).findings]
    return load_baseline(json.loads(dump(baseline_document(entries))), "known.json", now=NOW)


def hostile(text):
    """A report in which everything that a server can choose is this text."""
    rules = [
        rule("AAA-001", "critical", hits=(
            Hit(Subject("tool", text), f"/tools/0/{text}", f"quoted {text}", text, {text: text}),)),
        rule("CCC-001", "info", "exposure", hits=(Hit(Subject("server", text), "", f"quoted {text}", text),)),
        rule("EEE-001", phase="probe"),
    ]  # fmt: skip
    on = surface({"name": text}, server={"name": text, "version": text})
    here = [as_known(finding) for finding in found(*rules, surface=on).findings]
    gone = KnownFinding("x", text, "low", Subject("tool", text))
    ends = zip((*here, gone), ("2026-11-20T00:00:00Z", text, None), strict=True)
    said = {"owner": text, "reason": text, "issue": text}
    entries = {entry.fingerprint: entry._replace(expiry=end, **said) for entry, end in ends}
    baseline = Baseline("known.json", entries, NOW)
    made = report_on(*rules, baseline=baseline, surface=on)
    assert (len(made.ending), len(made.lapsed), len(made.stale)) == (1, 1, 1)
    return made._replace(incomplete=text)


REPORTS = {
    "mixed": report_on(*MIXED, baseline=known(MIXED[0], rule("DDD-001", hits=(hit("gone"),)))),
    "clean": report_on(rule()),
    "hostile": report_on(*NASTY)._replace(incomplete=HOSTILE),
}
RENDERERS = {
    "pretty.txt": security_pretty,
    "summary.md": security_markdown,
    "junit.xml": security_junit,
    "report.sarif": lambda made: security_sarif(made, "tools.json", {"/tools/1/description": 7}),
    "security.json": lambda made: dump(security_document(made)),
}


@pytest.mark.parametrize("name", RENDERERS)
@pytest.mark.parametrize("case", REPORTS)
def test_a_report_looks_as_it_did(case, name, golden):
    golden(FOLDER / case / name, RENDERERS[name](REPORTS[case]))


# No text of a server breaks out.

ANY_TEXT = st.text(st.characters(exclude_categories=()))
WORDS = st.sampled_from(
    [
        HOSTILE,
        "|",
        "\n",
        "::error::x",
        "##[group]",
        "<b>",
        "](x)",
        "@a",
        "#1",
        "`",
        "]]>",
        "\\",
        "\x1b[2J",
    ]
)
TEXT = st.one_of(ANY_TEXT, st.lists(WORDS).map(" ".join))
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff]"
)
PLAIN = hostile("text")


@given(TEXT)
@settings(max_examples=60)
def test_a_terminal_gets_our_lines_and_no_other(text):
    shown = security_pretty(hostile(text))
    assert UNSEEN.findall(shown) == []
    assert "##[" not in shown
    assert not re.search(r"(?m)^\s*::", shown)
    if text.strip():
        assert shown.count("\n") <= security_pretty(PLAIN).count("\n")


def rows_and_types(text):
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    types = {child.type for token in tokens for child in token.children or ()}
    return [token.type for token in tokens].count("tr_open"), types


def codes_in(text):
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    children = [child for token in tokens for child in token.children or ()]
    return [child.content for child in children if child.type == "code_inline"]


def links_in(text):
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    children = [child for token in tokens for child in token.children or ()]
    return [child.attrs["href"] for child in children if child.type == "link_open"]


@given(TEXT)
@settings(max_examples=60)
def test_markdown_keeps_its_tables_and_links_to_our_pages_only(text):
    shown = security_markdown(hostile(text))
    assert UNSEEN.findall(shown) == []
    rows, types = rows_and_types(shown)
    assert rows == rows_and_types(security_markdown(PLAIN))[0]
    ours = {"text", "text_special", "softbreak", "link_open", "link_close", "code_inline"}
    assert types <= ours
    assert all(re.fullmatch("[0-9a-f]{32}", code) for code in codes_in(shown))
    assert all("/docs/security-rules.md#" in link for link in links_in(shown))
    assert not re.search(r"@\w", shown)


@given(TEXT)
@settings(max_examples=60)
def test_junit_holds_our_elements_and_no_other(text):
    root = ET.fromstring(security_junit(hostile(text)))  # noqa: S314 - our own
    expected = ET.fromstring(security_junit(PLAIN))  # noqa: S314
    cases = [case.get("classname") for case in root.iter("testcase")]
    assert cases[:1] == ["mcptest.security.defect.critical"]
    plain = [case.get("classname") for case in expected.iter("testcase")]
    assert len(cases) == len(plain) - (0 if text else 1)


@given(TEXT)
@settings(max_examples=60)
def test_sarif_and_json_are_read_back(text):
    made = hostile(text)
    for shown in (
        security_sarif(made, f"{text[:20]}.json".replace("\ud800", "")),
        dump(security_document(made)),
    ):
        assert UNSEEN.findall(shown) == []
        json.loads(shown)
    (run,) = json.loads(security_sarif(made, "x.json"))["runs"]
    assert "](" not in run["results"][0]["message"]["text"]


# What the reports say


def test_the_worst_stands_first():
    for name in ("pretty.txt", "summary.md", "report.sarif"):
        text = RENDERERS[name](REPORTS["mixed"])
        results = text[text.index('"results"') :] if name == "report.sarif" else text
        assert results.index("BBB-001") < results.index("AAA-001"), name


def test_a_kind_can_be_asked_for_in_full():
    made = report_on(*MIXED)
    for show in (security_pretty, security_markdown, lambda d, k: security_sarif(d, "x", None, k)):
        exposures, defects = show(made, "exposure"), show(made, "defect")
        assert "CCC-001" in exposures
        assert "CCC-001" not in defects
        assert "BBB-001" in defects
        assert "BBB-001" not in exposures


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((), "no defects; 0 exposures"),
        ((rule("A", "low", hits=(hit(),)),), "1 low defect; 0 exposures"),
        (MIXED, "1 critical, 2 medium defects; 2 exposures"),
    ],
)
def test_the_tally_is_one_line(counts, words):
    assert security_pretty(report_on(*counts)).startswith(f"security: {words}\n")


def test_what_the_reason_quotes_is_not_said_twice():
    made = report_on(rule(hits=(hit(snippet="a text", because="it says 'a text'"),)))
    assert "text:" not in security_pretty(made)
    assert security_markdown(made).count("a text") == 1
    assert "Text:" not in security_junit(made)


def test_a_baseline_that_says_it_all_is_one_line():
    lines = security_pretty(report_on(*MIXED, baseline=known(*MIXED))).splitlines()
    assert [line for line in lines if "baseline" in line] == [
        "  baseline  new defects, which known.json does not list: none"
    ]


def test_what_is_too_much_is_counted(monkeypatch):
    def one_each(count):
        hits = (hit(f"tool {number}", because=f"because {number}") for number in range(count))
        return report_on(rule(hits=tuple(hits)))

    many = one_each(9)
    monkeypatch.setattr(text_module, "MOST", 4)
    assert "  …         5 more, see --format json\n" in security_pretty(many)
    more = one_each(400)
    assert re.search(r"\| … \| \d+ more \| \| \| \| see security.json \|", security_markdown(more))
    monkeypatch.setattr(formats_module, "MOST_RESULTS", 4)
    (run,) = json.loads(security_sarif(many, "x.json"))["runs"]
    assert len(run["results"]) == 4
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note == {
        "level": "warning",
        "message": {"text": "5 more findings stand in security.json only."},
    }
    monkeypatch.setattr(formats_module, "MOST_CASES", 4)
    assert cases(security_junit(many))["5 more findings"] == "failure"
    nothing = FindingFilter(frozenset())
    assert cases(security_junit(many, nothing))["5 more findings"] == "skipped"


def cases(xml):
    return {
        case.get("name"): next((child.tag for child in case if child.tag != "system-out"), "passed")
        for case in ET.fromstring(xml).iter("testcase")  # noqa: S314 - our own
    }


def test_a_case_per_defect_and_one_per_rule_without():
    assert cases(security_junit(report_on(*MIXED)._replace(incomplete="it ended"))) == {
        "BBB-001 tool a /tools/0/name": "failure",
        "AAA-001 tool a /tools/0/description": "failure",
        "AAA-001 tool b /tools/1/description": "failure",
        "complete": "error",
        "CCC-001": "passed",
        "DDD-001": "passed",
        "EEE-001": "skipped",
        "FFF-001": "skipped",
    }


def test_exposures_are_cases_where_they_are_asked_for():
    assert cases(security_junit(report_on(*MIXED), EVERY_DEFECT, "exposure")) == {
        "CCC-001 tool a": "skipped",
        "CCC-001 tool b": "skipped",
        "FFF-001": "skipped",
    }


def test_cases_of_one_name_can_be_told_apart():
    twice = report_on(rule(hits=(hit(snippet="one"), hit(snippet="two"))))
    assert list(cases(security_junit(twice)))[:2] == [
        "AAA-001 tool send /tools/0/description",
        "AAA-001 tool send /tools/0/description (2)",
    ]


def test_what_gates_nothing_is_no_failure():
    only = FindingFilter(frozenset({("defect", "critical"), ("exposure", "info")}))
    suite = security_suite(report_on(*MIXED), only)
    skipped = {case.name: str(case.skipped) for case in suite.test_cases if case.skipped}
    failed = {case.name for case in suite.test_cases if case.failures}
    assert failed == {"BBB-001 tool a /tools/0/name", "CCC-001 tool a", "CCC-001 tool b"}
    reason = "found, but gates nothing: medium, sure: it says so"
    assert reason in skipped["AAA-001 tool a /tools/0/description"]


def test_what_is_in_the_baseline_is_no_failure():
    made = report_on(*MIXED, baseline=known(MIXED[0]))
    suite = security_suite(made, FindingFilter(frozenset(), new=EVERY_DEFECT.severities))
    skipped = {case.name: str(case.skipped) for case in suite.test_cases if case.skipped}
    assert "is in the baseline" in skipped["AAA-001 tool a /tools/0/description"]
    assert {case.name for case in suite.test_cases if case.failures} == {
        "BBB-001 tool a /tools/0/name"
    }


def sarif(made, *words):
    (run,) = json.loads(security_sarif(made, *words))["runs"]
    return run


def test_sarif_points_at_the_line():
    run = sarif(report_on(*MIXED), "./a b.json", {"/tools/0/name": 4})
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    assert [place["region"]["startLine"] for place in places] == [4, 1, 1]
    assert places[0]["artifactLocation"]["uri"] == "a%20b.json"


def test_sarif_has_what_code_scanning_asks_for():
    run = sarif(report_on(*MIXED), "x.json")
    rules = run["tool"]["driver"]["rules"]
    assert [entry["id"] for entry in rules] == ["security/BBB-001", "security/AAA-001"]
    assert rules[0]["properties"]["security-severity"] == "9.5"
    assert rules[0]["properties"]["tags"] == [
        "security", "mcp", "defect", "MCP03", "external/cwe/cwe-1427",
    ]  # fmt: skip
    assert [result["level"] for result in run["results"]] == ["error", "warning", "warning"]
    marks = set()
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        marks.add(result["partialFingerprints"]["primaryLocationLineHash"])
        assert "baselineState" not in result
    assert len(marks) == 3
    assert run["automationDetails"]["id"] == "mcptest-security/demo/"
    nameless = report_on(surface=surface({"name": "a"}, server={}))
    assert sarif(nameless, "x.json")["automationDetails"]["id"] == "mcptest-security/server/"


def test_sarif_says_what_a_baseline_knows():
    run = sarif(report_on(*MIXED, baseline=known(MIXED[0])), "x.json")
    assert [r["baselineState"] for r in run["results"]] == ["new", "unchanged", "unchanged"]


def test_sarif_says_that_not_everything_was_scanned():
    (invocation,) = sarif(report_on(*MIXED)._replace(incomplete="it ended"), "x")["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["message"]["text"] == "The scan is incomplete: it ended"


# In a gate


def result(fact, outcome=RuleOutcome.FAIL):
    return RuleResult(PolicyRule("r", fact, None, None, "", 1, 1, 1, 1), outcome, "", None, None)


@pytest.mark.parametrize(
    ("rules", "gated"),
    [
        ([result("security.defect_high")], {("defect", "high")}),
        (
            [result("security.defect_high_or_worse")],
            {("defect", "critical"), ("defect", "high")},
        ),
        ([result("security.exposure_info")], {("exposure", "info")}),
        ([result("security.low_count")], {("defect", "low"), ("exposure", "low")}),
        (
            [result("security.total_findings", RuleOutcome.UNEVALUATED)],
            {(kind, severity) for kind in ("defect", "exposure") for severity in Severity},
        ),
        ([result("security.defect_high", RuleOutcome.WARN)], set()),
        ([result("security.defect_high", RuleOutcome.WAIVED)], set()),
        ([result("security.confident_high", RuleOutcome.WARN)], set()),
        ([result("run.failed")], set()),
    ],
)
def test_a_finding_gates_where_a_rule_that_counts_it_fails(rules, gated):
    assert gated_findings(rules) == FindingFilter(frozenset(gated))


def test_a_rule_on_new_findings_gates_what_the_baseline_does_not_cover():
    gated = gated_findings([result("security.new_medium")])
    assert gated == FindingFilter(frozenset(), new=frozenset({("defect", "medium")}))
    covered, fresh, unknown = (
        report_on(MIXED[0], baseline=given).findings[0]
        for given in (known(MIXED[0]), known(), None)
    )
    assert gated.why_not(covered) == "is in the baseline"
    assert [gated.why_not(each) for each in (fresh, unknown)] == ["", ""]
    assert gated.why_not(report_on(MIXED[1], baseline=known()).findings[0]) == "gates nothing"


COUNT_NO_FINDINGS = ("security.rules_run", "security.rules_not_run", "security.stale_baseline")


@pytest.mark.parametrize(
    "fact", [spec.name for spec in ARTIFACT.facts if spec.name not in COUNT_NO_FINDINGS]
)
def test_whatever_counts_findings_gates_some(fact):
    assert gated_findings([result(fact)]) != gated_findings([])


def test_where_a_rule_counts_sure_findings_the_others_gate_nothing():
    gated = gated_findings([result("security.confident_high")])
    assert gated == FindingFilter(frozenset(), confident=frozenset({"high"}))
    sure, unsure = (
        report_on(rule("AAA-001", "high", hits=(hit()._replace(confidence=each),))).findings[0]
        for each in (Confidence.HIGH, Confidence.MEDIUM)
    )
    milder = report_on(rule("AAA-001", "medium", hits=(hit(),))).findings[0]
    assert [gated.has(finding) for finding in (sure, unsure, milder)] == [True, False, False]


def many(severity, *becauses):
    hits = tuple(
        hit(f"t{number:03}", because=because, snippet=f"s{number}")
        for number, because in enumerate(becauses)
    )
    return report_on(rule("AAA-001", severity, hits=hits))


def test_a_hundred_of_a_kind_are_one_entry_in_text_and_all_of_them_in_data():
    report = many("info", *(f"because {number}" for number in range(109)))
    entry = "on 109 tools: t000, t001, t002, t003, t004 and 104 more"
    assert security_pretty(report).count("AAA-001") == 1
    assert f"AAA-001  {entry}  (sure)" in security_pretty(report)
    assert security_markdown(report).count("[AAA-001]") == 1
    assert entry in security_markdown(report)
    assert len(security_document(report)["findings"]) == 109
    assert len(sarif(report, "x")["results"]) == 109


def test_few_of_a_kind_and_grave_ones_with_evidence_of_their_own_stand_alone():
    assert security_pretty(many("info", "a", "b", "c")).count("AAA-001") == 3
    assert security_pretty(many("high", "a", "b", "c", "d")).count("AAA-001") == 4
    assert "AAA-001  on 4 tools" in security_pretty(many("high", "a", "a", "a", "a"))


def test_a_group_counts_subjects_and_says_how_often():
    hits = tuple(hit("t", snippet=f"s{number}") for number in range(4))
    assert "on 1 tool (4 times): t" in security_pretty(report_on(rule("AAA-001", "low", hits=hits)))
    kinds = ("tool", "prompt", "tool", "resource")
    mixed = tuple(
        hit(snippet=f"s{number}")._replace(subject=Subject(kind, f"x{number}"))
        for number, kind in enumerate(kinds)
    )
    shown = security_pretty(report_on(rule("AAA-001", "low", hits=mixed)))
    assert "on 4 entries: x0, x1, x2, x3" in shown


@pytest.mark.parametrize("name", ["pretty", "markdown", "junit"])
def test_the_gate_shows_what_it_found(name):
    plain = offline_gate(FIXTURES / "render" / "all-outcomes")
    report = plain._replace(security=REPORTS["hostile"])
    with_it = render(report, name, colour=False)
    assert "AAA-001" in with_it
    assert "AAA-001" not in render(plain, name, colour=False)
    assert "\x1b" not in with_it
    assert "<script" not in with_it or name == "pretty"


def test_many_findings_do_not_push_a_summary_over_its_limit():
    plain = offline_gate(FIXTURES / "render" / "all-outcomes")
    words = "long " * 70
    many = report_on(
        rule(hits=tuple(hit(f"t{n}", because=words) for n in range(3000))),
        *(rule(f"CCC-{n:03}", "info", "exposure", finds=words, hits=(hit(),)) for n in range(900)),
    )
    assert len(security_markdown(many).encode()) < 90_000
    assert "more | | | see security.json |" in render(
        plain._replace(security=many), "markdown", colour=False
    )


# The rules themselves


def test_every_rule_is_on_the_page_and_in_the_list():
    page, lines = security_page(), rule_list().splitlines()
    assert len(lines) == len(RULES)
    for known_rule in RULES:
        assert f"\n## {known_rule.id}\n" in page
        assert f"[{known_rule.id}](#{known_rule.id.lower()})" in page


def test_the_page_is_made_of_tables_and_words():
    types = rows_and_types(security_page())[1]
    assert not types & {"html_inline", "image"}


@pytest.mark.parametrize("known_rule", RULES, ids=lambda known_rule: known_rule.id)
def test_a_rule_can_be_explained(known_rule):
    text = rule_explained(known_rule)
    assert text.startswith(f"{known_rule.id}  {known_rule.severity} {known_rule.kind}  (")
    for part in (known_rule.finds, known_rule.why, known_rule.silent, known_rule.remedy):
        assert part in text


def test_mappings_are_explained():
    text = rule_explained(MIXED[1])
    assert "  owasp mcp top 10  MCP03\n" in text
    assert "  cwe           CWE-1427\n" in text
    assert "  in snyk       E001\n" in text
