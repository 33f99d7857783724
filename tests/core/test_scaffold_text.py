"""What scaffold writes reads back as it was meant, whatever a server calls its tools."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcptest_action.core.authoring.scaffold.model import DraftCase, answer_of
from mcptest_action.core.authoring.scaffold.observe import candidates
from mcptest_action.core.authoring.scaffold.server_block import name_of, server_block
from mcptest_action.core.authoring.scaffold.suite import scaffolded
from mcptest_action.core.authoring.scaffold.write import proven
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.document.tree import plain
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.document.yaml_value import (
    MOST_DEPTH,
    UnwritableError,
    field_lines,
    flow,
    item_lines,
    without_variables,
    word,
)
from mcptest_action.core.protocol.exchange.era import NEWEST_MODERN
from mcptest_action.core.protocol.exchange.reaction import Replied, RpcError, TimedOut
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.protocol.target.model import (
    Command,
    FromEnvironment,
    FromTokenEndpoint,
    Url,
)
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan

TARGET = Command(("python", "server.py"), {}, None)
EXISTS = {"target": "result", "exists": True}
TEXT = st.text(max_size=60)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",)), max_size=30),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(st.characters(exclude_categories=("Cs",)), max_size=20), inner,
                      max_size=4),
    max_leaves=20,
)  # fmt: skip


def surface_of(*tools, server=None):
    return Surface(NEWEST_MODERN, server or {}, {}, None, tools, (), (), (), ())


def written(*tools, server=None):
    surface = surface_of(*tools, server=server)
    plan = make_plan(tools, ExecutionPolicy(), {})
    return scaffolded(surface, TARGET, tuple(candidates(surface, plan, {})))


@given(JSON)
@example({"yes": "no", "a b": "1e3", "~": "0x1f", "": "# x", "k": "- x", "on": [{}, [], ""]})
@example(["\x85\u2028\ufeff\x00\x7f", "a: b", "{x}", "'", '"', "\\", "..", "---", "!tag", "&a"])
@example({"x" * 90: {"y" * 40: ["z" * 60, {"deep": ["w" * 70]}]}})
def test_any_value_reads_back(value):
    for lines in ([f"v: {flow(value)}"], field_lines("v", value, 0)):
        assert plain(read_yaml("\n".join(lines), "x")) == {"v": value}
    assert plain(read_yaml("\n".join(item_lines(value, 2)), "x")) == [value]


@given(st.lists(st.tuples(TEXT, TEXT), max_size=5), TEXT)
@example([("a", "\n  - name: x\n    tool: y"), ("a\n", ""), ("${city}", "${city}")], "\n:")
@example([("\ud800", "x"), (" ", "x"), ("", "x"), ("x", "\ud800\u202e\x85tools:")], "a: b")
def test_any_name_and_description_reads_back(tools, server):
    listed = [
        {"name": name, "description": text, "inputSchema": {"type": "object"}}
        for name, text in tools
    ]
    ours = {"name": "ours", "inputSchema": {"type": "object"}}
    made = written(ours, *listed, server={"name": server, "version": server})
    suite = load_suite(made.text, "suite.yml", {})
    subjects = {case.subject for case in suite.cases}
    names = {name for name, _ in tools} | {"ours"}
    assert subjects <= names
    assert len(suite.cases) == made.tests == len(names) - len(made.left_out)
    sayable = {name for name in names if name.strip() and name.isprintable()}
    assert sayable <= subjects
    assert written(ours, *listed, server={"name": server, "version": server}) == made


@given(st.dictionaries(st.text(st.characters(exclude_categories=("Cs",)), max_size=20), JSON,
                       max_size=4))  # fmt: skip
@example({"a": "${b}", "c": "$${d}", "e": "$$${f} ${", "${g}": ["${h} and ${i}"]})
def test_any_arguments_read_back(arguments):
    draft = proven(DraftCase("name", "tool", arguments, (EXISTS,), ()), ())
    assert isinstance(draft, DraftCase), draft


def test_words_are_bare_only_where_no_reader_could_misunderstand():
    assert word("get_record answers") == "get_record answers"
    for text in ("yes", "Null", "1.0", "a: b", "a #b", " a", "a ", "-x", "", "~", "é\x00"):
        assert word(text).startswith('"')
    assert word("\u3164\ufe0f") == '"\\u3164\\ufe0f"', "our own reader refuses them as they are"
    assert word('é\x00\u202e\U000e0001\n"\\') == '"é\\x00\\u202e\\U000e0001\\n\\"\\\\"'


def test_a_variable_that_is_none_is_made_inert():
    assert without_variables({"${k}": ["${a}", 1, "$${b}", "${", None]}) == {
        "${k}": ["$${a}", 1, "$$${b}", "${", None]
    }


def test_what_has_no_yaml_is_refused():
    deep = None
    for _ in range(MOST_DEPTH + 1):
        deep = [deep]
    for value in (deep, float("nan"), [float("inf")]):
        with pytest.raises(UnwritableError):
            flow(value)
    told = proven(DraftCase("name", "tool", {"x": deep}, (EXISTS,), ()), ())
    assert told == f"it is nested more than {MOST_DEPTH} levels deep"
    assert flow([1.5, -2, True, None]) == "[1.5, -2, true, null]"


class Misspelt(float):
    """A number that is written as another one."""

    def __repr__(self):
        return "1.5"


def test_what_does_not_read_back_the_same_is_refused():
    told = proven(DraftCase("name", "tool", {"x": Misspelt(2.5)}, (EXISTS,), ()), ())
    assert told == "it does not read back as it was written"


def test_a_number_that_json_does_not_have_is_refused():
    told = proven(DraftCase("name", "tool", {"x": 10**4100}, (EXISTS,), ()), ())
    assert told.startswith("it cannot be written as YAML: tools[0]: args holds 1000000")
    assert told.endswith("which JSON has no number for")


def test_a_server_is_written_without_its_secrets():
    env = {"LEVEL": "debug", "API_KEY": FromEnvironment("MY_KEY")}
    assert server_block(Command(("python", "s.py"), env, "sub")) == {
        "command": "python", "args": ["s.py"], "cwd": "sub",
        "env": {"LEVEL": "debug", "API_KEY": {"env": "MY_KEY"}},
    }  # fmt: skip
    assert server_block(Command(("server",), {}, None)) == {"command": "server"}
    headers = {"Authorization": FromEnvironment("T", "Bearer "), "X-A": "b",
               "X-Key": FromEnvironment("K")}  # fmt: skip
    assert server_block(Url("http://x/mcp", headers, "ca.pem", "http://p:1")) == {
        "url": "http://x/mcp", "bearer_token_env": "T", "ca_file": "ca.pem", "proxy": "http://p:1",
        "headers": {"X-A": "b", "X-Key": {"env": "K"}},
    }  # fmt: skip
    assert server_block(Url("http://x/mcp", {}, None, None)) == {"url": "http://x/mcp"}


# Looks like a key, and is none.
KEY = f"AKIA{'Q7X2' * 4}"


def granted(token_url, client_id):
    asks = FromTokenEndpoint(token_url, client_id, FromEnvironment("S"), parameters={"scope": "a"})
    return {"Authorization": asks}


def test_client_credentials_are_written_by_the_names_of_their_variables():
    assert server_block(Url("http://x/mcp", granted("https://a.example/t", "ci"), None, None)) == {
        "url": "http://x/mcp",
        "auth": {
            "oauth": {
                "token_url": "https://a.example/t",
                "client_id": "ci",
                "client_secret_env": "S",
                "client_auth": "client_secret_basic",
                "scope": "a",
            }
        },
    }


@pytest.mark.parametrize(
    "target",
    [
        Command(("s", "--auth-token", "dummy"), {}, None),
        Command(("s", "--api-key=abc"), {}, None),
        Command(("s", "postgres://me:hunter2@db/x"), {}, None),
        Url("http://me:hunter2@x/mcp", {}, None, None),
        Url("http://x/mcp", {}, None, "http://me:hunter2@p"),
        Url("http://x/mcp", granted(f"https://a.example/t?key={KEY}", "ci"), None, None),
        Url("http://x/mcp", granted("https://a.example/t", KEY), None, None),
    ],
)
def test_a_target_that_holds_a_secret_is_not_written(target):
    assert server_block(target) is None
    tool = {"name": "ours", "inputSchema": {"type": "object"}}
    surface = surface_of(tool)
    plan = make_plan([tool], ExecutionPolicy(), {})
    made = scaffolded(surface, target, tuple(candidates(surface, plan, {})))
    assert "# The command holds what looks like a secret" in made.text
    assert load_suite(made.text, "x", {}).servers == ()


def test_a_flag_without_a_value_holds_no_secret():
    assert server_block(Command(("s", "--no-auth", "--token"), {}, None)) is not None
    assert server_block(Command(("s", "--key-file-mode"), {}, None)) is not None


def test_a_server_is_called_what_it_calls_itself_where_that_can_be_a_key():
    assert name_of("weather-1") == "weather-1"
    for name in (None, 1, "a b", "", "x" * 41, "::error::"):
        assert name_of(name) == "server"
    tool = {"name": "ours", "inputSchema": {"type": "object"}}
    assert load_suite(written(tool).text, "x", {}).servers[0].name == "server"
    surface = surface_of(tool)
    plan = make_plan([tool], ExecutionPolicy(), {})
    made = scaffolded(surface, TARGET, tuple(candidates(surface, plan, {})), "mine")
    assert load_suite(made.text, "x", {}).servers[0].name == "mine"


def test_an_answer_is_seen_by_the_first_word_of_a_target():
    assert answer_of(Replied({"a": 1})) == {"result": {"a": 1}}
    error = {"code": -1, "message": "no", "data": None}
    assert answer_of(RpcError(-1, "no")) == {"error": error}
    assert answer_of(TimedOut(1.0)) == {}


def test_long_values_are_written_in_blocks():
    long = ["x" * 60, {"a": "y" * 60, "b": ["z" * 60, 1]}]
    assert field_lines("v", long, 0) == [
        "v:",
        f"  - {'x' * 60}",
        f"  - a: {'y' * 60}",
        f"    b: [{'z' * 60}, 1]",
    ]


def test_an_expectation_that_cannot_be_written_is_left_out_alone():
    long = {"target": "result.a", "schema": {"type": "object", "properties": {"k" * 2000: {}}}}
    draft = proven(DraftCase("name", "tool", {}, (EXISTS, long), ()), ())
    assert draft.expect == (EXISTS,)
    assert proven(DraftCase("name", "tool", {}, (long,), ()), ()).expect == (EXISTS,)
