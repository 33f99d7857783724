"""An artifact may hold anything anywhere: it gives facts or an error in words, never a crash."""

import copy

import pytest
from conftest import FIXTURES
from hypothesis import given, settings
from hypothesis import strategies as st

from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.facts import conformance, run_report
from mcptest_action.core.facts.catalogue import ARTIFACTS
from mcptest_action.core.facts.model import Document
from mcptest_action.core.facts.pool import read_facts
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.own_rule import own_results, with_admission, with_own_rules
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp("2026-11-16T12:00:00Z")
POLICY = load_policy('version: "1.0"\nrules: [{id: a, fact: run.failed, max: 0}]\n', "p.yml")
WORDS = st.sampled_from(["failed", "passed", "inconclusive", "high", "defect", "T1", "", "2026-11-16T12:00:00Z"])  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
SOUND = {
    artifact.flag: [
        read_json(artifact.example, "x"),
        *(
            read_json(path.read_text(), path.name)
            for path in sorted((FIXTURES / "facts" / artifact.flag[2:]).glob("*.json"))
            if not path.name.startswith("bad-") and not path.name.endswith(".facts.json")
        ),
    ]
    for artifact in ARTIFACTS
}
SOUND[run_report.FLAG].append(
    {
        "schema_version": run_report.SCHEMA,
        "incomplete": None,
        "nothing_works": False,
        "summary": {"total": 2, "passed": 1, "failed": 1, "skipped": 0},
        "tests": [
            {"id": "a", "status": "passed", "skip_reason": None, "bad_request": True},
            {"id": "b", "status": "failed", "skip_reason": None, "see": "TOOLS-13", "check": "b"},
        ],
        "safety": {"tools": 1, "by_name": {"mutating": ["a"]}},
        "capabilities": ["tools"],
        "active_probe": {"ran": True, "attempted": 1, "rejected": 0, "result": "passed"},
    }
)


def places(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()  # fmt: skip
    for key, one in inner:
        yield from places(one, (*path, key))


def with_other(data, path, other):
    if not path:
        return other
    data = copy.deepcopy(data)
    holder = data
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = other
    return data


@st.composite
def spoiled(draw, flag):
    """A sound artifact in which a value or two are something else."""
    data = draw(st.sampled_from(SOUND[flag]))
    for _ in range(draw(st.integers(1, 2))):
        data = with_other(data, draw(st.sampled_from(list(places(data)))), draw(ANYTHING))
    return data


def judged(documents):
    try:
        pool = read_facts(documents, now=NOW)
    except InputError:
        return
    verdict = evaluate(POLICY, pool, now=NOW)
    if run_report.FLAG in documents:
        run = documents[run_report.FLAG].data
        with_admission(verdict, run, pool)
        with_own_rules(verdict, run, pool)
        own_results(run, pool)


@pytest.mark.parametrize("artifact", ARTIFACTS, ids=lambda artifact: artifact.flag)
def test_a_value_of_another_kind_crashes_nobody_wherever_it_is(artifact):
    for sound in SOUND[artifact.flag]:
        for path in places(sound):
            for other in ({}, [], {"a": []}, [[]], None, True, 0.5, 7, "x"):
                judged({artifact.flag: Document("x.json", with_other(sound, path, other))})


@pytest.mark.parametrize("artifact", ARTIFACTS, ids=lambda artifact: artifact.flag)
@given(data=st.data())
@settings(max_examples=300)
def test_no_reader_crashes(artifact, data):
    documents = {artifact.flag: Document("x.json", data.draw(spoiled(artifact.flag)))}
    if artifact.flag == run_report.FLAG:
        report = Document("c.json", data.draw(spoiled(conformance.FLAG)))
        documents[conformance.FLAG] = report
    judged(documents)


@pytest.mark.parametrize("reason", [{}, [], 7, True])
def test_a_reason_that_is_no_text_is_none(reason):
    test = {"id": "a", "status": "inconclusive", "skip_reason": reason, "bad_request": True}
    summary = {"total": 1, "passed": 0, "failed": 0, "skipped": 0, "inconclusive": 1}
    document = Document("x.json", {"summary": summary, "tests": [test]})
    assert run_report.names_in(document)["negative_path.held_back"] == ()
    assert run_report.why_incomplete(document.data) == "1 inconclusive, and only 0 passed"
