"""What `Mcp-Param-…` may say, batches, error codes and completion; fed by hand."""

import pytest
from examinees import LOOPBACK, because, error, examinee, fed, http, in_words, replied, status

from mcptest_action.core.checks.conformance.checks import (
    base_batches,
    http_arguments,
)
from mcptest_action.core.protocol.exchange import (
    EVENTS,
    Accepted,
    Disconnected,
    Garbage,
    InvalidUtf8,
    NotSent,
    Overheard,
    Oversized,
    Raw,
    Replied,
    TimedOut,
)
from mcptest_action.core.protocol.exchange import in_words as said_of
from mcptest_action.core.protocol.target.server_address import Address

MODERN, MARCH = "2026-07-28", "2025-03-26"
TEXT = {"type": "string", "minLength": 1, "x-mcp-header": "Region"}
NUMBER = {"type": "integer", "minimum": 42, "x-mcp-header": "Edition"}
MISMATCH = error(-32020, 400)
LACKS = "not_applicable: no tool that may be called freely has such a parameter"


def tool(name="lookup", required=(), **properties):
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "annotations": {"readOnlyHint": True}, "inputSchema": schema}


def known(*tools, **more):
    return examinee(MODERN, "tools", tools=tools, **more)


def ruled(server, *reactions):
    return because(http_arguments.arguments, server, *reactions)


BOTH = known(tool(region=TEXT, edition=NUMBER, word={"type": "string"}))
SERVED = replied({"content": []})
SOUND = (SERVED, SERVED, MISMATCH, MISMATCH, SERVED, MISMATCH)


def test_a_server_that_compares_as_it_should():
    rulings, steps = fed(http_arguments.arguments(BOTH), *SOUND)
    assert {said.partition(":")[0] for said in in_words(rulings).values()} == {"passed"}
    packed, without, raw, read, number, other = steps
    assert packed.arguments["region"] == "mcptest ü"
    assert packed.headers["Mcp-Param-Region"] == "=?base64?bWNwdGVzdCDDvA==?="
    assert "region" not in without.arguments
    assert without.headers["Mcp-Param-Region"] is None
    assert (raw.arguments["region"], raw.headers["Mcp-Param-Region"]) == ("mcptest ü",) * 2
    assert read.arguments["region"] == "mcptest Ã¼"
    assert number.headers["Mcp-Param-Edition"] == "42.0"
    assert other.headers["Mcp-Param-Edition"] == "43"
    # What is not the point of a call is right.
    assert other.arguments["edition"] == 42
    assert number.headers.keys() == {"Mcp-Param-Edition"}


@pytest.mark.parametrize(
    ("place", "check"),
    [
        (0, "HHDR-16"),
        (1, "HHDR-17"),
        (2, "HHDR-18"),
        (3, "HHDR-18"),
        (4, "HHDR-19"),
        (5, "HHDR-20"),
    ],
)
def test_each_is_found_by_itself(place, check):
    wrong = list(SOUND)
    wrong[place] = SERVED if SOUND[place] is MISMATCH else MISMATCH
    if place == 2:  # it is not asked again
        del wrong[3]
    found = ruled(BOTH, *wrong)
    assert {name for name, said in found.items() if said.startswith("failed")} == {check}


def test_what_the_tool_itself_says_does_not_matter():
    found = ruled(BOTH, error(-32602), TimedOut(5), status(400), status(431), SERVED, MISMATCH)
    assert found["HHDR-16"].startswith("passed")
    assert found["HHDR-17"] == "not_verified: the server did not answer within 5 s"
    assert found["HHDR-18"].startswith("passed")


def test_what_was_not_sent_or_not_answered_is_not_verified():
    held = NotSent("x", "calls are held back")
    found = ruled(BOTH, held, held, held, held, held)
    assert found["HHDR-16"] == "not_verified: calls are held back"
    assert found["HHDR-18"] == "not_verified: the server was not asked: calls are held back"
    assert found["HHDR-20"] == "not_verified: calls are held back"
    found = ruled(BOTH, SERVED, SERVED, Disconnected("reset"), SERVED, MISMATCH)
    assert found["HHDR-18"] == "not_verified: the server closed the connection: reset"
    late = TimedOut(5)
    found = ruled(BOTH, SERVED, SERVED, late, SERVED, late)
    for check in ("HHDR-18", "HHDR-20"):
        assert found[check] == "not_verified: the server did not answer within 5 s"


def test_a_parameter_that_takes_few_values():
    few = {"type": "string", "enum": ["north", "south"], "x-mcp-header": "Region"}
    found = ruled(known(tool(required=("region",), region=few)), SERVED)
    assert found["HHDR-16"].startswith("passed")
    assert found["HHDR-17"] == "not_applicable: every such parameter is required"
    assert {found[name] for name in ("HHDR-18", "HHDR-19", "HHDR-20")} == {LACKS}


def test_null_needs_no_header_either():
    """Where the schema takes it."""
    maybe = {"anyOf": [{"type": "string"}, {"type": "null"}], "x-mcp-header": "Region"}
    server = known(tool(region=maybe))
    _, steps = fed(http_arguments.arguments(server), SERVED, SERVED, SERVED, MISMATCH, MISMATCH)
    sent = [(step.arguments.get("region", "none"), step.headers) for step in steps[1:3]]
    assert sent == [(gone, {"Mcp-Param-Region": None}) for gone in ("none", None)]
    missed = ruled(server, SERVED, SERVED, *[MISMATCH] * 3)
    assert missed["HHDR-17"].startswith("failed")
    required = known(tool(required=("region",), region=maybe))
    assert ruled(required, SERVED, SERVED, MISMATCH, MISMATCH)["HHDR-17"].startswith("passed")


def test_a_truth_value():
    flag = {"type": "boolean", "const": True, "x-mcp-header": "Flag"}
    _, steps = fed(http_arguments.arguments(known(tool(flag=flag))), SERVED, MISMATCH)
    assert steps[1].headers == {"Mcp-Param-Flag": "false"}


def test_without_such_a_tool_nothing_applies():
    plain = tool(name="plain", word={"type": "string"})
    odd = {"name": "odd", "inputSchema": {"properties": {"x": True}}}
    none = "not_applicable: no tool has a parameter with a usable x-mcp-header"
    assert set(ruled(known(plain, odd, {"name": "bare"})).values()) == {none}
    writes = {**tool(region=TEXT), "annotations": {"readOnlyHint": False}}
    free = "not_verified: no tool is declared read-only, may be called and has a usable schema"
    assert set(ruled(known(plain, writes)).values()) == {free}
    listed = {"type": "array", "x-mcp-header": "Region"}
    assert set(ruled(known(tool(region=listed))).values()) == {free}


@pytest.mark.parametrize("name", ["Edi\xe9", "Edi tion", "", "a\nb", "\ud800"])
def test_a_header_that_no_request_can_have_is_not_tried(name):
    illegal = {"type": "string", "x-mcp-header": name}
    none = "not_applicable: no tool has a parameter with a usable x-mcp-header"
    assert set(ruled(known(tool(region=illegal))).values()) == {none}
    _, steps = fed(http_arguments.arguments(known(tool(a=illegal, region=TEXT))), *SOUND[:4])
    assert {header for step in steps for header in step.headers} == {"Mcp-Param-Region"}


def test_of_two_tools_with_one_name_the_first_counts():
    bare = {**tool(), "inputSchema": {"type": "object"}}
    free = "not_verified: no tool is declared read-only, may be called and has a usable schema"
    assert set(ruled(known(bare, tool(region=TEXT))).values()) == {free}


def batched(address, *reactions):
    return because(base_batches.batches, examinee(MARCH, "tools", address=address), *reactions)


GOOD = "passed: each of two requests got one response"
ARRAY = '[{"id":"mcptest-batched-1","result":{}},{"id":"mcptest-batched-2","result":{}}]'
STDIO, NOTHING, DONE = Address(), Overheard(()), Replied({"tools": []})
ONE, TWO = ({"id": f"mcptest-batched-{n}", "result": {}} for n in (1, 2))


def lines(*messages):
    return Overheard(tuple({"message": message} for message in messages))


def on_stdio(*late, quiet=NOTHING, pings=None, then=DONE):
    pings = lines(ONE, TWO) if pings is None else pings
    said = batched(STDIO, NOTHING, Accepted(), DONE, quiet, NOTHING, Accepted(), then, pings, *late)
    return said["BASE-25"], said["BASE-26"]


def test_batches_on_stdio():
    good = "passed: each of two requests got one response"
    assert on_stdio() == ("passed: the server stayed silent", good)
    assert on_stdio(pings=Overheard(({"noise": ARRAY},)))[1] == good
    empty = Overheard(({"noise": "[ ]"},))
    assert on_stdio(quiet=empty)[0] == "failed: the server sent an empty array"
    log = Overheard(({"noise": "[INFO] cancelled nothing"},))
    assert on_stdio(quiet=log)[0] == "passed: the server stayed silent"
    answered = lines({"id": None, "error": {"code": -32600}})
    assert on_stdio(quiet=answered)[0] == "failed: the server answered with JSON-RPC error -32600"
    assert on_stdio(NOTHING, pings=lines(ONE, ONE))[1] == (
        "failed: 2 responses came to mcptest-batched-1; 0 responses came to mcptest-batched-2"
    )
    assert on_stdio(lines(TWO), pings=lines(ONE))[1] == good  # the later request was faster
    dead = Disconnected("exited")
    assert on_stdio(then=dead)[1].startswith("failed: the server closed the connection: exited")


@pytest.mark.parametrize(
    ("more", "flaw"),
    [
        ("null", "null, which is no message"),
        ("{}", "{}, which is no message"),
        ('{"id":"nobody","result":{}}', 'an answer to "nobody", which nobody asked'),
        ('{"method":"notifications/message"}', ""),
    ],
)
def test_an_array_holds_nothing_else(more, flaw):
    array = f"[{more},{ARRAY[1:]}"
    found = on_stdio(pings=Overheard(({"noise": array},)))[1]
    assert found == (f"failed: an array holds {flaw}" if flaw else GOOD)
    assert over_http(status(202), Garbage(array))[1] == found


def test_over_http_and_sse_the_second_response_may_come_late():
    old = LOOPBACK._replace(sse=True)
    reactions = (NOTHING, Accepted(), DONE, NOTHING, NOTHING, Accepted(), DONE, lines(ONE))
    script = base_batches.batches(examinee(MARCH, "tools", address=old))
    rulings, steps = fed(script, *reactions, lines(TWO))
    assert in_words(rulings)["BASE-26"] == "passed: each of two requests got one response"
    assert [step.waits for step in steps if isinstance(step, Raw)] == [False, False]


def over_http(quiet, pings=None, more=NOTHING):
    said = batched(
        LOOPBACK, NOTHING, quiet, DONE, NOTHING, NOTHING, pings or replied({}), DONE, more
    )
    return said["BASE-25"], said["BASE-26"]


def test_batches_over_http():
    good = "passed: each of two requests got one response"
    assert over_http(status(202), more=lines(TWO)) == ("passed: HTTP status 202 and no body", good)
    assert over_http(status(400))[0].startswith("passed")
    assert over_http(status(202, "ok"))[0].startswith("failed")
    assert over_http(replied({}))[0] == "failed: the server answered with a result"
    assert over_http(TimedOut(5))[0].startswith("failed: the server did not answer")
    assert over_http(status(202))[1] == "failed: 0 responses came to mcptest-batched-2"
    assert over_http(status(202, "\n"))[0].startswith("passed")


@pytest.mark.parametrize("reaction", [Garbage("[]"), Garbage("OK"), InvalidUtf8(""), Oversized(1)])
def test_what_is_no_message_is_not_silence(reaction):
    said = over_http(reaction)[0]
    assert said == f"failed: the server {said_of(reaction)}"


def test_an_array_on_an_event_stream_came_once():
    heard = Overheard(({"noise": ARRAY},))
    good = "passed: each of two requests got one response"
    assert over_http(status(202), Garbage(ARRAY), heard)[1] == good
    twice = Overheard(({"noise": ARRAY}, {"message": ONE}))
    assert over_http(status(202), Garbage(ARRAY), twice)[1].startswith("failed: 2 responses")


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"ids": [], "primed": False, "ended": True}, "failed: 0 responses came"),
        ({"ids": [], "primed": False, "ended": False}, "not_verified: the stream did not end"),
        ({"ids": [], "primed": False, "ended": None}, "not_verified: the stream did not end"),
        (None, "not_verified: the stream did not end"),
    ],
    ids=["ended", "open", "left", "from an older transcript"],
)
def test_what_comes_on_a_stream_that_is_left_is_not_missing(about, said):
    answer = http(200, content_type=EVENTS)._replace(stream=about)
    assert over_http(status(202), Replied({}, answer))[1].startswith(said)


def test_over_http_the_first_of_the_responses_is_waited_for():
    server = examinee(MARCH, "tools", address=LOOPBACK)
    reactions = (NOTHING, status(202), DONE, NOTHING, NOTHING, replied({}), DONE, NOTHING)
    _, steps = fed(base_batches.batches(server), *reactions)
    raws = [step for step in steps if isinstance(step, Raw)]
    assert (raws[1].answer_id, raws[1].data[:1]) == ("mcptest-batched-1", b"[")
