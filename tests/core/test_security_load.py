"""What a server listed is read from files in the shapes that there are, and from nothing else."""

import json

import pytest
from outside import REAL_WORLD, needs_real_world

from mcptest_action.core.checks.security.load import lines_of, load_dump
from mcptest_action.core.checks.security.model import scan_input_of
from mcptest_action.core.protocol.exchange.era import NEWEST_MODERN, Era, EraName
from mcptest_action.core.protocol.surface.model import SCHEMA as SURFACE
from mcptest_action.core.protocol.surface.model import surface_document
from mcptest_action.core.text.errors import InputError

TOOL = {"name": "get_x", "description": "Gets x.", "inputSchema": {"type": "object"}}
LOOKED_FOR = (
    'looked for {"tools": […]}, a JSON-RPC response with that result, a list of tools, '
    "or what `mcptest surface --format json` writes"
)


def load(data):
    return load_dump(data, "x.json")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"tools": [TOOL]}, ("tools",)),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL]}}, ("result", "tools")),
        ({"result": {"tools": [TOOL]}}, ("result", "tools")),
        ({"name": "x", "initialize": {}, "tools": [TOOL]}, ("tools",)),
        ([TOOL], ()),
        ([{"inputSchema": {}, **TOOL}], ()),
    ],
)
def test_tools_are_found_in_every_shape(data, place):
    dump = load(data)
    assert dump.surface.tools[0]["name"] == "get_x"
    assert dump.places["tools"] == place
    assert dump.surface.problems == ()
    assert dump.surface.era == NEWEST_MODERN


def test_what_our_own_command_writes_can_be_scanned():
    full = load(
        {
            "tools": [TOOL],
            "prompts": [{"name": "p"}],
            "resources": [{"uri": "a:b"}],
            "resourceTemplates": [{"uriTemplate": "a:{b}"}],
            "serverInfo": {"name": "s"},
            "capabilities": {"tools": {}},
            "instructions": "Be kind.",
            "protocolVersion": "2025-11-25",
        }
    ).surface
    assert full.era == Era(EraName.LEGACY, "2025-11-25")
    document = json.loads(json.dumps(surface_document(full)))
    assert load(document).surface == full
    document["problems"] = ["tools/list: nextCursor repeats"]
    assert load(document).surface.problems == ("tools/list: nextCursor repeats",)


def test_both_answers_may_stand_in_one_file():
    hello = {
        "serverInfo": {"name": "s"},
        "instructions": "Be kind.",
        "protocolVersion": "2026-07-28",
    }
    dump = load({"initialize": hello, "tools": []})
    assert dump.surface.server == {"name": "s"}
    assert dump.surface.instructions == "Be kind."
    assert dump.surface.era == NEWEST_MODERN
    assert dump.places["instructions"] == ("initialize", "instructions")


def test_the_answer_to_initialize_may_be_a_whole_response():
    hello = {"jsonrpc": "2.0", "id": 1, "result": {"instructions": "Be kind."}}
    dump = load({"initialize": hello, "instructions": "Be kind.", "tools": []})
    assert dump.surface.instructions == "Be kind."
    dump = load({"initialize": hello, "tools": []})
    assert dump.places["instructions"] == ("initialize", "result", "instructions")


def test_a_result_may_say_itself_whose_it_is():
    meta = {"io.modelcontextprotocol/serverInfo": {"name": "s"}}
    assert load({"tools": [], "_meta": meta}).surface.server == {"name": "s"}


def test_what_others_call_server_is_not_ours():
    assert load({"tools": [], "server": "github"}).surface.server == {}


def test_one_page_is_not_the_whole_list():
    (problem,) = load({"tools": [TOOL], "nextCursor": "2"}).surface.problems
    assert problem == "x.json is one page of several: it holds a nextCursor"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({}, "there is no list called 'tools'"),
        ({"result": {}}, "there is no list called 'tools'"),
        ({"prompts": []}, "there is no list called 'tools'"),
        ({"tools": None}, "there is no list called 'tools'"),
        ({"tools": {"a": TOOL}}, "'tools' is not a list"),
        ({"tools": [], "schema_version": SURFACE, "problems": "odd"}, "'problems' is not a list"),
        (
            {"tools": [TOOL], "result": {"tools": []}},
            "there are tools in two places, and one would be left out",
        ),
        (
            {"tools": [], "instructions": "a", "initialize": {"instructions": "b"}},
            "'instructions' stands in two places, and says two things",
        ),
        ({"tools": [TOOL, "get_y"]}, "tools[1] is not an object"),
        ({"tools": [], "prompts": [1]}, "prompts[0] is not an object"),
        ({"tools": [], "serverInfo": "s"}, "'serverInfo' is not an object"),
        ({"tools": [], "instructions": 1}, "'instructions' is not text"),
        ([], "an empty list does not say what it is a list of"),
        ([1], "the list does not begin with a tool"),
        ([TOOL, 1], "tools[1] is not an object"),
        ("tools", "the file holds neither an object nor a list"),
        (None, "the file holds neither an object nor a list"),
    ],
)
def test_anything_else_is_an_error_that_says_what_was_looked_for(data, found):
    with pytest.raises(InputError) as error:
        load(data)
    expected = f"x.json: not recognised as what a server lists: {found} ({LOOKED_FOR})"
    assert str(error.value) == expected


def test_an_error_of_the_server_is_no_list():
    with pytest.raises(InputError) as error:
        load({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no such method"}})
    what = "it holds an error of the server, no tools: no such method"
    assert str(error.value) == f"x.json: {what} ({LOOKED_FOR})"
    with pytest.raises(InputError, match="it holds an error of the server, no tools \\("):
        load({"jsonrpc": "2.0", "error": 3})


def test_another_artifact_of_ours_is_none_of_this():
    with pytest.raises(InputError) as error:
        load({"schema_version": "mcptest.dev/run/v1", "tools": []})
    what = "schema_version is 'mcptest.dev/run/v1', but a surface is 'mcptest.dev/surface/v1'"
    assert str(error.value) == f"x.json: {what} ({LOOKED_FOR})"


def test_the_ground_holds_texts_and_a_plan():
    inputs = scan_input_of(load({"tools": [TOOL], "instructions": "Be kind."}).surface)
    assert [text.pointer for text in inputs.texts][:2] == ["/instructions", "/tools/0/name"]
    assert [row.tool.name for row in inputs.plan] == ["get_x"]


def test_a_name_that_says_something_is_a_text_too():
    schema = {
        "properties": {"ordinary_name-1": {"default": "d"}, "read ~/.ssh/id_rsa": {"title": "t"}}
    }
    texts = scan_input_of(load({"tools": [{"name": "x", "inputSchema": schema}]}).surface).texts
    root = "/tools/0/inputSchema/properties"
    assert [(text.pointer, text.field, text.raw) for text in texts] == [
        ("/tools/0/name", "name", "x"),
        (f"{root}/ordinary_name-1/default", "default", "d"),
        (f"{root}/read ~0~1.ssh~1id_rsa", "a name in it", "read ~/.ssh/id_rsa"),
        (f"{root}/read ~0~1.ssh~1id_rsa/title", "title", "t"),
    ]


@needs_real_world
def test_every_real_dump_can_be_read():
    recorded = sorted((REAL_WORLD / "tools").glob("*.json"))
    assert recorded
    for path in recorded:
        assert load(json.loads(path.read_text())).surface.tools, path.name


TEXT = """\
{
  "result": {
    "tools": [
      {"name": "a"},
      {
        "name": "b",
        "annotations": {"x/y~z": true, "more": [1,
          2, {"deep": "\\"}]"}], "last": []}
      }
    ]
  }
}
"""


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("", 1),
        ("/tools", 3),
        ("/tools/0/name", 4),
        ("/tools/1", 5),
        ("/tools/1/name", 6),
        ("/tools/1/annotations/x~1y~0z", 7),
        ("/tools/1/annotations/more/1", 8),
        ("/tools/1/annotations/more/2/deep", 8),
        ("/tools/1/annotations/gone/away", 7),
        ("/tools/9/name", 3),
        ("/instructions", 1),
    ],
)
def test_a_pointer_leads_to_its_line_or_to_what_is_around_it(pointer, line):
    assert lines_of(TEXT, {"tools": ("result", "tools")}, [pointer]) == {pointer: line}


def test_a_list_of_tools_has_lines_as_well():
    assert lines_of('[\n{"name":\n"a"}]', {"tools": ()}, ["/tools/0/name"]) == {"/tools/0/name": 2}
