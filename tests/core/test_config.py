"""`mcptest.yml`: what may be in it, and where it is wrong.

`fixtures/config/refused/x.yml` gives the problems in `x.txt`. What is said about servers has
fixtures of its own, in `fixtures/target`.
"""

import pytest
from conftest import FIXTURES
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.request.config import (
    CONFIG_KEYS,
    Config,
    GateKeys,
    Setting,
    SuitePaths,
    file_layer,
    load_config,
)
from mcptest_action.core.request.options import Flag, Given, Options, Origin, Takes
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy, Presumed
from mcptest_action.core.safety.declaration import (
    Effect,
    Hints,
    Sensitivity,
    ToolClass,
    ToolSettings,
)
from mcptest_action.core.safety.load import KEYS as EXECUTION_KEYS
from mcptest_action.core.safety.load import TOOL_KEYS
from mcptest_action.core.safety.read_declaration import HINTS
from mcptest_action.core.text.errors import InputError

GATE = GateKeys(
    (
        *(Flag(name, Takes.VALUE) for name in ("policy", "out", "junit", "summary", "config")),
        *(Flag(name, Takes.VALUE) for name in ("timeout", "max-calls")),
        Flag("protocol", Takes.VALUE, ("auto", "legacy", "modern")),
        Flag("format", Takes.VALUE, ("pretty", "json")),
        *(Flag(name, Takes.VALUES) for name in ("only", "skip", "header-env", "suite")),
        *(Flag(name, Takes.NOTHING) for name in ("deep-scan", "report-only", "plan")),
    ),
    {"config": "it names the file", "plan": "it is for a look"},
)
REFUSED = sorted((FIXTURES / "config" / "refused").glob("*.yml"))


def accepted(name):
    text = (FIXTURES / "config" / "accepted" / f"{name}.yml").read_text()
    return load_config(text, "mcptest.yml", GATE)


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_every_problem_is_told_with_its_place(path, golden):
    with pytest.raises(InputError) as caught:
        load_config(path.read_text(), "mcptest.yml", GATE)
    assert all(problem.line for problem in caught.value.problems)
    golden(path.with_suffix(".txt"), f"{caught.value}\n")


def test_everything_that_can_be_said():
    config = accepted("everything")
    assert [server.name for server in config.servers] == ["api"]
    assert config.tools == {
        "delete_record": ToolSettings(
            ToolClass.DESTRUCTIVE, Hints(Effect.DELETE, True, True, Sensitivity.RESTRICTED), False
        ),
        "search_records": ToolSettings(
            allow=True,
            samples=({"query": "invoice", "limit": 3, "exact": False, "tags": ["a", 1, None]}, {}),
        ),
        "nothing": ToolSettings(),
    }
    assert config.execution == ExecutionPolicy(True, Presumed.REFUSE, Calls.NONE, 0, 64, 1.5)
    assert config.gate == {
        "policy": Setting("ci/policy.yml", 30, 11),
        "timeout": Setting("2.50", 32, 12),
        "max-calls": Setting("200", 31, 14),
        "protocol": Setting("legacy", 33, 13),
        "only": Setting(("missing_required", "007"), 36, 9),
        "skip": Setting(("delete_record",), 37, 9),
        "header-env": Setting((), 38, 15),
        "deep-scan": Setting(True, 34, 14),
        "report-only": Setting(False, 35, 16),
    }


def test_who_does_not_know_the_flags_of_the_gate_leaves_its_section_unread():
    text = (FIXTURES / "config" / "refused" / "gate.yml").read_text()
    assert load_config(text, "mcptest.yml") == Config("mcptest.yml")


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("suites: a.yml\n", SuitePaths(("a.yml",), 1, 9)),
        ("suites: [a.yml, b/]\n", SuitePaths(("a.yml", "b/"), 1, 9)),
        ("gate:\n  suite: [a.yml]\n", SuitePaths(("a.yml",), 2, 10)),
        ("gate: {suite: }\n", None),
        ("suites:\n", None),
        ("gate: 1\n", None),
    ],
)
def test_suites_are_named_for_everybody_or_under_the_gate(text, paths):
    assert load_config(text, "mcptest.yml").suites == paths


def test_the_gate_takes_the_suites_of_everybody():
    options = Options({"policy-ref": "head"})
    config = load_config("suites: a.yml\n", "m.yml", GATE)
    assert file_layer(config, options) == {"suite": Given(("a.yml",), Origin("m.yml", 1, 9))}
    flagged = options._replace(given={"suite": Given(("mine.yml",))})
    assert file_layer(config, flagged) == {}
    config = load_config("gate: {suite: a.yml}\n", "m.yml", GATE)
    assert config.suites is None
    assert file_layer(config, options) == {"suite": Given(("a.yml",), Origin("m.yml", 1, 15))}


@pytest.mark.parametrize("name", ["empty", "nothing-behind-a-key"])
def test_what_is_not_said_stays_at_its_default(name):
    assert accepted(name) == Config("mcptest.yml")


def test_no_delay_is_a_delay_as_well():
    assert accepted("no-delay").execution == ExecutionPolicy(call_delay_s=0.0)


def test_the_keys_are_those_of_the_values_they_become():
    assert Config._fields[1:] == CONFIG_KEYS
    assert len(TOOL_KEYS) == len(ToolSettings._fields)
    assert len(EXECUTION_KEYS) == len(ExecutionPolicy._fields)


WORD = st.sampled_from(
    ["", "~", "x", "1", "0", "-1", "2.5", "true", "no", "[]", "{}", "[{}]", "none", "read", "10ms"]
)


@given(st.dictionaries(st.sampled_from([flag.name for flag in GATE.flags]), WORD))
def test_any_section_of_the_gate_is_one_or_located_problems(section):
    text = "".join(f"  {name}: {word}\n" for name, word in section.items())
    try:
        config = load_config(f"gate:\n{text}", "m.yml", GATE)
    except InputError as error:
        assert all(problem.line >= 1 for problem in error.problems)
    else:
        assert config.gate.keys() == section.keys()
        assert all(setting.value != "" for setting in config.gate.values())


@given(
    st.dictionaries(st.sampled_from(EXECUTION_KEYS), WORD),
    st.dictionaries(st.sampled_from(TOOL_KEYS), WORD),
    st.dictionaries(st.sampled_from(HINTS), WORD),
)
def test_any_shape_is_a_configuration_or_located_problems(execution, tool, hints):
    def flow(fields):
        return "{" + ", ".join(f"{key}: {word}" for key, word in fields.items()) + "}"

    tool = {**tool, "hints": flow(hints)} if hints else tool
    text = f"execution: {flow(execution)}\ntools: {{x: {flow(tool)}}}\n"
    try:
        config = load_config(text, "m.yml")
    except InputError as error:
        assert all(problem.line >= 1 for problem in error.problems)
    else:
        assert 1 <= config.execution.concurrency <= 64
        assert set(config.tools) == {"x"}
