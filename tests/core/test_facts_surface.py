"""The facts of a surface are computed from what is listed, and count tools by name."""

import json

import pytest
from conftest import FIXTURES
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.facts.model import Absent, Document
from mcptest_action.core.facts.pool import read_facts
from mcptest_action.core.facts.surface import ARTIFACT, names, read
from mcptest_action.core.facts.surface_faults import faults_in
from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY
from mcptest_action.core.protocol.surface.cost import cost_in
from mcptest_action.core.protocol.surface.file import MOST_CHARACTERS, TOO_LARGE, surface_file
from mcptest_action.core.protocol.surface.model import Surface, surface_document
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp("2026-11-16T12:00:00Z")
FOLDER = FIXTURES / "facts" / "surface-report"
EMPTY = Surface(NEWEST_LEGACY, {"name": "s", "version": "1"}, {}, None, (), (), (), (), ())
COUNTED = [spec.name for spec in ARTIFACT.facts if spec.counts]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5) | st.sampled_from(["\ud800", "\udfff##[x]", "\u200b"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=3) | st.sampled_from(["\ud800", "\ud801"]), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
KEYS = ("name", "title", "description", "inputSchema", "annotations")


def written(surface):
    """The document as a gate writes it and its own reader reads it."""
    return Document("surface.json", read_json(dump(surface_file(surface)), "surface.json"))


def listing(*tools):
    return EMPTY._replace(tools=tools)


def fixture(name):
    return Document(name, read_json((FOLDER / f"{name}.json").read_text(), name))


def counted(document):
    return {fact: [each.name for each in found] for fact, found in names(document).items()}


def test_what_is_counted_has_names():
    assert counted(fixture("a-whole-surface")) == {
        "surface.untitled": ["list_files"],
        "surface.unannotated": ["list_files"],
        "surface.undescribed": ["list_files"],
        "surface.undescribed_parameters": ["add.c", "list_files.path"],
    }


def test_every_name_is_another_one_even_where_tools_share_one():
    odd = counted(fixture("odd-tools"))
    assert sorted(odd["surface.untitled"]) == sorted([
        "p", "q", "twice", "twice#2", "twice#3", "twice#4", "without a name",
        "without a name#2", "without a name#3", "without a name#4",
    ])  # fmt: skip
    assert odd["surface.undescribed_parameters"] == ["q.", "q.away", "q.loop", "q.lost", "q.odd"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("[!b]*.json")), ids=lambda path: path.stem)
def test_a_number_is_that_of_its_names(path):
    if path.name.endswith(".facts.json"):
        return
    document = fixture(path.stem)
    reading, named = read(document, NOW), names(document)
    assert sorted(named) == sorted(COUNTED)
    for fact in COUNTED:
        if not isinstance(reading[fact], Absent):
            assert reading[fact] == len(named[fact])
        for unique in ("name", "fingerprint"):
            assert len({getattr(each, unique) for each in named[fact]}) == len(named[fact])


def test_a_fingerprint_stays_when_tools_are_reordered_reworded_or_joined_by_others():
    tools = [{"name": name, "inputSchema": {"properties": {"x": {}}}} for name in "abc"]
    before = faults_in(tools)
    changed = [{**each, "inputSchema": {"properties": {"x": True, "y": {}}}} for each in tools]
    after = faults_in([{"name": "new"}, *reversed(changed)])
    for fact in COUNTED:
        assert set(before[fact]) < set(after[fact])
    marks = [each.fingerprint for found in before.values() for each in found]
    assert len(set(marks)) == len(marks)
    assert all(len(mark) == 32 for mark in marks)


def test_a_fact_names_what_it_counts():
    pool = read_facts({"--surface-report": fixture("a-whole-surface")}, now=NOW)
    assert pool.facts["surface.untitled"].behind == ("list_files",)
    assert pool.facts["surface.tools"].behind == ()
    pool = read_facts({"--surface-report": fixture("dump-of-a-list")}, now=NOW)
    assert pool.absence("surface.prompts") == (
        "dump-of-a-list does not carry surface.prompts: a dump of tools/list does not say"
    )


def test_a_second_page_and_an_unreadable_list_leave_no_fact():
    for name in ("dump-of-the-first-page", "one-list-could-not-be-read", "partial"):
        reading = read(fixture(name), NOW)
        assert all(isinstance(value, Absent) for value in reading.values()), name


def test_a_surface_that_was_written_is_what_its_reader_counts():
    keys = dict(zip(("\ud800", "\ud801"), (1, 2), strict=True))
    tool = {"name": "a", "title": "\ud800", "inputSchema": keys}
    surface = listing(tool)._replace(instructions="half \udc00", server={"\ud800": "\ud800"})
    document = surface_document(surface)
    assert document["tools"] == [{"inputSchema": {"\ufffd": 2}, "name": "a", "title": "\ufffd"}]
    assert read_json(dump(document), "x") == document
    assert read(written(surface), NOW)["surface.untitled"] == 0


@given(
    st.lists(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), JSON), max_size=4), JSON
)
def test_whatever_a_server_lists_has_facts(tools, about):
    surface = listing(*tools)._replace(server={"about": about})
    reading = read(written(surface), NOW)
    assert reading["surface.tools"] == len(tools)
    assert not any(isinstance(value, Absent) for value in reading.values())


def test_a_flood_leaves_a_file_that_says_so():
    flood = listing({"name": "a", "description": "x" * MOST_CHARACTERS})
    file = surface_file(flood._replace(problems=("first",), server={"name": "y" * 100}))
    assert (file["tools"], file["server"]) == ([], {})
    assert file["problems"] == ["first", TOO_LARGE]
    assert len(dump(file)) < 5000
    reading = read(written(flood), NOW)
    assert reading["surface.tools"] == Absent(f"this is not the whole surface: {TOO_LARGE}")
    small = listing({"name": "a"})
    assert surface_file(small) == surface_document(small)


def test_deep_nesting_counts_as_long_as_it_is_written():
    """Indented, a list of numbers takes hundreds of times the room in which it was sent."""
    deep = list(range(20_000))
    for _ in range(190):
        deep = [deep]
    assert len(json.dumps(deep)) < MOST_CHARACTERS / 10
    assert surface_file(listing({"name": "a", "x": deep}))["problems"] == []
    assert surface_file(listing({"name": "a", "x": [deep, deep]}))["problems"] == [TOO_LARGE]


def test_a_number_that_nobody_can_read_leaves_the_size_unknown():
    tool = {"name": "a", "title": "A", "inputSchema": {"default": float("inf")}}
    facts = read(Document("s.json", {"tools": [tool]}), NOW)
    assert facts["surface.tools"] == 1
    for name in ("surface.tokens", "surface.bytes", "surface.tokens_largest_tool"):
        assert facts[name].because == "a tool holds a number that is too long to be counted"
    assert cost_in({"tools": [tool], "problems": []}) is None
