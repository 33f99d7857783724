"""What a pull request changes in its own policy is said to whoever reviews it."""

import pytest

from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.publish.policy_changes import (
    Change,
    Changed,
    Comparison,
    comparison_lines,
    policy_changes,
)

RULE = "- {id: a, fact: run.failed, max: 0}\n"


def policy(*waivers, rules=RULE, more=""):
    text = f'version: "1.0"\nrules:\n{rules}'
    if waivers:
        text += "waivers:\n" + "".join(
            f"- {{rule: a, owner: me, reason: why, {w}}}\n" for w in waivers
        )
    return load_policy(text + more, "policy.yml")


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
        (None, policy(), []),
        (None, None, []),
        (policy(), None, [(Change.POLICY_REMOVED, "", "what it asked for is no longer asked for")]),
        (None, policy(EARLY), [(Change.WAIVER_ADDED, "a", "until 2030-01-01T00:00:00Z, by me: why")]),
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
    assert policy_changes(base, head) == tuple(Changed(*change) for change in changes)


def test_changes_become_bullets_that_cannot_do_harm():
    changes = tuple(Changed(Change.WAIVER_ADDED, f"rule {n} @all", "<b>") for n in range(60))
    lines = comparison_lines(Comparison(changes))
    assert lines[:3] == (
        "### Changed in this pull request", "", "- ⚠️ **waiver added** for rule 0 @\u200ball: &lt;b&gt;",
    )  # fmt: skip
    assert lines[-1] == "- … and 10 more"


def test_a_change_of_the_waiver_policy_is_about_no_rule():
    (change,) = policy_changes(policy(), policy(more="waiver_policy: {max_days: 5}\n"))
    assert comparison_lines(Comparison((change,)))[2] == (
        "- ⚠️ **waiver\\_policy changed**: compare the two versions of the file"
    )


def test_nothing_to_compare_is_nothing_to_say_and_nothing_known_is():
    assert comparison_lines(None) == comparison_lines(Comparison(())) == ()
    assert comparison_lines(Comparison((), "no token"))[2] == (
        "⚠️ Whether waivers were added or extended is not known: no token"
    )
