"""What a pull request changes in its own policy is said to whoever reviews it."""

import pytest

from mcptest_action.core.policy.default import default_policy
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.starter import STARTER
from mcptest_action.core.publish.changes import (
    Change,
    Changed,
    Comparison,
    NotCompared,
    comparison_lines,
)
from mcptest_action.core.publish.policy_changes import policy_changes

RULE = "- {id: a, fact: run.failed, max: 0}\n"


def policy(*waivers, rules=RULE, more=""):
    text = f'version: "1.0"\nrules:\n{rules}'
    if waivers:
        text += "waivers:\n" + "".join(
            f"- {{rule: a, owner: me, reason: why, {w}}}\n" for w in waivers
        )
    return load_policy(text + more, "policy.yml")


BUILT_IN = policy(rules=RULE)
EARLY, LATE = "expiry: 2030-01-01T00:00:00Z", "expiry: 2031-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("base", "head", "changes"),
    [
        (policy(EARLY), policy(EARLY), []),
        (policy(LATE), policy(EARLY), []),
        (policy(EARLY), policy(), []),
        (policy(EARLY), policy("expiry: never"), []),
        (policy(EARLY), policy("expiry: 2030-01-01T01:00:00+01:00"), []),
        (policy("expiry: 2030-01-01T00:00:00Z, up_to: 3"), policy("expiry: 2030-01-01T00:00:00Z, up_to: 3"), []),
        (policy(EARLY), policy(f"{EARLY}, up_to: 3"), []),
        (None, None, []),
        (policy(), policy(EARLY), [(Change.WAIVER_ADDED, "a", "until 2030-01-01T00:00:00Z, by me: why")]),
        (policy(), policy("expiry: ''"), [(Change.WAIVER_ADDED, "a", "until an expiry that cannot be read, by me: why")]),
        (policy(EARLY), policy(LATE),
         [(Change.WAIVER_EXTENDED, "a", "until 2031-01-01T00:00:00Z, was 2030-01-01T00:00:00Z, by me: why")]),
        (policy("expiry: ''"), policy(LATE),
         [(Change.WAIVER_EXTENDED, "a", "until 2031-01-01T00:00:00Z, was unreadable, by me: why")]),
        (policy(f"{EARLY}, up_to: 3"), policy(f"{EARLY}, up_to: 5"),
         [(Change.WAIVER_BOUND, "a", "up to 5, was 3, by me: why")]),
        (policy(f"{EARLY}, up_to: 3"), policy(EARLY),
         [(Change.WAIVER_BOUND, "a", "up to any number, was 3, by me: why")]),
        (policy(f"{EARLY}, findings: [x, y]"), policy(f"{EARLY}, findings: [y]"), []),
        (policy(EARLY), policy(f"{EARLY}, findings: [y]"), []),
        (policy(f"{EARLY}, findings: [x]"), policy(f"{EARLY}, findings: [x, y]"),
         [(Change.WAIVER_FINDINGS, "a", "covers x, y, was x, by me: why")]),
        (policy(f"{EARLY}, findings: [x]"), policy(EARLY),
         [(Change.WAIVER_FINDINGS, "a", "covers whatever the rule counts, was x, by me: why")]),
        (policy(f"{EARLY}, created: 2029-01-01T00:00:00Z"), policy(f"{EARLY}, created: 2020-01-01T00:00:00Z"),
         [(Change.WAIVER_START, "a", "from 2020-01-01T00:00:00Z, was 2029-01-01T00:00:00Z, by me: why")]),
        (policy(f"{EARLY}, created: 2029-01-01T00:00:00Z"), policy(EARLY),
         [(Change.WAIVER_START, "a", "from always, was 2029-01-01T00:00:00Z, by me: why")]),
        (policy(EARLY), policy(f"{EARLY}, issue: none-of-yours"),
         [(Change.WAIVER_ISSUE, "a", "none-of-yours, was none")]),
        (policy(f"{EARLY}, issue: X-1"), policy(EARLY), [(Change.WAIVER_ISSUE, "a", "none, was X-1")]),
        (policy(rules=RULE + "- {id: b, fact: run.total, min: 1}\n"), policy(),
         [(Change.RULE_REMOVED, "b", "was run.total at least 1 (fail)")]),
        (policy(), policy(rules="- {id: a, fact: run.failed, max: 9, severity: warn}\n"),
         [(Change.RULE_CHANGED, "a", "run.failed at most 9 (warn), was run.failed at most 0 (fail)")]),
        (policy(), policy(more="waiver_policy: {unused: fail}\n"),
         [(Change.WAIVER_POLICY, "", "compare the two versions of the file")]),
    ],
)  # fmt: skip
def test_what_reviewers_are_asked_to_accept_is_named(base, head, changes):
    assert policy_changes(base, head, BUILT_IN) == tuple(Changed(*change) for change in changes)


ADDED = (
    Change.POLICY_ADDED, "", "policy.yml replaces the built-in policy, which holds on the base branch"
)  # fmt: skip
REMOVED = (Change.POLICY_REMOVED, "", "the built-in policy holds in its place")


def rule(text, name="mine"):
    return policy(rules=f"- {{id: {name}, {text}}}\n")


@pytest.mark.parametrize(
    ("built_in", "new", "changes"),
    [
        ("fact: run.failed, max: 0", "fact: run.failed, max: 0", []),
        ("fact: run.failed, max: 3", "fact: run.failed, max: 1", []),
        ("fact: run.failed, max: 0, severity: warn", "fact: run.failed, max: 0", []),
        ("fact: run.total, min: 1", "fact: run.total, min: 5", []),
        ("fact: conformance.badge, one_of: [T1]", "fact: conformance.badge, one_of: [T1]", []),
        ("fact: run.failed, max: 0", "fact: run.failed, max: 1",
         [(Change.RULE_CHANGED, "ours", "run.failed at most 1 (fail), was run.failed at most 0 (fail)")]),
        ("fact: run.failed, max: 0", "fact: run.failed, max: 0, severity: warn",
         [(Change.RULE_CHANGED, "ours", "run.failed at most 0 (warn), was run.failed at most 0 (fail)")]),
        ("fact: run.total, min: 1", "fact: run.total, min: 0",
         [(Change.RULE_CHANGED, "ours", "run.total at least 0 (fail), was run.total at least 1 (fail)")]),
        ("fact: run.total, min: 1", "fact: run.total, max: 1",
         [(Change.RULE_CHANGED, "ours", "run.total at most 1 (fail), was run.total at least 1 (fail)")]),
        ("fact: run.total, min: 1", "fact: run.failed, max: 0",
         [(Change.RULES_GONE, "", "nothing is asked of what these were about: ours")]),
    ],
)  # fmt: skip
def test_a_policy_where_there_was_none_is_held_against_the_built_in_one(built_in, new, changes):
    """By what it asks for, whatever it calls its rules; and the other way round."""
    ours, mine = rule(built_in, "ours"), rule(new)
    found = [Changed(*change) for change in changes]
    assert policy_changes(None, mine, ours) == (Changed(*ADDED), *found)
    assert policy_changes(ours, None, mine) == (Changed(*REMOVED), *found)


def test_a_new_policy_with_a_waiver_names_it():
    (_, waiver) = policy_changes(None, policy(EARLY), BUILT_IN)
    assert waiver.change is Change.WAIVER_ADDED


def test_the_policy_that_we_write_asks_for_all_that_the_built_in_one_does():
    built_in = load_policy(default_policy(), "the default policy")
    assert policy_changes(None, load_policy(STARTER, "policy.yml"), built_in) == (Changed(*ADDED),)


def test_the_names_of_rules_that_are_gone_have_an_end():
    many = policy(rules="".join(f"- {{id: r{n}, fact: run.total, min: 1}}\n" for n in range(40)))
    (_, gone) = policy_changes(None, rule("fact: run.failed, max: 0"), many)
    assert gone.what.endswith("r28, r29 and 10 more")


def test_changes_become_bullets_that_cannot_do_harm():
    changes = tuple(Changed(Change.WAIVER_ADDED, f"rule {n} @all", "<b>") for n in range(60))
    lines = comparison_lines(Comparison((changes, changes[:1])))
    assert lines[:3] == (
        "### Changed in this pull request", "", "- ⚠️ **waiver added** for rule 0 @\u200ball: &lt;b&gt;",
    )  # fmt: skip
    assert lines[-2:] == ("- … and 10 more", lines[2]), "one part does not crowd out another"


def test_a_change_of_the_waiver_policy_is_about_no_rule():
    (change,) = policy_changes(policy(), policy(more="waiver_policy: {max_days: 5}\n"), BUILT_IN)
    assert comparison_lines(Comparison(((change,),)))[2] == (
        "- ⚠️ **waiver\\_policy changed**: compare the two versions of the file"
    )


def test_nothing_to_compare_is_nothing_to_say_and_nothing_known_is():
    assert comparison_lines(None) == comparison_lines(Comparison(((), ()))) == ()
    unknown = tuple(NotCompared(file, "no token") for file in ("a.yml", "b_c.yml"))
    lines = comparison_lines(Comparison((), (*unknown, NotCompared("d", "too large"))))
    assert lines[2:] == (
        "- ⚠️ What it changes in a.yml and b\\_c.yml is not known: no token",
        "- ⚠️ What it changes in d is not known: too large",
    )
