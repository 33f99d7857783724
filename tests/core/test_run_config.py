"""What a run was told to do survives its transcript, and nothing else is taken for it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.checks.run.config import RunConfig, config_document, config_of_document
from mcptest_action.core.protocol.exchange.handshake import Choice
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy, Presumed
from mcptest_action.core.safety.declaration import (
    Effect,
    Hints,
    Sensitivity,
    ToolClass,
    ToolSettings,
)
from mcptest_action.core.text.errors import InputError

NAMES = st.text(min_size=1, max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=5,
)
CONFIGS = st.builds(
    RunConfig,
    choice=st.sampled_from(Choice),
    execution=st.builds(
        ExecutionPolicy,
        execute_destructive=st.booleans(),
        presumed=st.sampled_from(Presumed),
        calls=st.sampled_from(Calls),
        max_calls=st.none() | st.integers(0, 10**9),
        concurrency=st.integers(1, 64),
        call_delay_s=st.floats(0, 60),
    ),
    tools=st.dictionaries(
        NAMES,
        st.builds(
            ToolSettings,
            tool_class=st.none() | st.sampled_from(ToolClass),
            hints=st.builds(
                Hints,
                effect=st.none() | st.sampled_from(Effect),
                idempotent=st.none() | st.booleans(),
                requires_confirmation=st.none() | st.booleans(),
                sensitivity=st.none() | st.sampled_from(Sensitivity),
            ),
            allow=st.none() | st.booleans(),
            samples=st.lists(st.dictionaries(NAMES, JSON, max_size=2), max_size=2).map(tuple),
        ),
        max_size=3,
    ),
    only=st.lists(NAMES, max_size=3).map(tuple),
    skip=st.lists(NAMES, max_size=3).map(tuple),
    deep_scan=st.booleans(),
    deep_scan_lacks=st.sampled_from(["", "--deep-scan"]),
    source=st.dictionaries(NAMES, st.text(max_size=5), max_size=2),
    # Suites stand beside this in the header, by their files; a gate probes, and goes on to the end.
    suites=st.just(()),
    probing=st.just(True),
    fail_fast=st.just(False),
)


@given(CONFIGS)
def test_what_is_written_is_read_back(config):
    written = json.loads(json.dumps(config_document(config)))
    read = config_of_document(written, "transcript.jsonl")
    assert read == config
    assert type(read.choice) is Choice
    assert type(read.execution.calls) is Calls
    assert config_document(read) == config_document(config)


def spoiled(*path, value):
    document = json.loads(json.dumps(config_document(RunConfig(tools={"a": ToolSettings()}))))
    place = document
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (None, "run is null, not an object"),
        ([], "run is a list, not an object"),
        (spoiled("protocol", value=...), "run has no 'protocol'"),
        (spoiled("more", value=1), "run has an unknown key 'more'"),
        (spoiled("protocol", value="ancient"), "run.protocol: 'ancient' is not a valid Choice"),
        (spoiled("protocol", value=7), "run.protocol: run.protocol is a number, not text"),
        (spoiled("only", value="wrong_type"), "run.only is text, not a list"),
        (spoiled("skip", value=[1]), "an entry of run.skip is a number, not text"),
        (spoiled("deep_scan", value="false"), "run.deep_scan is not true or false"),
        (spoiled("source", value={"commit": 1}), "run.source.commit is a number, not text"),
        (spoiled("execution", "calls", value="some"), "run.execution.calls: 'some' is not a valid Calls"),
        (spoiled("execution", "max_calls", value=True), "run.execution.max_calls is a boolean, not a whole number"),
        (spoiled("execution", "concurrency", value=1.5), "run.execution.concurrency is a number, not a whole number"),
        (spoiled("execution", "execute_destructive", value=1), "run.execution.execute_destructive is not true or false"),
        (spoiled("tools", value=[]), "run.tools is a list, not an object"),
        (spoiled("tools", "a", "class", value="Nice"), "run.tools.a.class: 'Nice' is not a valid ToolClass"),
        (spoiled("tools", "a", "samples", value=[1]), "run.tools.a.samples is a number, not an object"),
        (spoiled("tools", "a", "hints", "effect", value="boom"), "run.tools.a.hints.effect: 'boom' is not a valid Effect"),
        (spoiled("tools", "a", "hints", "idempotent", value="no"), "run.tools.a.hints.idempotent is not true or false"),
    ],
)  # fmt: skip
def test_anything_else_is_unusable_and_says_where(document, problem):
    with pytest.raises(InputError) as error:
        config_of_document(document, "transcript.jsonl")
    (found,) = error.value.problems
    assert found.where == "transcript.jsonl:1:1"
    assert problem in found.sentence


@pytest.mark.parametrize(
    ("only", "skip", "check", "tool", "wanted"),
    [
        ((), (), "wrong_type", "search", True),
        (("wrong_type",), (), "wrong_type", "search", True),
        (("wrong_type",), (), "oversized", "search", False),
        (("search",), (), "oversized", "search", True),
        (("search",), (), "oversized", None, False),
        ((), ("search",), "oversized", "search", False),
        ((), ("search",), "oversized", None, True),
        ((), ("oversized",), "oversized", None, False),
        (("oversized", "search"), ("wrong_type",), "wrong_type", "search", False),
        (("oversized", "search"), (), "wrong_type", "search", True),
    ],
)
def test_what_is_wanted(only, skip, check, tool, wanted):
    assert RunConfig(only=only, skip=skip).wants(check, tool) is wanted
