"""A step becomes the bytes and headers that its era demands."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.protocol.exchange.envelope import Outgoing, dress, header_value
from mcptest_action.core.protocol.exchange.era import (
    LEGACY_VERSIONS,
    META_VERSION,
    MODERN_VERSIONS,
    NEWEST_LEGACY,
    NEWEST_MODERN,
    Era,
    EraName,
)
from mcptest_action.core.protocol.exchange.step import (
    CallTool,
    Http,
    Notify,
    Raw,
    Request,
    StrayCall,
)

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "mcptest-action", "version": "1.2.3"},
}


def dressed(step, era=None):
    return dress(step, era, 7, "1.2.3")


def message(step, era=None):
    return json.loads(dressed(step, era).body)


def test_the_newest_revisions_are_the_last_ones():
    assert Era(EraName.LEGACY, max(LEGACY_VERSIONS)) == NEWEST_LEGACY
    assert Era(EraName.MODERN, max(MODERN_VERSIONS)) == NEWEST_MODERN


def test_before_any_era_a_request_is_plain_json_rpc():
    assert dressed(Request("initialize", {"a": 1}, timeout_s=5)) == Outgoing(
        body=b'{"id":7,"jsonrpc":"2.0","method":"initialize","params":{"a":1}}',
        headers={},
        answer_id=7,
        waits=True,
        timeout_s=5,
    )


def test_a_request_without_params_has_none_in_the_legacy_era():
    assert message(Request("tools/list"), NEWEST_LEGACY) == {
        "jsonrpc": "2.0", "id": 7, "method": "tools/list",
    }  # fmt: skip


def test_empty_params_are_not_the_same_as_none():
    assert message(Request("tools/list", {}), NEWEST_LEGACY)["params"] == {}


@pytest.mark.parametrize("version", LEGACY_VERSIONS)
def test_the_legacy_era_repeats_its_version_and_nothing_else(version):
    headers = dressed(CallTool("t", {}), Era(EraName.LEGACY, version)).headers
    has_header = version >= "2025-06-18"  # the first revision with this header
    assert headers == ({"MCP-Protocol-Version": version} if has_header else {})


@pytest.mark.parametrize("era", [None, NEWEST_LEGACY, NEWEST_MODERN], ids=str)
def test_initialize_carries_no_version_header_in_any_era(era):
    assert dressed(Request("initialize"), era).headers == {}


def test_the_modern_era_says_everything_in_every_request():
    assert message(Request("tools/list"), NEWEST_MODERN) == {
        "jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {"_meta": META},
    }  # fmt: skip


def test_what_a_script_puts_into_meta_wins_over_what_we_would_say():
    mine = {"io.modelcontextprotocol/protocolVersion": "1900-01-01", "progressToken": 1}
    request = Request("tools/list", {"cursor": "c", "_meta": mine})
    assert message(request, NEWEST_MODERN)["params"] == {"cursor": "c", "_meta": {**META, **mine}}
    assert request.params["_meta"] == mine


def test_meta_is_left_alone_in_the_legacy_era():
    request = Request("tools/list", {"_meta": {"progressToken": 1}})
    assert message(request, NEWEST_LEGACY)["params"] == {"_meta": {"progressToken": 1}}


@pytest.mark.parametrize("meta", [None, 5, "x", []], ids=repr)
def test_a_meta_that_is_no_object_is_sent_as_it_is(meta):
    request = Request("tools/list", {"_meta": meta})
    assert message(request, NEWEST_MODERN)["params"] == {"_meta": meta}


def test_the_era_of_a_request_wins_over_that_of_the_connection():
    request = Request("server/discover", era=NEWEST_MODERN)
    assert message(request, NEWEST_LEGACY)["params"] == {"_meta": META}
    assert dressed(request, NEWEST_LEGACY).headers == {
        "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("step", "name"),
    [
        (CallTool("get_weather", {"uri": "x"}), "get_weather"),
        (CallTool("wetter_für", {}), "=?base64?d2V0dGVyX2bDvHI=?="),
        (Request("prompts/get", {"name": "p"}), "p"),
        (Request("resources/read", {"uri": "file:///a b"}), "file:///a b"),
        (Request("resources/read", {"name": "x"}), None),
        (Request("tools/call", {"name": 5}), "5"),
        (Request("tools/call"), None),
    ],
    ids=["a tool", "a tool beyond ASCII", "a prompt", "a resource", "no name", "a number", "no params"],
)  # fmt: skip
def test_the_modern_era_repeats_method_and_name_in_headers(step, name):
    outgoing = dressed(step, NEWEST_MODERN)
    assert outgoing.headers == {
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": json.loads(outgoing.body)["method"],
        **({} if name is None else {"Mcp-Name": name}),
    }


def test_a_stray_call_is_a_call_and_says_what_it_is_given():
    step = StrayCall({"name": "mcptest_no_such_tool"}, {"mcp-name": "x"}, timeout_s=3)
    outgoing = dressed(step, NEWEST_MODERN)
    assert json.loads(outgoing.body)["method"] == "tools/call"
    assert outgoing.headers["mcp-name"] == "x"
    assert "Mcp-Name" not in outgoing.headers
    assert outgoing.timeout_s == 3


def test_headers_of_a_script_replace_ours_whatever_their_case_and_none_leaves_one_out():
    step = Request("tools/list", headers={"mcp-method": None, "X-Own": "1"})
    outgoing = dressed(step, NEWEST_MODERN)
    assert outgoing.headers == {"MCP-Protocol-Version": "2026-07-28", "X-Own": "1"}
    assert outgoing.left_out == {"mcp-method", "x-own"}


@pytest.mark.parametrize("params", [[1], "x", 5], ids=repr)
def test_params_that_are_no_object_are_sent_as_they_are(params):
    outgoing = dressed(StrayCall(params), NEWEST_MODERN)
    assert json.loads(outgoing.body)["params"] == params
    assert "Mcp-Name" not in outgoing.headers


def test_a_tool_call_is_a_request():
    outgoing = dressed(CallTool("t", {"a": [1]}, timeout_s=3))
    assert json.loads(outgoing.body) == {
        "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "t", "arguments": {"a": [1]}},
    }  # fmt: skip
    assert (outgoing.answer_id, outgoing.waits, outgoing.timeout_s) == (7, True, 3)


def test_a_tool_call_may_say_more_and_keeps_what_its_era_demands():
    more = {"task": {"ttl": 5}, "_meta": {"progressToken": "t"}}
    legacy, modern = (
        dressed(CallTool("t", {}, more=more)),
        dressed(CallTool("t", {}, more=more), NEWEST_MODERN),
    )
    assert json.loads(legacy.body)["params"] == {"name": "t", "arguments": {}, **more}
    meta = json.loads(modern.body)["params"]["_meta"]
    assert meta["progressToken"] == "t"
    assert META_VERSION in meta


@pytest.mark.parametrize(
    ("step", "era", "params"),
    [
        (Notify("notifications/initialized"), None, None),
        (Notify("notifications/initialized"), NEWEST_LEGACY, None),
        (Notify("x", {"a": 1}), NEWEST_LEGACY, {"a": 1}),
        (Notify("x", {"a": 1}), NEWEST_MODERN, {"a": 1, "_meta": META}),
    ],
    ids=["before any era", "legacy", "legacy with params", "modern"],
)
def test_a_notification_has_no_id_and_is_not_waited_for(step, era, params):
    outgoing = dressed(step, era)
    sent = json.loads(outgoing.body)
    assert "id" not in sent
    assert sent.get("params") == params
    assert (outgoing.answer_id, outgoing.waits) == (None, False)
    assert ("MCP-Protocol-Version" in outgoing.headers) == (era is not None)


def test_the_era_of_a_notification_wins_over_that_of_the_connection():
    outgoing = dressed(Notify("notifications/initialized", era=NEWEST_LEGACY))
    assert outgoing.headers == {"MCP-Protocol-Version": "2025-11-25"}


def test_raw_bytes_stay_as_they_are():
    assert dressed(Raw(b"\xff{\n", answer_id="a", timeout_s=1), NEWEST_MODERN) == Outgoing(
        b"\xff{\n", {}, "a", waits=True, raw=True, timeout_s=1
    )


def test_an_http_request_has_exactly_its_own_headers():
    step = Http("DELETE", {"X": "1"}, b"body", timeout_s=2)
    assert dressed(step, NEWEST_MODERN) == Outgoing(
        b"body", {"X": "1"}, None, waits=True, http_method="DELETE", bare=True, timeout_s=2
    )


def test_characters_go_over_the_wire_as_themselves_and_on_one_line():
    body = dressed(Request("x", {"a": "é\n\u2028"})).body
    assert body == '{"id":7,"jsonrpc":"2.0","method":"x","params":{"a":"é\\n\u2028"}}'.encode()


@pytest.mark.parametrize(
    "step",
    [Request("tools/list", {"cursor": "\ud800"}), CallTool("\ud800", {}), CallTool("t", {"a": "\ud800"})],
    ids=["in a cursor", "in a name", "in an argument"],
)  # fmt: skip
@pytest.mark.parametrize("era", [NEWEST_LEGACY, NEWEST_MODERN], ids=["legacy", "modern"])
def test_half_a_character_goes_back_as_it_came(step, era):
    assert b"\\ud800" in dressed(step, era).body


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("get_weather", "get_weather"),
        ("a b~!", "a b~!"),
        ("", ""),
        (" a", "=?base64?IGE=?="),
        ("a ", "=?base64?YSA=?="),
        ("a\tb", "=?base64?YQli?="),
        ("a\r\nX: b", "=?base64?YQ0KWDogYg==?="),
        ("\x7f", "=?base64?fw==?="),
        ("ü", "=?base64?w7w=?="),
        ("日本語", "=?base64?5pel5pys6Kqe?="),
    ],
    ids=ascii,
)
def test_a_header_holds_plain_ascii_and_base64_of_the_rest(text, value):
    assert header_value(text) == value


def test_a_name_that_looks_encoded_is_encoded():
    assert header_value("=?base64?YQ==?=") == "=?base64?PT9iYXNlNjQ/WVE9PT89?="


def test_half_a_character_in_a_name_has_a_header_of_its_own():
    values = {header_value(name) for name in ("\ud800", "\udfff", "\ufffd", "?")}
    assert len(values) == 4
    assert all(value.isascii() and value.isprintable() for value in values)


@given(st.text())
def test_a_header_is_one_safe_line_that_can_be_read_back(text):
    value = header_value(text)
    assert value.isascii()
    assert value.isprintable()
    if value != text:
        encoded = value.removeprefix("=?base64?").removesuffix("?=")
        assert base64.b64decode(encoded, validate=True).decode() == text


@pytest.mark.parametrize("step", [Request("tools/list"), StrayCall({"name": "mcptest_no_such_x"})])
def test_who_is_asking_may_be_left_out(step):
    assert not dressed(step).anonymous
    assert dressed(step._replace(anonymous=True)).anonymous


def test_the_stream_of_a_call_is_followed_only_if_nobody_waits_for_the_answer():
    call = CallTool("t", {}, streams=True)
    assert dressed(call._replace(waits=False)).streams
    assert not dressed(call).streams
    assert not dressed(call._replace(waits=False, streams=False)).streams
