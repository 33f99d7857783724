"""Calls that report progress, and calls that are cancelled, fed by hand."""

import pytest
from examinees import LOOPBACK, MODERN, NOVEMBER, because, examinee, fed, http, in_words, status

from mcptest_action.core.checks.conformance.checks import calls_cancelled, calls_progress
from mcptest_action.core.protocol.exchange import (
    Accepted,
    CallTool,
    Disconnected,
    Hush,
    Listen,
    Notify,
    NotSent,
    Overheard,
    Replied,
    RpcError,
    TimedOut,
    Together,
)
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript import Exchange, Key

READS = {"annotations": {"readOnlyHint": True}, "inputSchema": {"type": "object"}}
TOOLS = ({"name": "now", **READS}, {"name": "slow_job", **READS}, {"name": "third", **READS})
STDIO = Address()
NOTHING = Overheard(())
DONE = Replied({"tools": []})
OWN = "mcptest-cancelled-0"


def known(revision=NOVEMBER, address=STDIO, tools=TOOLS, **more):
    return examinee(revision, "tools", address=address, tools=tools, **more)


def heard(*messages):
    return Overheard(tuple({"message": message} for message in messages))


def report(token=OWN, step=1):
    params = {"progressToken": token, "progress": step}
    return {"method": "notifications/progress", "params": params}


def test_calls_with_progress_tokens_go_to_tools_that_seem_slow_first():
    rulings, steps = fed(calls_progress.progressing(known()), (DONE, DONE))
    assert rulings == {}
    [together] = steps
    assert isinstance(together, Together)
    assert [call.name for call in together.steps] == ["slow_job", "now"]
    assert together.steps[0].more == {"_meta": {"progressToken": "mcptest-progress-of-slow_job"}}
    assert fed(calls_progress.progressing(known(tools=()))) == ({}, [])


def test_tools_whose_results_nobody_may_see_are_not_watched():
    secret = {"name": "slow_secret", **READS, "_meta": {"mcp.dev/resultSensitivity": "restricted"}}
    found = calls_progress.slow_tools(known(tools=(secret, TOOLS[0], TOOLS[2])))
    assert [tool.name for tool in found] == ["now", "third"]


def exchange(number, token, *reports, method="tools/call"):
    meta = {} if token is None else {"_meta": {"progressToken": token}}
    sent = {"step": "CallTool", "message": {"id": number, "method": method, "params": meta}}
    others = tuple(
        {"notification": "notifications/progress", "params": params} for params in reports
    )
    key = Key(f"{MODERN}/call_progress", None, number, 1)
    return Exchange(key, sent, Replied({}), 1.0, others)


def on_streams(*exchanges, address=LOOPBACK, tools=TOOLS):
    return in_words(calls_progress.review(known(MODERN, address, tools), exchanges))["LIFE-23"]


def test_progress_comes_on_the_stream_of_its_request():
    own = exchange(1, "a", {"progressToken": "a", "progress": 1})
    good = "passed: each report came with the answer to its request"
    assert on_streams(own, exchange(2, None)) == good
    other = exchange(2, "b", {"progressToken": "a", "progress": 2})
    bad = "failed: progress for 'a' came around the answer to `tools/call`"
    assert on_streams(own, other) == bad
    assert on_streams(own, exchange(3, None, {"progressToken": "a"})) == bad


def test_progress_that_nobody_asked_for_is_the_concern_of_another_check():
    none = "not_applicable: asked for it in calls of 1 tool, the server reported no progress"
    assert on_streams(exchange(1, "a", {"progressToken": "x"}, None)) == none
    bare = Exchange(Key("x", None, 1, 1), {"step": "Raw"}, Replied({}), 1.0, ())
    one = "not_applicable: over HTTP+SSE, everything comes on one stream"
    assert on_streams(bare, address=LOOPBACK._replace(sse=True)) == one


@pytest.mark.parametrize(
    ("reaction", "end"),
    [
        (status(404), "answered with HTTP status 404"),
        (RpcError(-32001, "no", None, http(401)), "answered with JSON-RPC error -32001: no"),
        (NotSent("calls", "no calls"), "was not asked: no calls"),
    ],
)
def test_a_call_that_was_not_served_has_nothing_to_report(reaction, end):
    call = exchange(1, "a")._replace(reaction=reaction)
    call.sent["message"]["params"]["name"] = "slow_job"
    none = "asked for it in calls of 1 tool, the server reported no progress"
    assert on_streams(call) == f"not_verified: {none}, but slow_job {end}"
    two = none.replace("1 tool", "2 tools")
    assert on_streams(call, exchange(2, "b")) == f"not_applicable: {two}"
    assert on_streams(call._replace(reaction=TimedOut(1.0))) == f"not_applicable: {none}"


@pytest.mark.parametrize(
    "others", [(), (exchange(1, None),), (exchange(1, "a", method="tools/list"),)]
)
def test_without_a_call_that_asks_for_progress_nobody_knows(others):
    free = "not_verified: no tool is declared read-only, may be called and has a usable schema"
    assert on_streams(*others) == free
    assert on_streams(*others, tools=()) == "not_applicable: tools/list is empty"


def cancelled(server, *reactions):
    return because(calls_cancelled.cancelling, server, *reactions)


# A call that runs, its cancellation, and sound requests; then what is heard after each.
def running(*after, crossed=NOTHING, late=NOTHING, last=NOTHING, then=DONE, final=DONE):
    begun = (NOTHING, Accepted(), heard(report()))
    told = (Accepted(), then, crossed, DONE, NOTHING, late, *after)
    return (*begun, *told, final, last, Accepted())


def test_a_call_that_is_cancelled_is_heard_of_no_more():
    rulings, steps = fed(calls_cancelled.cancelling(known()), *running())
    assert in_words(rulings) == {
        "LIFE-25": "passed: nothing came for the cancelled call of slow_job",
        "LIFE-26": "passed: nothing came for the cancelled call of slow_job",
        "LIFE-27": "passed: the next request was answered",
    }
    call, listen, notice = steps[1], steps[2], steps[3]
    assert isinstance(call, CallTool)
    assert (call.name, call.request_id, call.waits, call.streams) == ("slow_job", OWN, False, True)
    assert listen == Listen(None, 0.2, OWN)
    assert notice == Notify("notifications/cancelled", {"requestId": OWN, "reason": "mcptest"})


def test_what_crosses_the_cancellation_is_not_held_against_it():
    result = heard({"id": OWN, "result": {}})
    found = cancelled(known(MODERN), *running(crossed=result))
    fast = "not_applicable: no call could be seen to run when it was cancelled"
    assert (found["LIFE-25"], found["LIFE-26"]) == (fast, fast)
    assert found["LIFE-27"] == "passed: the next request was answered"
    others = heard(report("other"), {"method": "x"}, {"id": "other", "result": {}}, report())
    found = cancelled(known(MODERN), *running(crossed=others))
    assert found["LIFE-25"].startswith("passed")


@pytest.mark.parametrize("when", ["crossed", "late"])
def test_an_error_shows_that_the_cancellation_was_read(when):
    error = heard({"id": OWN, "error": {"code": -32800, "message": "cancelled"}})
    found = cancelled(known(MODERN), *running(**{when: error}), DONE)
    assert found["LIFE-25"] == (
        "failed: the cancelled call of slow_job was answered with error -32800"
    )
    assert found["LIFE-26"] == (
        "failed: the server answered the cancelled call of slow_job with error -32800"
    )


@pytest.mark.parametrize("error", ["cancelled", {"code": None}, {}, None])
def test_an_error_may_have_no_code(error):
    answer = heard({"id": OWN, "error": error})
    found = cancelled(known(MODERN), *running(late=answer), DONE)
    end = "an error that has no code"
    assert found["LIFE-25"] == f"failed: the cancelled call of slow_job was answered with {end}"
    assert found["LIFE-26"] == (
        f"failed: the server answered the cancelled call of slow_job with {end}"
    )


def test_a_result_beside_which_an_error_is_null_is_a_result():
    both = heard({"id": OWN, "result": {}, "error": None})
    found = cancelled(known(MODERN), *running(late=both))
    assert found["LIFE-25"] == "failed: for the cancelled call of slow_job, a result came"


def test_a_tool_that_fails_by_itself_tells_nothing_about_cancellations():
    error = {"code": -32603, "message": "no network"}
    script = calls_cancelled.cancelling(known(MODERN))
    crossed = heard({"id": OWN, "error": error})
    rulings, steps = fed(script, *running(crossed=crossed), RpcError(**error))
    found = in_words(rulings)
    by_itself = "not_verified: slow_job fails by itself, whether or not it is cancelled"
    assert (found["LIFE-25"], found["LIFE-26"]) == (by_itself, by_itself)
    assert found["LIFE-27"] == "passed: the next request was answered"
    assert steps[-1] == CallTool("slow_job", {}, 5.0)


def test_a_server_that_is_busy_with_the_call_has_not_read_its_cancellation():
    found = cancelled(known(), *running(then=TimedOut(5.0)))
    assert found["LIFE-25"] == "not_verified: see LIFE-27"
    assert found["LIFE-27"] == (
        "not_verified: after the cancellation, the server did not answer within 5 s: it may still "
        "be busy with the call"
    )


def test_a_server_may_ignore_the_cancellation_but_should_not():
    found = cancelled(known(MODERN), *running(late=heard({"id": OWN, "result": {}})))
    assert found["LIFE-25"] == "failed: for the cancelled call of slow_job, a result came"
    assert found["LIFE-26"] == (
        "not_verified: the server seems to ignore cancellations, which LIFE-25 is about"
    )


def test_a_server_may_ignore_the_cancellation_for_longer_than_we_look():
    found = cancelled(known(MODERN), *running(NOTHING, late=heard(report(step=2))))
    assert found["LIFE-25"] == "failed: for the cancelled call of slow_job, progress went on"
    assert found["LIFE-26"] == ("not_verified: slow_job goes on, and did not end while we looked")


@pytest.mark.parametrize("which", ["then", "final"])
def test_a_server_that_dies_of_a_cancellation(which):
    gone = Disconnected("exited with code 3")
    found = cancelled(known(), *running(**{which: gone}))
    assert found["LIFE-25"] == "not_verified: see LIFE-27"
    assert found["LIFE-27"] == (
        "failed: after the cancellation, the server closed the connection: exited with code 3"
    )


STREAM = Accepted(http(200, content_type="text/event-stream"))
WHOLE = Accepted(http(200, content_type="application/json"))


def by_closing(late=NOTHING, last=NOTHING):
    sound = (DONE, NOTHING, DONE, NOTHING)
    return (Accepted(), NOTHING, *sound, late, DONE, last, Accepted())


def test_over_http_the_end_of_the_stream_is_the_cancellation():
    begun = (NOTHING, STREAM, heard(report()))
    rulings, steps = fed(calls_cancelled.cancelling(known(MODERN, LOOPBACK)), *begun, *by_closing())
    assert isinstance(steps[3], Hush)
    assert not any(isinstance(step, Notify) for step in steps)
    assert in_words(rulings) == {
        "LIFE-25": "not_applicable: the stream on which an answer would come is closed",
        "LIFE-26": "passed: nothing came for the cancelled call of slow_job",
        "LIFE-27": "passed: the next request was answered",
    }
    strays = by_closing(last=heard({"id": OWN, "result": {}}))
    found = cancelled(known(MODERN, LOOPBACK), *begun, *strays)
    assert found["LIFE-26"] == (
        "failed: messages for the call of slow_job came on another stream, after its own was closed"
    )


def test_a_server_that_has_not_even_begun_to_answer_is_cancelled_by_hanging_up():
    begun = (NOTHING, TimedOut(0.2))
    found = cancelled(known(MODERN, LOOPBACK), *begun, *by_closing())
    assert found["LIFE-26"] == (
        "not_verified: slow_job reports nothing, so that its silence proves nothing"
    )
    # Before 2026, that is not a cancellation, and nothing more can be seen.
    found = cancelled(
        known(NOVEMBER, LOOPBACK, TOOLS[:1]), NOTHING, TimedOut(0.2), Accepted(), DONE
    )
    assert found["LIFE-25"].startswith("not_applicable")
    assert found["LIFE-27"].startswith("passed")


def test_a_call_that_was_answered_is_cancelled_too_late():
    answered = heard({"id": OWN, "result": {}})
    found = cancelled(known(tools=TOOLS[:1]), NOTHING, Accepted(), answered, Accepted(), DONE)
    assert found["LIFE-25"].startswith("not_applicable: no call could be seen")
    assert found["LIFE-27"] == "passed: the next request was answered"
    dead = Disconnected("exited")
    found = cancelled(known(tools=TOOLS[:1]), NOTHING, Accepted(), answered, Accepted(), dead)
    assert found["LIFE-27"].startswith("failed: after the cancellation")
    # Over HTTP there is nothing left to close.
    found = cancelled(known(MODERN, LOOPBACK, TOOLS[:1]), NOTHING, WHOLE)
    assert found["LIFE-27"].startswith("not_applicable")
    refused = RpcError(-32602, "no", None, http(400))
    found = cancelled(known(MODERN, LOOPBACK, TOOLS[:1]), NOTHING, refused)
    assert found["LIFE-27"].startswith("not_applicable")


def test_without_a_call_nothing_is_known():
    held = NotSent("x", "calls are held back")
    assert set(cancelled(known(), NOTHING, held).values()) == {"not_verified: calls are held back"}
    assert set(cancelled(known(calls=False)).values()) == {"not_verified: calls are switched off"}
