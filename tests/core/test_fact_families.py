"""Facts per rule, check, probe and test: their names, and the odd files they are read from."""

import pytest
from simulation import NOON

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.probes import CHECKS as PROBES
from mcptest_action.core.checks.results.slug import slug_of
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.checks.suite.model import SuiteSkip
from mcptest_action.core.facts import FACTS, artifact_of, doubt_about, read_facts, spec_of
from mcptest_action.core.facts.catalogue import FAMILIES
from mcptest_action.core.facts.model import Document, FactType
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)


def pool(flag, data):
    return read_facts({flag: Document(f"{flag[2:]}.json", data)}, now=NOW)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.pattern)
def test_a_member_is_known_by_its_pattern(family):
    name = family.name(family.example)
    assert name not in FACTS
    assert family.id_in(name) == family.example
    assert spec_of(name) == family.spec(family.example)
    assert family.pattern in [f.pattern for f in artifact_of(name).families]
    assert doubt_about(name) is None


@pytest.mark.parametrize("name", ["security.rule.", "probe..failures", "probe.failures", "colour"])
def test_a_pattern_without_an_id_is_no_name(name):
    assert spec_of(name) is None


def test_every_rule_check_and_probe_is_a_member():
    names = [f"security.rule.{rule.id}" for rule in RULES]
    names += [f"conformance.check.{check.id}" for check in CHECKS]
    names += [f"probe.{probe.id}.failures" for probe in PROBES]
    assert [name for name in names if doubt_about(name) is not None] == []


@pytest.mark.parametrize(
    ("name", "doubt"),
    [
        ("security.rule.HTN-009", "did you mean security.rule.HNT-009?"),
        ("conformance.check.BASE-8", "did you mean conformance.check.BASE-08?"),
        ("probe.unknown_tools.failures", "did you mean probe.unknown_tool.failures?"),
        ("security.rule.whatever-this-is", "for example security.rule.HNT-009"),
        ("security.rul.HNT-009", "did you mean security.rule.HNT-009?"),
        ("run.faild", "did you mean run.failed?"),
        ("colour", ""),
        ("suite.test.any-slug", None),
        ("suite.test.Search finds It!", "did you mean suite.test.search-finds-it?"),
        ("suite.test.?!", None),
        ("run.failed", None),
    ],
)
def test_a_near_miss_is_told(name, doubt):
    assert doubt_about(name) == doubt


def test_an_absent_member_says_why():
    scan = {"findings": [], "rules": [{"id": "NET-001", "status": "ran"}]}
    absence = pool("--security", scan).absence
    assert absence("security.rule.HTN-009") == (
        "security.json does not carry security.rule.HTN-009; did you mean security.rule.HNT-009?"
    )
    assert absence("conformance.check.BASE-08") == (
        "conformance.check.BASE-08 needs --conformance-report, which was not given"
    )


@pytest.mark.parametrize(
    ("row", "because"),
    [
        ({"status": "not_run", "because": "no probes were run"}, "no probes were run"),
        ({"status": "not_run"}, "the rule did not run"),
        ({"status": "not_run", "because": 7}, "the rule did not run"),
        ({"status": "ran", "findings": 2}, "X-1 states 2 findings, and 1 are listed"),
        ({"status": "ran", "findings": True}, "X-1 states True findings, and 1 are listed"),
    ],
)
def test_a_rule_that_cannot_be_counted_is_absent(row, because):
    found = {"rule": "X-1", "severity": "low"}
    rules = [{"id": "X-1", **row}, {"id": "X-2", "status": "ran"}]
    facts = pool("--security", {"findings": [found], "rules": rules})
    assert facts.absence("security.rule.X-1").endswith(because)


def test_a_rule_that_is_listed_twice_is_absent():
    ran = {"id": "X-1", "status": "ran"}
    facts = pool("--security", {"findings": [], "rules": [ran, ran, {"status": "ran"}]})
    assert facts.absence("security.rule.X-1").endswith("rule X-1 is listed twice")


def test_a_finding_of_a_rule_that_is_not_listed_leaves_no_rule_at_zero():
    ran = {"id": "X-1", "status": "ran"}
    for rule, shown in (("x-1", "x-1"), ([], "no rule"), (None, "no rule")):
        found = {"rule": rule, "severity": "low"}
        facts = pool("--security", {"findings": [found], "rules": [ran, {"status": "ran"}]})
        said = f"there are findings of {shown}, which is not among the rules"
        assert facts.absence("security.rule.X-1").endswith(said)


def test_half_a_scan_has_no_facts_per_rule():
    scan = {"findings": [], "rules": [{"id": "X-1", "status": "ran"}], "incomplete": "it ended"}
    assert pool("--security", scan).absence("security.rule.X-1").endswith("incomplete: it ended")


def conformance(*checks, **more):
    return {"badge": "F", "checks": list(checks), **more}


@pytest.mark.parametrize(
    ("check", "value"),
    [
        ({"status": "pass"}, "passed"),
        ({"status": "FAIL"}, "failed"),
        ({"status": "skipped"}, "not_verified"),
        ({"status": "passed", "revisions": {"2025-11-25": {"status": "failed"}}}, "failed"),
        ({"status": "passed", "revisions": {}}, "passed"),
    ],
)
def test_the_status_of_a_check_in_the_words_of_others(check, value):
    facts = pool("--conformance-report", conformance({"id": "X-1", **check})).facts
    assert facts["conformance.check.X-1"].value == value


def test_of_a_check_that_is_listed_twice_the_worse_counts():
    rows = [{"id": "X-1", "status": "passed"}, {"id": "X-1", "status": "failed"}]
    facts = pool("--conformance-report", conformance(*rows, {"status": "passed"})).facts
    assert facts["conformance.check.X-1"].value == "failed"


@pytest.mark.parametrize("revisions", [{"2025-11-25": "odd"}, "broken", [{"status": "failed"}], []])
def test_a_status_that_nobody_knows_is_absent(revisions):
    check = {"id": "X-1", "status": "passed", "revisions": revisions}
    facts = pool("--conformance-report", conformance(check))
    assert facts.absence("conformance.check.X-1").endswith(
        "X-1 has the status 'none', which is none of those we know"
    )


def test_half_an_examination_has_no_facts_per_check():
    data = conformance({"id": "X-1", "status": "passed"}, incomplete="it ended")
    facts = pool("--conformance-report", data)
    assert facts.absence("conformance.check.X-1").endswith("incomplete: it ended")


def run(*tests, **more):
    counts = [test["status"] for test in tests]
    parts = {part: counts.count(part) for part in ("passed", "failed", "skipped")}
    return {"summary": {"total": len(tests), **parts}, "tests": list(tests), **more}


def case(name, status="passed", **more):
    return {"id": name, "status": status, "suite": {"name": name}, **more}


def test_a_test_for_another_server_has_no_say():
    elsewhere = str(SuiteSkip.OTHER_SERVER)
    tests = case("ping works"), case("Ping works!", "skipped", skip_reason=elsewhere)
    assert pool("--run-report", run(*tests)).facts["suite.test.ping-works"].value == "passed"


def test_tests_without_a_name_have_no_fact():
    odd = {"id": "a", "status": "passed", "suite": {"name": 7}}
    facts = pool("--run-report", run(case("!?"), odd, {"id": "b", "status": "passed"})).facts
    assert not [name for name in facts if name.startswith(("suite.test", "probe."))]


def test_half_a_run_has_no_facts_per_probe_or_test():
    tests = case("ping"), {"id": "p", "check": "p", "status": "passed"}
    facts = pool("--run-report", run(*tests, incomplete="it ended"))
    for name in ("suite.test.ping", "probe.p.failures"):
        assert facts.absence(name).endswith("the run is not complete: it ended")


def test_a_verdict_shows_only_members_that_a_rule_names():
    facts = pool("--run-report", run({"id": "p", "check": "p", "status": "passed"}))
    assert next(fact.name for fact in facts.shown({"probe.p.failures"})) == "probe.p.failures"
    assert "probe.p.failures" not in [fact.name for fact in facts.shown(())]
    assert spec_of("conformance.check.X-1").type is FactType.TEXT


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Search finds it!", "search-finds-it"),
        ("  a__b  ", "a-b"),
        ("Größe ① über", "größe-1-über".replace("ß", "ss")),
        ("检索 works", "检索-works"),
        ("कि का", "कि-का"),
        ("?!", ""),
    ],
)
def test_a_slug_keeps_letters_and_digits(name, slug):
    assert slug_of(name) == slug
