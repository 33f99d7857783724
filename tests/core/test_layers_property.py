"""For all parents, children and facts: on top of others, a policy is never more lenient.

A policy is written as JSON, which is YAML, too. Children are drawn close to their parents, so that
many of them are accepted, and many of those tighten something; the test counts both.
"""

import json
from collections import Counter
from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st
from simulation import NOON

from mcptest_action.core.facts.model import Fact
from mcptest_action.core.facts.pool import FactPool
from mcptest_action.core.policy.compare import Incomparable, compare, implies
from mcptest_action.core.policy.evaluate import LEVEL_OF, evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Equals, Level, Malformed, Max, Min, OneOf, Severity
from mcptest_action.core.policy.own_rule import with_own_rules
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
GRAVITY = {Level.PASS: 0, Level.WARN: 1, Level.FAIL: 2}
WAIVER = {
    "owner": "me",
    "reason": "x",
    "issue": "x",
    "created": "2026-11-10T00:00:00Z",
    "expiry": "2026-11-20T00:00:00Z",
}
IDS = ["p", "q", "r", "s"]
NUMBERS = st.sampled_from([0, 1, 2, 3, 1.0, 1.5, 2.0])
WORDS = st.sampled_from(["T1", "T2", "T3", "1", "true"])
ANYTHING = st.one_of(NUMBERS, WORDS, st.booleans())
# Python says that some of them are the same.
ALIKE = st.sampled_from([1, 1.0, True, "1", "true"])
# The gate has rules of its own on the first three.
FACTS = {
    "suite.failed": NUMBERS,
    "negative_path.tools_probed": NUMBERS,
    "upstream.nothing_worked": st.booleans(),
    "n": NUMBERS,
    "t": WORDS,
    "b": st.booleans(),
}
UNUSABLE = st.sampled_from([{}, {"max": "0"}, {"one_of": []}, {"max": 0, "min": 0}])
SEVERITIES = st.sampled_from(["fail", "warn"])


def one_in(draw, count):
    return draw(st.integers(1, count)) == count


@st.composite
def comparators(draw, fact):
    """Mostly one that fits the fact."""
    if one_in(draw, 20):
        return draw(UNUSABLE)
    values = ALIKE if one_in(draw, 10) else FACTS[fact]
    names = ["max", "min", "equals", "one_of"] if values is NUMBERS else ["equals", "one_of"]
    name = draw(st.sampled_from(names))
    return {name: draw(st.lists(values, min_size=1, max_size=4) if name == "one_of" else values)}


@st.composite
def new_rule(draw, name):
    fact = draw(st.sampled_from([*FACTS]))
    said = {"severity": draw(SEVERITIES)} if one_in(draw, 3) else {}
    said |= {"waivable": draw(st.booleans())} if one_in(draw, 5) else {}
    return {"id": name, "fact": fact, **draw(comparators(fact)), **said}


@st.composite
def nearby(draw, rule):
    """The rule said again: mostly stricter or the same, and now and then anything else."""
    if one_in(draw, 20):
        return draw(new_rule(rule["id"]))
    again = {key: value for key, value in rule.items() if key not in ("severity", "waivable")}
    again |= {"severity": draw(SEVERITIES)} if one_in(draw, 4) else {}
    again |= {"waivable": draw(st.booleans())} if one_in(draw, 6) else {}
    step = draw(st.sampled_from([0, 1, 1, 1, 2, -1] if one_in(draw, 2) else [0, 1]))
    for name in ("max", "min"):
        if type(rule.get(name)) in (int, float):
            again[name] = rule[name] - step if name == "max" else rule[name] + step
    if "equals" in rule and one_in(draw, 3):
        again["equals"] = draw(ALIKE)
    choices = rule.get("one_of", [])
    if choices:
        again["one_of"] = draw(st.permutations(choices))[: max(1, len(choices) - step)]
        again["one_of"] += [draw(ANYTHING)] if step < 0 else []
    return again


@st.composite
def waiver_policies(draw):
    if not one_in(draw, 6):
        return {}
    optional = {
        "unused": st.sampled_from(["notice", "fail"]),
        "max_days": st.sampled_from([30, 90]),
        "require_issue": st.booleans(),
    }
    return draw(st.fixed_dictionaries({}, optional=optional))


@st.composite
def pools(draw):
    """Facts by name, most of them there and of their own type."""
    values = {"run.passed": 1, "safety.tools": 1, "suite.ran": 1}
    for name, usual in FACTS.items():
        if not one_in(draw, 20):
            values[name] = draw(ALIKE if one_in(draw, 5) else usual)
    facts = {name: Fact(name, value, "run.json") for name, value in values.items()}
    return FactPool(facts, {})


@st.composite
def policies(draw, *below):
    """The text of a policy; `below` are the rules of the policies that it may say again."""
    known = {rule["id"]: rule for rules in below for rule in rules}
    names = draw(st.lists(st.sampled_from(IDS), unique=True, min_size=not below, max_size=4))
    return [draw(nearby(known[name])) if name in known else draw(new_rule(name)) for name in names]


def text_of(rules, waiver_policy, *extends, waived=()):
    made = {"version": "1.0", "waiver_policy": waiver_policy, "rules": rules}
    waivers = [{"rule": name, **WAIVER} for name in waived]
    return json.dumps({**made, "waivers": waivers, **({"extends": extends} if extends else {})})


@st.composite
def families(draw):
    """Files by name: a chain of three, or two side by side; `child` is on top of all.

    Only the first may have waivers: those above it may waive what it asks, which makes it better.
    """
    first = draw(policies())
    stated = [draw(waiver_policies()) for _ in range(3)]
    waived = [rule["id"] for rule in first if one_in(draw, 6)]
    stated[0] |= {"unused": "notice"} if waived else {}
    if draw(st.booleans()):
        second = draw(policies(first))
        middle = text_of(second, stated[1], "first")
        extends = ["middle"]
    else:
        second = draw(policies(first).filter(bool))
        middle = text_of(second, stated[1])
        extends = ["first", "middle"]
    child = text_of(draw(policies(first, second)), stated[2], *extends)
    return {"first": text_of(first, stated[0], waived=waived), "middle": middle, "child": child}


def loaded(files, name):
    """The policy, or None if it is refused."""
    contents = {other: text.encode() for other, text in files.items()}
    try:
        return load_policy(files[name], name, contents)
    except InputError:
        return None


def verdict_of(policy, pool):
    return with_own_rules(evaluate(policy, pool, now=NOW), {}, pool, policy.settled)


def test_on_top_of_others_a_policy_is_never_more_lenient():
    counts = Counter()

    @settings(max_examples=2500)
    @given(families(), pools())
    def check(files, pool):
        counts["drawn"] += 1
        child = loaded(files, "child")
        parents = [loaded(files, "first"), loaded(files, "middle")]
        if child is None:
            return
        counts["accepted"] += 1
        assert all(parents), "what is accepted rests on what is accepted alone"
        ours = verdict_of(child, pool)
        results = {result.rule.id: result for result in ours.results}
        tightened = False
        for parent in parents:
            alone = verdict_of(parent, pool)
            assert GRAVITY[ours.level] >= GRAVITY[alone.level]
            counts["worse"] += GRAVITY[ours.level] > GRAVITY[alone.level]
            for result in evaluate(parent, pool, now=NOW).results:
                old, new = result.rule, results[result.rule.id].rule
                assert new.fact == old.fact
                is_same = type(new.comparator) is Malformed and new.comparator == old.comparator
                assert is_same or implies(new.comparator, old.comparator)
                assert old.severity is Severity.WARN or new.severity is Severity.FAIL
                assert old.waivable or not new.waivable
                found = LEVEL_OF[results[old.id].outcome]
                assert GRAVITY[found] >= GRAVITY[LEVEL_OF[result.outcome]]
                tightened |= not is_same and not implies(old.comparator, new.comparator)
        counts["tightened"] += tightened

    check()
    assert counts["drawn"] >= 2000
    assert counts["accepted"] >= counts["drawn"] / 2, counts
    assert counts["tightened"] >= counts["accepted"] / 6, counts
    assert counts["worse"] >= counts["accepted"] / 15, counts


SOME = (0, 1, 1.0, 2, False, True, "T1", "1", "true")
SETS = [each for count in (1, 2, 3) for each in combinations(("T1", "1", "true", "2"), count)]
EVERY = [
    *(kind(limit) for kind in (Max, Min) for limit in (0, 1, 1.0, 1.5, 2)),
    *map(Equals, SOME),
    *map(OneOf, SETS),
]
ORDER = {Incomparable: 0, False: 1, True: 2}


def lenience(comparator, value):
    """What cannot be compared fails the gate; what is broken may only warn."""
    held = compare(comparator, value)
    return ORDER[Incomparable if isinstance(held, Incomparable) else held]


def test_a_comparator_that_implies_another_is_more_lenient_on_no_value():
    implied = [(new, old) for new, old in product(EVERY, EVERY) if implies(new, old)]
    assert len(implied) > 90
    for (new, old), value in product(implied, SOME):
        assert lenience(new, value) <= lenience(old, value), (new, old, value)
