"""Probes of JSON-RPC, fed by hand: what no server in this project does."""

import json

import pytest
from examinees import MODERN, NOVEMBER, because, error, examinee, fed, http, replied, status

from mcptest_action.core.checks.conformance.checks import (
    base_concurrency,
    base_ids,
    base_malformed,
    base_meta,
    base_oversized,
    base_unknown,
)
from mcptest_action.core.checks.conformance.config import ExamConfig, Selection
from mcptest_action.core.checks.conformance.raw import (
    light_request,
    say,
    sound_message,
    sound_request,
)
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Disconnected,
    Garbage,
    Misaddressed,
    NotSent,
    Overheard,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.target.server_address import Address

STDIO = Address()
OVER_STDIO = examinee(MODERN, "tools", address=STDIO)
OVER_HTTP = examinee(MODERN, "tools")
SILENCE = Overheard(())
FINE = Replied({})


def overheard(*messages):
    return Overheard(tuple({"message": message} for message in messages))


def said(at_once, unasked=SILENCE, then=FINE):
    """The reactions to the four steps of one raw message."""
    return SILENCE, at_once, then, unasked


def test_a_light_request_is_for_the_shortest_list_that_was_given():
    known = examinee(NOVEMBER, "tools", "resources", "prompts")
    tools, prompts = ({"name": "a"},) * 3, ({"name": "b"},)
    surface = known.surface._replace(tools=tools, resources=(), prompts=prompts)
    failing = surface._replace(problems=("resources/list: timed out",))
    none = failing._replace(
        problems=tuple(f"{m}/list: no" for m in ("tools", "resources", "prompts"))
    )
    methods = [light_request(known._replace(surface=s)).method for s in (surface, failing, none)]
    assert methods == ["resources/list", "prompts/list", "tools/list"]
    assert sound_request(known._replace(surface=none)).method == "ping"
    assert light_request(known._replace(surface=none, broken=True)).method == "ping"


@pytest.mark.parametrize(
    ("revision", "capabilities", "method"),
    [
        (NOVEMBER, ("prompts", "resources"), "resources/list"),
        (NOVEMBER, ("logging",), "ping"),
        (MODERN, ("tools",), "tools/list"),
        (MODERN, (), "server/discover"),
    ],
)
def test_the_sound_request_is_one_that_the_server_has_to_answer(revision, capabilities, method):
    known = examinee(revision, *capabilities)
    assert sound_request(known).method == method
    assert sound_message(known, 5)["method"] == method


def test_a_raw_message_has_the_headers_of_a_sound_one_over_http():
    heard, steps = fed(say(OVER_HTTP, b"{"), *said(status(400)))
    assert dict(steps[1].headers) == {
        "MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/list",
    }  # fmt: skip
    assert (steps[1].data, steps[1].waits) == (b"{", True)
    assert (heard.status, heard.trouble, heard.in_words) == (
        400,
        "",
        "answered with HTTP status 400",
    )


def test_a_raw_message_is_a_line_on_stdio_and_nobody_waits_for_an_answer():
    heard, steps = fed(say(OVER_STDIO, b"{"), *said(Accepted()))
    assert (steps[1].data, steps[1].waits) == (b"{\n", False)
    assert (heard.status, heard.in_words) == (None, "stayed silent")


TWO = '[{"id":1,"result":{}},{"id":2,"error":{"code":1}}]'


@pytest.mark.parametrize(
    ("at_once", "unasked", "results", "codes"),
    [
        (Accepted(), overheard({"id": 1, "result": {}}), 1, ()),
        (Accepted(), overheard({"id": None, "error": {"code": -32700}}), 0, (-32700,)),
        (Accepted(), overheard({"method": "notifications/message", "params": {}}), 0, ()),
        (Accepted(), Overheard(({"noise": TWO}, {"not_text": "eA=="})), 1, (1,)),
        (Accepted(), Overheard(({"noise": "Traceback"}, {"noise": "[1]"})), 0, ()),
        (Accepted(), Overheard(({"noise": '{"error":"no"}'},)), 0, ()),
        (Garbage(TWO), SILENCE, 1, (1,)),
        (Garbage('[{"id":1,"result":{"tools":[{"na'), SILENCE, 1, ()),
        (Garbage("[{cut"), SILENCE, 0, ()),
        (status(400, '{"jsonrpc":"2.0","error":{"code":-32600}}'), SILENCE, 0, (-32600,)),
        (replied(), SILENCE, 1, ()),
        (error(-32600, 400), overheard({"id": 2, "result": {}}), 1, (-32600,)),
        (Disconnected("gone"), SILENCE, 0, ()),
    ],
)
def test_every_answer_counts_however_it_came(at_once, unasked, results, codes):
    heard, _ = fed(say(OVER_HTTP, b"x"), *said(at_once, unasked))
    assert (heard.results, heard.codes) == (results, codes)


def test_a_late_answer_to_a_cancelled_call_answers_nothing_else():
    """A server may ignore the cancellation, and its answer comes when it is ready."""
    late = overheard(
        {"id": "mcptest-cancelled-0", "result": {}}, {"id": None, "error": {"code": 1}}
    )
    heard, _ = fed(say(OVER_STDIO, b"x"), *said(Accepted(), late))
    assert (heard.results, heard.codes) == (0, (1,))


@pytest.mark.parametrize(
    ("at_once", "then", "trouble"),
    [
        (TimedOut(5.0), FINE, "did not answer within 5 s"),
        (Accepted(), TimedOut(30.0), "did not answer within 30 s, when asked for something sound right after it"),
        (Accepted(), RpcError(-32600, "no"), ""),
    ],
)  # fmt: skip
def test_harm_shows_at_once_or_right_after(at_once, then, trouble):
    heard, _ = fed(say(OVER_STDIO, b"x"), *said(at_once, then=then))
    assert heard.trouble == trouble


def test_an_id_that_comes_back_as_another_is_found():
    script = base_ids.ids_come_back
    assert because(script, OVER_STDIO, FINE, Misaddressed(("'9007199254740991'",))) == {
        "BASE-02": "failed: asked with the id 9007199254740991, the server answered with an id "
        "nobody asked for: '9007199254740991'"
    }
    null = RpcError(-32600, "no", None, http(400), {"id": None})
    assert because(script, OVER_HTTP, null)["BASE-02"].startswith("failed: asked with the id 0")
    odd = Replied({}, None, {"id": 0, "result": {"…": 0}})
    good = because(script, OVER_STDIO, odd, RpcError(1, "no"), FINE, FINE)["BASE-02"]
    assert (
        good == 'passed: each of the ids 0, 9007199254740991, "abc-é", "12345" came back as it was'
    )


def test_a_fraction_is_no_id():
    served = said(Accepted(), overheard({"id": 1.5, "result": {}}))
    assert because(base_ids.no_ids, OVER_STDIO, *said(Accepted()), *served) == {
        "BASE-16": "failed: to a request with the id 1.5, the server answered with a result"
    }
    refused = said(error(-32600, 400))
    assert because(base_ids.no_ids, OVER_HTTP, *refused, *said(status(202)), *refused) == {
        "BASE-16": "passed: null: it answered with JSON-RPC error -32600; 1.5: it answered with "
        "HTTP status 202; true: it answered with JSON-RPC error -32600"
    }


@pytest.mark.parametrize(
    ("known", "reactions", "ruling"),
    [
        (OVER_STDIO, said(Accepted()), "passed: the server stayed silent"),
        (OVER_STDIO, said(Accepted(), overheard({"id": None, "error": {"code": -32601}})),
         "failed: the server answered with JSON-RPC error -32601"),
        (OVER_HTTP, said(status(202)), "passed: the server answered with HTTP status 202"),
        (OVER_HTTP, said(error(-32601, 400)), "passed: the server answered with JSON-RPC error -32601"),
        (OVER_HTTP, said(error(-32601)), "failed: the server answered with JSON-RPC error -32601"),
        (OVER_HTTP, said(TimedOut(5)), "failed: the server did not answer within 5 s"),
    ],
    ids=["silence", "answered", "accepted", "refused", "answered over HTTP", "hangs"],
)  # fmt: skip
def test_a_notification_is_not_answered(known, reactions, ruling):
    assert because(base_unknown.unknown_notification, known, *reactions) == {"BASE-05": ruling}


def test_ten_at_once_get_ten_answers_and_no_eleventh():
    ten = (FINE,) * 9 + (RpcError(-32600, "busy"),)
    again = overheard({"id": "mcptest-together-3", "result": {}})
    script = base_concurrency.ten_at_once
    assert because(script, OVER_STDIO, SILENCE, ten, FINE, SILENCE) == {
        "BASE-09": "passed: each of ten `tools/list` got one response"
    }
    assert because(script, OVER_STDIO, SILENCE, ten, FINE, again) == {
        "BASE-09": "failed: a second response came to mcptest-together-3"
    }
    own = overheard({"id": "mcptest-together-3", "method": "ping"})
    assert because(script, OVER_STDIO, SILENCE, ten, FINE, own)["BASE-09"].startswith("passed")
    short = (*ten[:9], TimedOut(5))
    asked = "asked for `tools/list` ten times at once, the server"
    assert because(script, OVER_STDIO, SILENCE, short, FINE, SILENCE) == {
        "BASE-09": f"failed: {asked} did not answer within 5 s (mcptest-together-10)"
    }
    late = overheard({"id": "mcptest-together-10", "result": {}})
    assert because(script, OVER_STDIO, SILENCE, short, FINE, late) == {
        "BASE-09": f"not_verified: {asked} answered mcptest-together-10 after more than 5 s"
    }
    gone = (*ten[:9], Disconnected("exited"))
    assert because(script, OVER_STDIO, SILENCE, gone)["BASE-09"].startswith("failed")


def test_a_batch_may_be_refused_or_ignored():
    assert because(base_malformed.batch, OVER_STDIO, *said(Accepted()))["BASE-17"].startswith(
        "passed"
    )
    served = said(Accepted(), Overheard(({"noise": TWO},)))
    assert because(base_malformed.batch, OVER_STDIO, *served)["BASE-17"] == (
        "failed: the server answered with a result"
    )


def test_a_foreign_key_in_meta_is_no_reason_to_refuse():
    script = base_meta.foreign_key
    assert because(script, OVER_HTTP, replied()) == {"BASE-11": "passed: the server replied"}
    assert because(script, OVER_HTTP, error(-32602))["BASE-11"].startswith("failed")


@pytest.mark.parametrize(
    ("answer", "first", "code"),
    [(error(-32601), "passed", "passed"), (error(-32602), "passed", "failed"),
     (replied(), "failed", "not_applicable"), (TimedOut(5), "failed", "not_applicable")],
)  # fmt: skip
def test_an_unknown_method_gets_an_error(answer, first, code):
    found = because(base_unknown.unknown_method, OVER_HTTP, answer)
    assert [why.partition(":")[0] for why in found.values()] == [first, code]


def test_a_review_has_something_to_look_at_even_alone():
    informed, uninformed = (
        [probe.id for probe in ExamConfig(Selection(only=(only,))).probes(OVER_STDIO)]
        for only in ("BASE-03", "BASE-18")
    )
    assert "unknown_method" in informed
    assert uninformed == []


REFUSED = said(error(-32600, 400))


def test_malformed_messages_differ_from_a_sound_one_in_one_thing():
    _, steps = fed(base_malformed.malformed(OVER_HTTP), FINE, *(REFUSED * 7))
    bodies = [step.data for step in steps if hasattr(step, "data")]
    sound = sound_message(OVER_HTTP, "x")
    with pytest.raises(ValueError, match="Unterminated"):
        json.loads(bodies[0])
    assert bodies[1] == b"42"
    different = [
        {name for name in sound if name != "id" and json.loads(body).get(name) != sound[name]}
        for body in bodies[2:]
    ]
    assert different == [{"jsonrpc"}, {"jsonrpc"}, {"method"}, {"method"}, {"params"}]


def test_malformed_messages_over_http():
    parse_error = said(error(-32700, 400))
    found = because(base_malformed.malformed, OVER_HTTP, FINE, *parse_error, *(REFUSED * 6))
    assert found["BASE-13"] == (
        "passed: a sound request was answered after each of 7 malformed messages"
    )
    assert found["BASE-14"] == (
        "passed: the server answered with JSON-RPC error -32700, with HTTP status 400"
    )
    assert found["BASE-15"].startswith("passed: sent the jsonrpc '1.0', the server answered with")
    assert found["STDIO-05"] == "not_applicable: there are no lines over HTTP"


@pytest.mark.parametrize(
    ("truncated", "ruling"),
    [
        (status(400, "bad"), "passed: the server answered with HTTP status 400: bad"),
        (error(-32600, 400), "failed: the server answered with JSON-RPC error -32600, with HTTP status 400"),
        (error(-32700), "failed: the server answered with JSON-RPC error -32700, with HTTP status 200"),
        (status(500), "failed: the server answered with HTTP status 500"),
    ],
)  # fmt: skip
def test_truncated_json_is_a_bad_request(truncated, ruling):
    found = because(base_malformed.malformed, OVER_HTTP, FINE, *said(truncated), *(REFUSED * 6))
    assert found["BASE-14"] == ruling


@pytest.mark.parametrize(
    ("answer", "is_refused"),
    [(status(422), True), (error(-32600), True), (replied(), False), (status(202), False), (status(500), False)],
)  # fmt: skip
def test_what_is_not_json_rpc_is_refused(answer, is_refused):
    first, rest = REFUSED * 2, said(answer)
    after = REFUSED * 4
    found = because(base_malformed.malformed, OVER_HTTP, FINE, *first, *rest, *after)
    assert found["BASE-15"].startswith("passed" if is_refused else "failed: sent the jsonrpc '1.0'")


@pytest.mark.parametrize(
    ("answer", "ruling"),
    [
        (error(-32600, 400), "passed: sent the jsonrpc '1.0' and no jsonrpc and no method, the server answered with -32600"),
        (error(-32020, 400), "passed: "),
        (error(-32700, 400), "failed: sent no jsonrpc, the server answered with JSON-RPC error -32700"),
        (status(400), "passed: sent the jsonrpc '1.0' and no method, "),
    ],
)  # fmt: skip
def test_what_is_not_json_rpc_is_an_invalid_request(answer, ruling):
    invalid = said(error(-32600, 400))
    reactions = (*(invalid * 3), *said(answer), *(invalid * 2), *said(error(-32602, 400)))
    found = because(base_malformed.malformed, OVER_HTTP, FINE, *reactions)
    assert found["HTTP-32"].startswith(ruling)


def test_only_an_error_has_a_code():
    found = because(base_malformed.malformed, OVER_HTTP, FINE, *(said(status(400)) * 7))
    assert found["HTTP-32"] == "not_applicable: none of them got an error with a code"


def test_a_server_that_dies_of_it_is_not_asked_any_further():
    gone = said(Disconnected("exited with code 1"), then=Disconnected("exited with code 1"))
    found = because(base_malformed.malformed, OVER_HTTP, FINE, *gone)
    dead = "sent truncated JSON, the server closed the connection: exited with code 1"
    assert found["BASE-13"] == f"failed: {dead}"
    assert found["BASE-15"] == f"failed: {dead}, and was not asked any further"
    after = because(base_malformed.malformed, OVER_HTTP, FINE, *(REFUSED * 2), *gone)
    assert after["BASE-15"].startswith("failed: sent the jsonrpc '1.0', the server closed")


def test_what_a_server_does_about_half_a_line_is_recorded():
    logged = said(Accepted(), overheard({"method": "notifications/message", "params": {}}))
    quiet = said(Accepted())
    found = because(base_malformed.malformed, OVER_STDIO, FINE, *logged, *(quiet * 6))
    assert found["STDIO-05"] == "passed: the server stayed silent, and sent a notification"
    found = because(base_malformed.malformed, OVER_STDIO, FINE, *(quiet * 7))
    assert found["STDIO-05"] == "passed: the server stayed silent"


@pytest.mark.parametrize(
    ("reactions", "ruling"),
    [
        ((status(413), FINE), "passed: the server answered with HTTP status 413"),
        ((replied(), error(-32600)), "passed: the server replied"),
        ((TimedOut(30), FINE), "failed: the server did not answer within 30 s"),
        ((replied(), TimedOut(30)), "failed: the server replied, and right after that it did not answer within 30 s"),
        ((NotSent("x", "calls are switched off"),), "not_verified: not sent: calls are switched off"),
    ],
)  # fmt: skip
def test_a_large_request_gets_an_answer(reactions, ruling):
    assert because(base_oversized.oversized, OVER_HTTP, *reactions) == {"BASE-21": ruling}
