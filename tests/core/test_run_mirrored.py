"""Calls repeat in headers what a schema asks for, in the era that knows such headers."""

from examinees import fed

from mcptest_action.core.checks.run.mirrored import mirrored, schemas_of
from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY, NEWEST_MODERN
from mcptest_action.core.protocol.exchange.step import CallTool, Request, Together
from mcptest_action.core.protocol.surface.model import Surface

INNER = {"type": "object", "properties": {"zone": {"type": "boolean", "x-mcp-header": "Zone"}}}
SCHEMA = {
    "type": "object",
    "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "count": {"type": "integer", "x-mcp-header": "Count"},
        "odd": {"type": "string", "x-mcp-header": "no token"},
        "plain": {"type": "string"},
        "inner": INNER,
        "strange": 5,
    },
}


def surface(era, *tools):
    return Surface(era, {}, {}, None, tools, (), (), (), ())


KNOWN = schemas_of(surface(NEWEST_MODERN, {"name": "t", "inputSchema": SCHEMA}, {"name": 5}))


def sent(*steps):
    def script():
        yield from steps
        return "done"

    result, made = fed(mirrored(script(), KNOWN), *[None] * len(steps))
    assert result == "done"
    return made


def test_arguments_are_repeated_where_the_schema_asks_for_it():
    arguments = {"region": "eu", "count": 3, "odd": "x", "plain": "y", "inner": {"zone": True}}
    (call,) = sent(CallTool("t", arguments))
    assert call.headers == {
        "Mcp-Param-Region": "eu", "Mcp-Param-Count": "3", "Mcp-Param-Zone": "true"
    }  # fmt: skip
    assert call.arguments == arguments


def test_what_is_missing_or_of_another_kind_is_not_repeated():
    for arguments in (
        {},
        {"region": None, "count": 1.5, "inner": "x"},
        ["eu"],
        {"region": "x" * 5000},
    ):
        assert sent(CallTool("t", arguments))[0].headers == {}


def test_text_that_no_header_can_hold_is_encoded():
    (call,) = sent(CallTool("t", {"region": "zürich"}))
    assert call.headers == {"Mcp-Param-Region": "=?base64?esO8cmljaA==?="}


def test_a_script_that_has_headers_of_its_own_keeps_them():
    (call,) = sent(CallTool("t", {"region": "eu"}, headers={"Mcp-Param-Region": None}))
    assert call.headers == {"Mcp-Param-Region": None}


def test_other_steps_are_left_alone():
    plain, other = Request("tools/list"), CallTool("nobody", {"region": "eu"})
    both = Together((CallTool("t", {"region": "eu"}), plain))
    made = sent(plain, other, both)
    assert made[:2] == [plain, other]
    assert [step.headers for step in made[2].steps] == [{"Mcp-Param-Region": "eu"}, {}]


def test_older_eras_know_no_such_headers():
    assert schemas_of(surface(NEWEST_LEGACY, {"name": "t", "inputSchema": SCHEMA})) == {}
    two = surface(NEWEST_MODERN, {"name": "t", "inputSchema": SCHEMA}, {"name": "t"})
    assert schemas_of(two) == {"t": SCHEMA}


def test_without_schemas_a_script_is_left_as_it_is():
    def script():
        return (yield CallTool("t", {"region": "x"}))

    result, made = fed(mirrored(script(), {}), "an answer")
    assert result == "an answer"
    assert list(made) == [CallTool("t", {"region": "x"})]
