"""Names and declarations to classes and decisions.

Every line of `fixtures/safety/*.jsonl` is a tool as a server lists it, with what `mcptest.yml`
says about it beside it. The golden file has a line for each: its words, its class, who says so
and why; what is decided about a live call with each of the three ways to presume; then what
is wrong with it.
"""

import json

import pytest
from conftest import FIXTURES

from mcptest_action.core.request.config import load_config
from mcptest_action.core.safety.classify import classify
from mcptest_action.core.safety.decide import ExecutionPolicy, Need, Presumed
from mcptest_action.core.safety.declaration import NO_SETTINGS
from mcptest_action.core.safety.vocabulary import words_of

TABLES = sorted((FIXTURES / "safety").glob("*.jsonl"))


def rows(table):
    return [json.loads(line) for line in table.read_text().splitlines()]


def settings_of(row):
    """What the file says about the tool, read as the file is."""
    said = row.pop("mcptest.yml", None)
    if said is None:
        return NO_SETTINGS
    text = json.dumps({"tools": {row["name"]: said}})
    return load_config(text, "mcptest.yml").tools[row["name"]]


def described(row):
    shown = json.dumps(row, ensure_ascii=False) if set(row) != {"name"} else str(row["name"])
    settings = settings_of(row)
    tool = classify(row, settings)
    return " | ".join(
        [
            shown,
            " ".join(words_of(tool.name)),
            f"{tool.tool_class} ({tool.source}: {tool.because})",
            *(f"{presumed}: {decided(tool, presumed)}" for presumed in Presumed),
            *(["withheld"] if tool.withholds_results else []),
            *(["unconfirmed"] if tool.is_unconfirmed else []),
            *(["overridden"] if tool.overridden else []),
            *(f"conflict: {conflict}" for conflict in tool.conflicts),
            *(f"malformed: {where} {problem}" for where, problem in tool.malformed),
        ]
    )


def decided(tool, presumed):
    answer = ExecutionPolicy(presumed=presumed).decide(tool, Need.LIVE_CALL)
    return answer.decision if answer.held_back is None else f"{answer.decision}, {answer.held_back}"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_every_tool_gets_its_class_and_decisions(table, golden):
    golden(table.with_suffix(".txt"), "".join(f"{described(row)}\n" for row in rows(table)))


def test_the_tables_are_long_enough_to_mean_something():
    assert sum(len(rows(table)) for table in TABLES) >= 150
