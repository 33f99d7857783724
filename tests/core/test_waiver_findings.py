"""Waivers that list findings: what they cover, and what a waiver has to list."""

import pytest
from simulation import NOON

from mcptest_action.core.checks.results.fingerprint import fingerprint_of
from mcptest_action.core.facts.model import Document, Fact, Named
from mcptest_action.core.facts.pool import FactPool
from mcptest_action.core.facts.run_report import names_in
from mcptest_action.core.facts.security import ARTIFACT as SECURITY
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.waiver_cover import Cover, cover_of
from mcptest_action.core.policy.waiver_findings import entries_for, no_longer_found, not_covered
from mcptest_action.core.policy.waiver_state import list_waivers
from mcptest_action.core.render.explanation import render_explanation
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
MARK = "0123456789abcdef" * 2
KNOWN, PLAIN = Named("NAM-006:search", MARK), Named("NAM-006:read")


def fact(*counted, value=None, name="security.high_count"):
    return Fact(name, len(counted) if value is None else value, "security.json", counted)


@pytest.mark.parametrize(
    ("listed", "gap"),
    [
        ([MARK, "NAM-006:read"], ""),
        ([f"{MARK} (NAM-006:search)", "NAM-006:read"], ""),
        ([f"{MARK} (NAM-006:read)", "NAM-006:read"],
         f"its waiver does not list {MARK} (NAM-006:search)"),
        (["NAM-006:search", "NAM-006:read"], ""),
        (["NAM-006:read"], f"its waiver does not list {MARK} (NAM-006:search)"),
        ([MARK], "its waiver does not list NAM-006:read"),
        ([f"{MARK}, and a word", "NAM-006:read"],
         f"its waiver does not list {MARK} (NAM-006:search)"),
        ([MARK[:12], "NAM-006:read"], f"its waiver does not list {MARK} (NAM-006:search)"),
        (["NAM-006", "NAM-006:"],
         f"its waiver does not list {MARK} (NAM-006:search), NAM-006:read"),
    ],
)  # fmt: skip
def test_a_list_covers_what_it_names_and_nothing_else(listed, gap):
    assert not_covered(listed, fact(KNOWN, PLAIN)) == gap


def test_a_name_that_two_things_have_covers_neither():
    tool = KNOWN._replace(thing="the tool")
    prompt = KNOWN._replace(thing="the prompt", fingerprint=MARK[::-1])
    assert not_covered(["NAM-006:search"], fact(tool)) == ""
    assert not_covered(["NAM-006:search"], fact(tool, prompt)).count("NAM-006:search") == 2
    assert not_covered(["NAM-006:search", MARK], fact(tool, prompt)).count("NAM-006:search") == 1
    assert no_longer_found(["NAM-006:search"], fact(tool, prompt)) == ("NAM-006:search",)


def test_a_tool_and_a_prompt_of_one_name_are_two_things():
    found = [
        {"rule": "X-1", "severity": "low", "subject": {"type": of, "name": "a"}}
        for of in ("tool", "prompt", "tool")
    ]
    names = SECURITY.names(Document("s.json", {"findings": found}))["security.low_count"]
    assert len({each.thing for each in names}) == 2
    assert {each.label for each in names} == {"X-1:a"}


def test_the_empty_name_of_a_finding_is_covered_by_nothing():
    assert not_covered([""], fact(Named(""))).startswith("its waiver does not list")


@pytest.mark.parametrize("value", [3, 1, 0, True, 2.5, "2"])
def test_a_number_that_is_not_named_in_full_is_not_covered(value):
    gap = not_covered([MARK, "NAM-006:read"], fact(KNOWN, PLAIN, value=value))
    assert gap == f"its waiver lists findings, and security.json names 2 of {value}"


def test_what_is_gone_is_told_by_its_entry():
    listed = (f"{MARK} (NAM-006:search)", "NAM-006:gone", "f" * 32)
    assert no_longer_found(listed, fact(KNOWN)) == ("NAM-006:gone", "f" * 32)
    assert no_longer_found(listed, None) == ()
    assert no_longer_found(listed, fact(KNOWN, value=2)) == ()


def test_what_to_list_covers_what_was_found():
    odd = Named("NAM-006:\x1b[31m\n" + "x" * 300, MARK[::-1])
    found = fact(KNOWN, PLAIN, odd, KNOWN)
    listed = entries_for(found.counted)
    assert len(listed) == 3
    assert all(entry.isprintable() for entry in listed)
    assert max(map(len, listed)) <= 140
    assert not_covered(listed, found) == ""


RULE = "  - {{id: r, fact: {}, {}}}\n"
WAIVER = """\
waivers:
  - {{rule: r, owner: me, reason: x, expiry: "{}"{}}}
"""


def judged(observed, comparator="max: 0", waiver=""):
    text = f'version: "1.0"\nrules:\n{RULE.format(observed.name, comparator)}{waiver}'
    pool = FactPool({observed.name: observed}, {})
    return evaluate(load_policy(text, "p.yml"), pool, now=NOW)


@pytest.mark.parametrize(
    ("observed", "comparator", "cover"),
    [
        (fact(PLAIN), "max: 0",
         Cover("r", ("NAM-006:read",), None, "which covers NAM-006:read")),
        (fact(PLAIN), "equals: 0",
         Cover("r", ("NAM-006:read",), None, "which covers NAM-006:read")),
        (fact(PLAIN, value=2), "max: 0", Cover("r", (), "2", "which covers it up to 2")),
        (fact(PLAIN, value=2), "min: 9", Cover("r", (), "2", "which covers it up to 2")),
        (fact(PLAIN, value=2), "equals: 0",
         Cover("r", (), None, "which covers it whatever security.high_count is")),
        (fact(name="latency.p95_ms", value=7.5), "max: 5",
         Cover("r", (), "7.5", "which covers it up to 7.5")),
        (fact(name="conformance.badge", value="F"), "one_of: [T1]",
         Cover("r", (), None, "which covers it whatever conformance.badge is")),
    ],
)  # fmt: skip
def test_what_a_waiver_has_to_cover(observed, comparator, cover):
    (result,) = judged(observed, comparator).results
    assert cover_of(result) == cover


def test_a_limit_of_the_old_waiver_moves_along():
    waiver = WAIVER.format("2027-01-01T00:00:00Z", ", up_to: 1")
    (result,) = judged(fact(KNOWN, PLAIN), waiver=waiver).results
    assert cover_of(result).up_to == "2"
    assert cover_of(result._replace(fact=None)) == Cover("r")


def test_a_list_cannot_become_a_limit():
    waiver = WAIVER.format("2027-01-01T00:00:00Z", ", findings: [NAM-006:read]")
    (result,) = judged(fact(PLAIN, value=2), waiver=waiver).results
    with pytest.raises(InputError, match="does not name all that"):
        cover_of(result)


def test_a_kind_that_is_none_counts_for_no_kind():
    odd = {"rule": "X-1", "kind": "confident", "severity": "high", "confidence": "high"}
    names = SECURITY.names(Document("s.json", {"findings": [odd]}))
    assert len(names["security.confident_high"]) == 1


def test_what_is_not_listed_is_explained_line_by_line():
    waiver = WAIVER.format("2027-01-01T00:00:00Z", ", findings: [X-1:y]")
    policy = load_policy(
        f'version: "1.0"\nrules:\n{RULE.format("security.high_count", "max: 0")}{waiver}', "p.yml"
    )
    observed = fact(KNOWN, PLAIN)
    (result,) = evaluate(policy, FactPool({observed.name: observed}, {}), now=NOW).results
    lines = render_explanation(result, policy).splitlines()
    assert f"unlisted:  {MARK} (NAM-006:search)" in lines
    assert "           NAM-006:read" in lines


def test_one_notice_tells_of_the_end_and_of_what_is_gone():
    waiver = WAIVER.format("2026-11-20T12:00:00Z", ", findings: [NAM-006:read, NAM-006:gone]")
    verdict = judged(fact(PLAIN), waiver=waiver)
    (notice,) = verdict.notices
    assert notice.message == (
        "the waiver for 'r' has 4 days left; ask me; "
        "the waiver for 'r' lists what is no longer found: NAM-006:gone"
    )
    assert verdict.waivers[0].gone == ("NAM-006:gone",)


def test_a_list_of_waivers_needs_no_findings():
    text = f'version: "1.0"\nrules:\n{RULE.format("run.failed", "max: 0")}' + WAIVER.format(
        "2027-01-01T00:00:00Z", ", findings: [a]"
    )
    (listed,) = list_waivers(load_policy(text, "p.yml"), now=NOW)
    assert (str(listed.state), listed.waiver.findings, listed.gone) == ("active", ("a",), ())


def test_reordering_a_list_keeps_fingerprints_and_names():
    tests = [
        {"id": f"p:{n}", "check": "p", "status": "failed", "fingerprint": fingerprint_of("p", str(n))}
        for n in range(3)
    ]  # fmt: skip
    one, other = (
        names_in(Document("run.json", {"tests": order}))["probe.p.failures"]
        for order in (tests, tests[::-1])
    )
    assert sorted(one) == sorted(other)
    assert len(set(one)) == 3


def test_fingerprints_of_another_kind_are_not_taken():
    tests = [{"id": "p", "check": "p", "status": "failed", "fingerprint": 7}, {"status": "failed"}]
    assert names_in(Document("run.json", {"tests": tests}))["run.failed"] == (Named("p"),)
    finding = {"rule": "X-1", "severity": "low", "fingerprint": None}
    names = SECURITY.names(Document("s.json", {"findings": [finding, {"severity": "low"}]}))
    (named,) = names["security.rule.X-1"]
    assert (named.label, named.fingerprint) == ("X-1", "")
