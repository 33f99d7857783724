"""What a server offers is the same document, whatever order it was told in.

`fixtures/surface/<case>/server.json` is how a server reacts, page by page; `surface.json` and
`pretty.txt` beside it are the golden files.
"""

import copy
import json
from random import Random

import pytest
from conftest import FIXTURES
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY, Era, EraName
from mcptest_action.core.protocol.exchange.handshake import Hello
from mcptest_action.core.protocol.exchange.incoming import Response, read_message
from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    HttpAnswer,
    HttpStatus,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.step import Request, Together
from mcptest_action.core.protocol.surface.collect import LISTINGS, MOST_ITEMS, MOST_PAGES, collect
from mcptest_action.core.protocol.surface.model import Surface, canonical, digest, surface_document
from mcptest_action.core.protocol.transcript.reaction_json import reaction_of_document
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.surface_pretty import surface_pretty

CASES = sorted(path for path in (FIXTURES / "surface").iterdir() if path.is_dir())
UNKNOWN_METHOD = RpcError(-32601, "Method not found")


def hello(*capabilities):
    return Hello(NEWEST_LEGACY, {"name": "s"}, {name: {} for name in capabilities}, None)


class Server:
    """Answers each method with its pages, one after the other, and remembers what it was asked."""

    def __init__(self, **pages):
        self.pages = {name.replace("_", "/"): iter(given) for name, given in pages.items()}
        self.asked = []

    def __call__(self, request):
        assert isinstance(request, Request)
        self.asked.append((request.method, request.params))
        return next(self.pages[request.method])


def collected(greeting, server):
    """The surface, and how many requests went out at once, each time."""
    script, answer, widths = collect(greeting), None, []
    while True:
        try:
            step = script.send(answer)
        except StopIteration as done:
            return done.value, widths
        steps = step.steps if isinstance(step, Together) else (step,)
        widths.append(len(steps))
        answers = tuple(server(request) for request in steps)
        answer = answers if isinstance(step, Together) else answers[0]


def tools_of(*pages):
    surface, _ = collected(hello("tools"), Server(tools_list=pages))
    return [tool.get("name") for tool in surface.tools], list(surface.problems)


def page(*tools, **more):
    return Replied({"tools": list(tools), **more})


def named(*names):
    return [{"name": name} for name in names]


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_case(folder, golden):
    case = json.loads((folder / "server.json").read_text())
    name, version = case["hello"].pop("era")
    greeting = Hello(Era(EraName(name), version), **case["hello"])
    server = Server(**{
        method: map(reaction_of_document, pages) for method, pages in case["answers"].items()
    })  # fmt: skip
    surface, _ = collected(greeting, server)
    assert all(next(pages, None) is None for pages in server.pages.values()), "a page was not read"
    golden(folder / "surface.json", dump(surface_document(surface)))
    golden(folder / "pretty.txt", surface_pretty(surface))


def test_first_pages_are_asked_for_together_and_only_what_is_declared():
    server = Server(
        resources_list=[Replied({"resources": [], "nextCursor": "1"}), Replied({"resources": []})],
        resources_templates_list=[Replied({"resourceTemplates": []})],
    )
    surface, widths = collected(hello("resources", "logging"), server)
    assert widths == [2, 1]
    assert server.asked == [
        ("resources/list", None),
        ("resources/templates/list", None),
        ("resources/list", {"cursor": "1"}),
    ]
    assert surface.problems == (
        "the server does not declare the tools capability; no tool was listed",
    )


def test_a_server_that_declares_nothing_is_asked_nothing():
    surface, widths = collected(hello(), Server())
    assert widths == []
    assert surface.problems == (
        "the server does not declare the tools capability; no tool was listed",
    )


def test_what_the_server_said_about_itself_is_kept():
    greeting = Hello(NEWEST_LEGACY, {"name": "s"}, {"logging": {}}, "be kind")
    surface, _ = collected(greeting, Server())
    assert surface[:4] == (NEWEST_LEGACY, {"name": "s"}, {"logging": {}}, "be kind")


def test_pages_are_read_to_the_end_and_sorted_by_name():
    pages = (
        page(*named("c"), nextCursor="1"),
        page(*named("a"), nextCursor="2"),
        page(*named("b")),
    )
    assert tools_of(*pages) == (["a", "b", "c"], [])


@pytest.mark.parametrize("more", [{}, {"nextCursor": None}], ids=["no cursor", "null"])
def test_a_page_without_a_cursor_is_the_last_one(more):
    assert tools_of(page(*named("a"), **more)) == (["a"], [])


@pytest.mark.parametrize("cursor", [0, 1, True, False, [], {}, ["1"]], ids=repr)
def test_a_cursor_that_is_not_text_ends_the_listing_loudly(cursor):
    expected = (["a"], ["tools/list: nextCursor is not text"])
    assert tools_of(page(*named("a"), nextCursor=cursor)) == expected


@pytest.mark.parametrize("cursors", [["1", "1"], ["1", "2", "1"], ["", ""]], ids=repr)
def test_a_cursor_that_comes_back_ends_the_listing_loudly(cursors):
    pages = [page(*named(str(n)), nextCursor=cursor) for n, cursor in enumerate(cursors)]
    names = [str(n) for n in range(len(cursors))]
    assert tools_of(*pages) == (names, ["tools/list: nextCursor repeats"])


@pytest.mark.parametrize(
    ("count", "problems"),
    [(MOST_PAGES, []), (MOST_PAGES + 1, [f"tools/list: more than {MOST_PAGES} pages"])],
    ids=["as many pages as allowed", "one page more"],
)
def test_a_listing_without_end_is_cut_off_loudly(count, problems):
    pages = [page({"name": f"{n:04}"}, nextCursor=str(n)) for n in range(count - 1)]
    names, found = tools_of(*pages, page({"name": "last"}))
    assert found == problems
    assert len(names) == MOST_PAGES


@pytest.mark.parametrize(
    ("count", "problems"),
    [(MOST_ITEMS, []), (MOST_ITEMS + 1, [f"tools/list: more than {MOST_ITEMS} entries"])],
    ids=["as many entries as allowed", "one entry more"],
)
def test_a_flood_of_entries_is_cut_off_loudly(count, problems):
    entries = [{"name": f"{n:06}"} for n in range(count)]
    names, found = tools_of(page(*entries, nextCursor="1"), page())
    assert found == problems
    assert len(names) == count


def test_a_flood_of_entries_on_the_last_page_is_loud_as_well():
    entries = [{"name": f"{n:06}"} for n in range(MOST_ITEMS + 1)]
    _, problems = tools_of(page(*entries))
    assert problems == [f"tools/list: more than {MOST_ITEMS} entries"]


def test_entries_that_are_no_objects_are_left_out_loudly():
    first = page({"name": "b"}, "a", None, 5, ["x"], nextCursor="1")
    assert tools_of(first, page("c", *named("a"))) == (
        ["a", "b"],
        ["tools/list: an entry is not an object"] * 2,
    )


NO_PAGE = "the result holds no list called 'tools'"


@pytest.mark.parametrize(
    ("reaction", "complaint"),
    [
        (Replied({}), NO_PAGE),
        (Replied(None), NO_PAGE),
        (Replied([]), NO_PAGE),
        (Replied({"tools": None}), NO_PAGE),
        (Replied({"tools": {"name": "a"}}), NO_PAGE),
        (UNKNOWN_METHOD, "the server answered with JSON-RPC error -32601: Method not found"),
        (HttpStatus(HttpAnswer(500, {}), ""), "the server answered with HTTP status 500"),
        (TimedOut(5), "the server did not answer within 5 s"),
        (Disconnected("killed"), "the server closed the connection: killed"),
    ],
    ids=repr,
)
def test_a_listing_that_cannot_be_read_is_a_problem_also_on_a_later_page(reaction, complaint):
    assert tools_of(reaction) == ([], [f"tools/list: {complaint}"])
    first = page(*named("a"), nextCursor="1")
    assert tools_of(first, reaction) == (["a"], [f"tools/list: {complaint}"])


def test_only_templates_may_be_an_unknown_method():
    def problems(templates, resources=None):
        resources = resources or Replied({"resources": []})
        server = Server(resources_list=[resources], resources_templates_list=[templates])
        return collected(hello("resources"), server)[0].problems[:-1]  # the last is about tools

    assert problems(UNKNOWN_METHOD) == ()
    assert problems(RpcError(-32603, "oops")) == (
        "resources/templates/list: the server answered with JSON-RPC error -32603: oops",
    )
    assert problems(TimedOut(5)) == (
        "resources/templates/list: the server did not answer within 5 s",
    )
    assert problems(UNKNOWN_METHOD, UNKNOWN_METHOD) == (
        "resources/list: the server answered with JSON-RPC error -32601: Method not found",
    )


JSON = st.recursive(
    st.sampled_from([None, True, 1, 1.5, "é", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=6,
)
NAME = st.sampled_from(["a", "b", "B", "é", "", "\ud800"])


def items(named_by):
    body = st.dictionaries(st.sampled_from(["title", "x", "y"]), JSON)
    return st.lists(
        st.tuples(NAME, body).map(lambda pair: {named_by: pair[0], **pair[1]}), max_size=4
    )


def shuffled(value, random):
    """The same JSON with the keys of every object in another order."""
    if isinstance(value, dict):
        keys = random.sample(list(value), len(value))
        return {key: shuffled(value[key], random) for key in keys}
    return [shuffled(item, random) for item in value] if isinstance(value, list) else value


def told(offers, sizes):
    """A server that tells its offers in pages of these sizes, the last one holding the rest."""
    server = {}
    for listing in LISTINGS:
        rest, pages = offers[listing.key], []
        for number, size in enumerate(sizes):
            pages.append(Replied({listing.key: rest[:size], "nextCursor": str(number)}))
            rest = rest[size:]
        server[listing.method] = [*pages, Replied({listing.key: rest})]
    return Server(**server)


@given(
    st.fixed_dictionaries({listing.key: items(listing.named_by) for listing in LISTINGS}),
    st.dictionaries(st.sampled_from("abc"), JSON),
    st.lists(st.integers(0, 3), max_size=3),
    st.integers(0, 1000).map(Random),
)
def test_no_order_of_the_servers_making_changes_a_byte(offers, about, sizes, random):
    greeting = hello("tools", "resources", "prompts")._replace(server=about)
    before = copy.deepcopy(offers)
    surface, _ = collected(greeting, told(offers, []))
    other = {
        key: [shuffled(item, random) for item in random.sample(list_, len(list_))]
        for key, list_ in offers.items()
    }
    again, _ = collected(greeting._replace(server=shuffled(about, random)), told(other, sizes))
    assert dump(surface_document(surface)) == dump(surface_document(again))
    assert offers == before


def test_names_that_are_objects_have_one_order_too():
    one = [{"name": {"a": 1, "b": 0}}, {"name": {"a": 1, "c": 0}}]
    other = [{"name": {"b": 0, "a": 1}}, {"name": {"a": 1, "c": 0}}]
    surfaces = [collected(hello("tools"), Server(tools_list=[page(*t)]))[0] for t in (one, other)]
    assert dump(surface_document(surfaces[0])) == dump(surface_document(surfaces[1]))


@pytest.mark.parametrize(
    "number", [b"1e999", b"-1e999", b"9" * 5000], ids=["1e999", "-1e999", "long"]
)
def test_a_number_beyond_counting_can_be_reported(number):
    message = read_message(b'{"id":1,"result":{"tools":[{"name":"a","maximum":' + number + b"}]}}")
    surface, _ = collected(hello("tools"), Server(tools_list=[Replied(message.result)]))
    assert dump(surface_document(surface))


def test_a_tool_is_either_too_deep_to_be_read_or_can_be_reported():
    for depth in (150, 250, 600, 900, 2000, 100_000):
        message = read_message(b'{"id":1,"result":' + b'{"x":' * depth + b"0" + b"}" * depth + b"}")
        if isinstance(message, Response):
            tool = {"name": "a", "x": message.result}
            surface, _ = collected(hello("tools"), Server(tools_list=[page(tool)]))
            assert dump(surface_document(surface))


def test_canonical_json_has_one_spelling():
    assert canonical({"b": [1, {"d": None, "c": "é\ud800"}], "a": True}) == (
        '{"a":true,"b":[1,{"c":"\\u00e9\\ud800","d":null}]}'
    )


def test_a_digest_names_its_algorithm():
    assert digest({}) == "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest([1, 2]) != digest([2, 1])


EMPTY = Surface(NEWEST_LEGACY, {"name": "s", "version": "1"}, {}, None, (), (), (), (), ())


def test_digests_change_with_what_they_cover_and_with_nothing_else():
    before = surface_document(EMPTY)["digests"]
    after = surface_document(EMPTY._replace(tools=({"name": "a"},), problems=("p",)))["digests"]
    assert [name for name in before if before[name] != after[name]] == ["tools"]


@pytest.mark.parametrize(
    ("server", "line"),
    [
        ({}, "a server without a name, protocol 2025-11-25 (legacy)"),
        ({"name": "s"}, "s, protocol 2025-11-25 (legacy)"),
        ({"name": "s", "version": "1"}, "s 1, protocol 2025-11-25 (legacy)"),
        ({"name": ["s"], "version": 5}, "['s'] 5, protocol 2025-11-25 (legacy)"),
    ],
    ids=repr,
)
def test_the_first_line_says_who_and_in_which_protocol(server, line):
    assert surface_pretty(EMPTY._replace(server=server)).splitlines()[0] == line


@pytest.mark.parametrize("command", ["::add-mask::a", "::stop-commands::x", "##[error]x"])
def test_no_name_is_a_workflow_command(command):
    item = {"name": command, "uri": command, "uriTemplate": command}
    surface = EMPTY._replace(
        server=item, tools=(item,), resources=(item,), templates=(item,), prompts=(item,)
    )
    lines = surface_pretty(surface).splitlines()
    assert [line for line in lines if line.lstrip().startswith(("::", "##["))] == []


@pytest.mark.parametrize("space", ["", "\t", "\xa0", "\u3000", "\u2003 \u2003"], ids=ascii)
def test_no_line_is_a_workflow_command_behind_any_space(space):
    item = {"name": f"{space}::error::x"}
    lines = surface_pretty(EMPTY._replace(server=item, tools=(item,))).splitlines()
    assert [line for line in lines if line.strip().startswith("::")] == []
    assert [line.split()[0] for line in lines if ":error::x" in line] == [
        "\\u003a:error::x,", "\\u003a:error::x", "\\u003a:error::x",
    ]  # fmt: skip


def test_no_line_holds_an_old_workflow_command_anywhere():
    """GitHub looks for them in the whole line, that of a JSON document included."""
    command = "a ###[add-mask]b"
    item = {"name": "x", "description": command}
    surface = EMPTY._replace(
        server={"name": command}, capabilities={command: {}}, instructions=command, tools=(item,),
        problems=(command,),
    )  # fmt: skip
    document = dump(surface_document(surface))
    assert "##[" not in surface_pretty(surface)
    assert "##[" not in document
    assert json.loads(document)["instructions"] == command


def test_a_surface_with_problems_says_so_in_the_report():
    problem = "tools/list: the server did not answer within 5 s"
    assert problem in surface_pretty(EMPTY._replace(problems=(problem,)))
    assert "problem" not in surface_pretty(EMPTY)
