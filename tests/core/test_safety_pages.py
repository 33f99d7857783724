"""The safety table as text, Markdown and JSON.

`fixtures/safety/pages/x.json` holds the tools of a server, what it lists on a second connection
if that differs, and what `mcptest.yml` says. `x.txt`, `x.md` and `x.out.json` are what users see.
"""

import json

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator

from mcptest_action.core.facts.run_sections import SECTIONS
from mcptest_action.core.protocol.exchange.era import NEWEST_MODERN
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.safety import safety_markdown, safety_pretty
from mcptest_action.core.request.config import load_config
from mcptest_action.core.safety.decide import Decision, ExecutionPolicy, HeldBack, Presumed
from mcptest_action.core.safety.declaration import Effect, Sensitivity, ToolClass
from mcptest_action.core.safety.document import safety_document, summary_of
from mcptest_action.core.safety.opinion import Source
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.safety.read_declaration import unstable_tools

PAGES = sorted(
    path for path in (FIXTURES / "safety" / "pages").glob("*.json") if ".out" not in path.name
)
SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/safety.schema.json").read_text())


def read(path):
    given = json.loads(path.read_text())
    config = load_config(json.dumps(given.get("mcptest.yml", {})), "mcptest.yml")
    tools = tuple(given["tools"])
    surface = Surface(NEWEST_MODERN, given["server"], {}, None, tools, (), (), (), ())
    plan = make_plan(tools, config.execution, config.tools)
    return surface, plan, unstable_tools(tools, given.get("again", tools))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_table_in_every_format(path, golden):
    surface, plan, unstable = read(path)
    title = surface.server.get("name", "a server without a name")
    golden(path.with_suffix(".txt"), safety_pretty(title, plan, unstable))
    golden(path.with_suffix(".md"), safety_markdown(title, plan, unstable))
    document = safety_document(surface, ExecutionPolicy(), plan, unstable)
    Draft202012Validator(SCHEMA).validate(document)
    golden(path.with_suffix(".out.json"), dump(document))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_tool_is_one_line_and_one_row(path):
    _, plan, _ = read(path)
    text, page = safety_pretty("x", plan).splitlines(), safety_markdown("x", plan, ()).splitlines()
    assert [line for line in text[1 : len(plan) + 1] if not line.startswith("  ")] == []
    rows = [line for line in page if line.startswith("| ")]
    assert len(rows) == len(plan) + 1
    for row in rows:  # seven bars, not counting those that are escaped
        assert row.replace("\\|", "").count("|") == 7


def test_the_schema_knows_every_word():
    tool = SCHEMA["$defs"]["tool"]["properties"]
    assert tool["class"]["enum"] == list(ToolClass)
    assert tool["source"]["enum"] == list(Source)
    assert tool["decision"]["enum"] == tool["decision_for_tests"]["enum"] == list(Decision)
    assert tool["held_back"]["enum"] == [*HeldBack, None]
    assert tool["hints"]["properties"]["effect"]["enum"] == list(Effect)
    assert tool["hints"]["properties"]["resultSensitivity"]["enum"] == list(Sensitivity)
    assert SCHEMA["properties"]["execution"]["properties"]["presumed"]["enum"] == list(Presumed)


def test_the_facts_about_safety_are_counted():
    """Calls and refusals are counted by the run; everything else follows from the plan."""
    _, plan, _ = read(FIXTURES / "safety" / "pages" / "everything.json")
    counted = summary_of(plan)
    facts = [name for name, _, _ in SECTIONS["safety"]]
    assert set(facts) - set(counted) == {"calls", "refused"}
    assert list(SCHEMA["properties"]["summary"]["properties"]) == list(counted)
    assert (
        counted["tools"]
        == len(plan)
        == sum(
            counted[name] for name in ("read_only", "read_only_presumed", "mutating", "destructive")
        )
    )
