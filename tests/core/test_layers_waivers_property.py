"""A policy that grants nothing itself is never better than the one that it extends, waivers included."""

import random

import pytest
from simulation import NOON

from mcptest_action.core.facts.model import Fact, Named
from mcptest_action.core.facts.pool import FactPool
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Level
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
HEAD = 'version: "1.0"\n'
ENDS = ("2099-01-01T00:00:00Z", "2020-01-01T00:00:00Z", "2026-11-20T00:00:00Z", "never")
BOUNDS = ("", "", ", up_to: 3", ", findings: ['T:a']")
CASES = 3000


def layer(choose, parent, *, grants):
    """A policy that says something about two rules, or nothing."""
    rules, waivers = [], []
    for name in ("a", "b"):
        if not parent or choose.random() < 0.4:
            severity = choose.choice(("", ", severity: warn", ", severity: fail"))
            sealed = choose.choice(("", "", ", waivable: false"))
            limit = choose.randint(0, 4)
            rules.append(f"{{id: {name}, fact: run.failed, max: {limit}{severity}{sealed}}}")
        if grants and choose.random() < 0.5:
            end, bound = choose.choice(ENDS), choose.choice(BOUNDS)
            waivers.append(f"{{rule: {name}, owner: o, reason: r, expiry: '{end}'{bound}}}")
    extends = f"extends: {parent}\n" if parent else ""
    unused = "waiver_policy: {unused: fail}\n" if choose.random() < 0.3 else ""
    return (
        f"{HEAD}{extends}rules: [{', '.join(rules)}]\nwaivers: [{', '.join(waivers)}]\n{unused}"
    ).encode()


@pytest.mark.untraced
def test_who_waives_nothing_gains_nothing_by_waivers_below():
    choose = random.Random(17)  # noqa: S311 - the same cases everywhere
    accepted = worse = 0
    for _ in range(CASES):
        files = {
            "base.yml": layer(choose, "", grants=True),
            "org.yml": layer(choose, "base.yml", grants=choose.random() < 0.5),
        }
        own = layer(choose, "org.yml", grants=False).decode()
        failed = choose.randint(0, 5)
        counted = tuple(Named(f"T:{letter}") for letter in "abcde"[:failed])
        pool = FactPool({"run.failed": Fact("run.failed", failed, "run.json", counted)}, {})
        try:
            child = load_policy(own, "policy.yml", files)
            parent = load_policy(files["org.yml"].decode(), "org.yml", files)
        except InputError:
            continue
        accepted += 1
        levels = [evaluate(policy, pool, now=NOW).level for policy in (child, parent)]
        ranks = [list(Level).index(level) for level in levels]
        assert ranks[0] >= ranks[1], (own, files, failed)
        worse += ranks[0] > ranks[1]
    assert accepted > CASES / 4
    assert worse > CASES / 50
