"""What a model is told of a server's tools, and about how many tokens that takes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outside import REAL_WORLD, needs_real_world
from token_counts import MEASURED

from mcptest_action.core.protocol.surface.cost import Saving, cost_in, cost_of, told
from mcptest_action.core.protocol.surface.repeats import saved_in
from mcptest_action.core.protocol.surface.tokens import tokens_in
from mcptest_action.core.render.surface_cost import surface_cost_markdown, surface_cost_pretty

MEGABYTE = 1_000_000
POINT = {
    "type": "object",
    "description": "A point on the map, in degrees, as in WGS 84.",
    "properties": {
        "latitude": {"type": "number", "minimum": -90, "maximum": 90, "description": "North."},
        "longitude": {"type": "number", "minimum": -180, "maximum": 180, "description": "East."},
    },
    "required": ["latitude", "longitude"],
}


def tool(name, description="", **properties):
    return {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": properties},
    }


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("{}", 1),
        (" ", 1),
        ("Read a file.", 4),
        ("snake_case_name", 4),
        ("readOnlyHint", 3),
        ("HTTP", 2),
        ("telecommunications", 3),
        ("2026-11-16", 6),
        ('{"type":"object"}', 5),
        ("{}[]::{}[]", 3),
        ("répertoire", 2),
        ("файл", 1),
        ("返回文件列表", 4),
        ("🚀🚀", 2),
        ("\ud800", 1),
    ],
)
def test_an_estimate_goes_by_words_digits_and_punctuation(text, tokens):
    assert tokens_in(text) == tokens


@pytest.mark.parametrize(
    "unit", ["a", "A", "aA", "Aa", "_", '"', '"a', "1", "a1", " ", "é", "中", "ф", "🚀", "\u200b"]
)
def test_a_megabyte_without_a_space_takes_no_more_than_its_length(unit):
    text = unit * (MEGABYTE // len(unit))
    assert 0 < tokens_in(text) <= len(text)


@given(st.text(min_size=1))
def test_no_text_is_more_tokens_than_characters(text):
    assert 1 <= tokens_in(text) <= 1 + 1.1 * len(text)


@needs_real_world
def test_the_estimate_of_a_server_is_a_few_per_cent_off():
    """`MEASURED` is what o200k_base makes of the whole list; `docs/surface.md` has the figures."""
    errors = []
    for path in sorted((REAL_WORLD / "tools").glob("*.json")):
        cost = cost_of(json.loads(path.read_text())["tools"])
        errors.append(abs(cost.tokens / MEASURED[path.stem] - 1))
    assert len(errors) == len(MEASURED)
    assert sum(errors) / len(errors) < 0.02
    assert max(errors) < 0.07


def test_a_model_is_told_name_description_and_arguments_only():
    given = {**tool("b", "é"), "title": "B", "annotations": {}, "outputSchema": {}, "_meta": {}}
    text = '{"description":"é","inputSchema":{"properties":{},"type":"object"},"name":"b"}'
    assert told(given) == text
    assert told({}) == "{}"
    cost = cost_of([given, {}])
    assert [(each.name, each.size) for each in cost.tools] == [("b", len(text) + 1), ("", 2)]
    assert cost.size == len(f"[{text},{{}}]".encode())
    assert cost.tokens == tokens_in(text) + 1
    assert cost_of([]).size == len("[]")


def test_half_a_character_is_as_long_as_the_mark_in_its_place():
    (half,), (mark,) = (cost_of([{"name": text}]).tools for text in ("\ud800", "\ufffd"))
    assert (half.size, half.tokens) == (mark.size, mark.tokens)


def test_the_order_of_tools_and_keys_changes_nothing():
    tools = [tool("a", "x"), tool("c", "x"), {"name": ["odd"]}, tool("b", "much longer, dearer")]
    turned = [dict(reversed(each.items())) for each in reversed(tools)]
    assert cost_of(tools) == cost_of(turned)
    assert [each.name for each in cost_of(tools).tools] == ["b", "a", "c", ""]


def test_a_surface_that_is_not_whole_or_has_no_tools_has_no_cost():
    assert cost_in({"tools": [tool("a")], "problems": []}) == cost_of([tool("a")])
    assert cost_in({"tools": [tool("a")], "problems": ["x"]}) is None
    assert cost_in({"tools": [], "problems": []}) is None


def test_a_schema_that_says_the_same_twice_could_say_it_once():
    once = saved_in(tool("a", start=POINT)["inputSchema"])
    twice = saved_in(tool("a", start=POINT, end=POINT)["inputSchema"])
    thrice = saved_in(
        tool("a", start=POINT, end=POINT, via={"anyOf": [POINT, True]})["inputSchema"]
    )
    assert once == 0
    assert 20 < twice < tokens_in(json.dumps(POINT))
    assert thrice > 2 * twice


@pytest.mark.parametrize(
    "other",
    [
        {**POINT, "description": "Another point."},
        {**POINT, "required": []},
        {"type": "string"},
    ],
    ids=["other description", "other requirement", "other type"],
)
def test_what_differs_or_is_small_stays(other):
    assert saved_in(tool("a", start=POINT, end=other, also=other)["inputSchema"]) == (
        0 if other == {"type": "string"} else saved_in({"allOf": [other, other]})
    )
    assert saved_in(tool("a", start=POINT, end=other)["inputSchema"]) == 0


def test_repetitions_inside_repetitions_count_once():
    inner = {"type": "array", "items": POINT, "description": "The way, one point after the other."}
    outer = {"type": "object", "properties": {"there": inner, "back": inner}}
    one = saved_in(outer)
    both = saved_in({"properties": {"a": outer, "b": outer}})
    assert one > 0
    assert one < both < 3 * one + tokens_in(json.dumps(outer))


@pytest.mark.parametrize(
    "schema",
    [None, True, 7, [], {}, {"properties": []}, {"anyOf": {}}, {"properties": {"a": [POINT]}}],
    ids=repr,
)
def test_an_odd_schema_saves_nothing(schema):
    assert saved_in(schema) == 0


def test_one_and_true_are_not_the_same():
    a, b = ({**POINT, "default": {"latitude": value}} for value in (1, True))
    assert saved_in({"anyOf": [a, b]}) == 0


def test_the_section_names_the_dearest_and_what_could_be_saved():
    tools = [tool(f"t{number:02}", "word " * number) for number in range(13)]
    tools.append(tool("<b>", start=POINT, end=POINT))
    cost = cost_of(tools, savings=True)
    assert cost.savings == (Saving("<b>", cost.saved),)
    lines = surface_cost_pretty(cost).splitlines()
    assert len(lines) == 13
    assert lines[0].startswith(f"what your surface costs: about {cost.tokens:,} tokens (")
    assert lines[1].split()[0] == "<b>"
    assert lines[2].split() == ["t12", "32", "6", "%"]
    assert lines[11] == "  and 4 more tools: 89 tokens, 18 %"
    assert lines[12].startswith("  $defs for what a schema repeats could save about ")
    shown = surface_cost_markdown(cost)
    assert "| &lt;b&gt; |" in shown
    assert "| t12 | 32 | 6 % |" in shown
    assert len(shown.splitlines()) == 18


def test_a_single_tool_has_a_section_without_a_rest():
    cost = cost_of([{"name": "n" * 500}])
    assert "told of the tool" in surface_cost_pretty(cost)
    assert len(surface_cost_pretty(cost).splitlines()) == 2
    assert "…" in surface_cost_markdown(cost)
    assert surface_cost_markdown(cost).endswith("| 100 % |\n")
    assert "one without a name" in surface_cost_pretty(cost_of([{}]))
