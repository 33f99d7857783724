"""Streams that a client comes back to, several at once, and who can reach them. Fed by hand."""

import pytest
from examinees import LOOPBACK, NOVEMBER, PUBLIC, because, examinee, fed, http, in_words, status

from mcptest_action.core.checks.conformance.checks import http_bound, http_resumption
from mcptest_action.core.protocol.exchange import (
    Accepted,
    Bound,
    Disconnected,
    Http,
    Listen,
    LookUp,
    NotSent,
    Overheard,
    Replied,
    Request,
    TimedOut,
)

TOOL = {
    "name": "wait",
    "annotations": {"readOnlyHint": True},
    "inputSchema": {"type": "object"},
}
HELLO = Replied({"protocolVersion": NOVEMBER}, http(200, mcp_session_id="s-1"))
NOTED, NOTHING = Accepted(), Overheard(())
OPEN = Accepted(http(200, content_type="text/event-stream"))
CLOSED = status(405)
PLAIN = Replied({})
RESUMED = {"id": "mcptest-called", "result": {}}
GOOD = "passed: every request, and every report of progress, came on one stream"


def known(*capabilities, tools=(TOOL,), **more):
    return examinee(NOVEMBER, "tools", *capabilities, tools=tools, **more)


def named(*ids):
    stream = {"ids": list(ids), "primed": True, "ended": True}
    return Replied({}, http(200)._replace(stream=stream))


def entry(message, stream=0, event=""):
    where = {"stream": stream, "event": event}
    return {"message": message, **{name: value for name, value in where.items() if value}}


def heard(*entries):
    return Overheard(entries)


def report(step=1, own="mcptest-called"):
    params = {"progressToken": own, "progress": step}
    return {"method": "notifications/progress", "params": params}


def outcome(*reactions, server=None):
    return because(http_resumption.resuming, server or known(), HELLO, NOTED, *reactions)


# Two streams of GET, a call, a request behind it, and what was heard.
def listened(called=PLAIN, *entries):
    return (OPEN, CLOSED, NOTHING, called, PLAIN, heard(*entries), NOTED)


def test_a_server_without_event_ids_has_nothing_to_resume():
    found = outcome(*listened(PLAIN, entry(report())), PLAIN)
    no_ids = "not_applicable: the server gives its events no ids"
    own = "passed: progress of the call came on its own stream"
    assert found == {"HTTP-22": no_ids, "HTTP-23": GOOD, "HTTP-24": no_ids, "HTTP-25": own}


def test_the_session_goes_along():
    _, steps = fed(http_resumption.resuming(known("logging")), HELLO, NOTED, CLOSED, PLAIN)
    get = next(step for step in steps if isinstance(step, Http))
    assert (get.method, get.headers["mcp-session-id"]) == ("GET", "s-1")
    bare = Replied({"protocolVersion": NOVEMBER}, http(200))
    _, steps = fed(http_resumption.resuming(known()), bare, NOTED, CLOSED, PLAIN)
    assert "mcp-session-id" not in next(s for s in steps if isinstance(s, Http)).headers


def test_no_message_comes_on_two_streams():
    twice = (entry(report()), entry(report(2)), entry(report(), 1))
    assert outcome(*listened(PLAIN, *twice), PLAIN)["HTTP-23"] == (
        "failed: the same `notifications/progress` came on two streams"
    )
    answers = (entry({"id": 1, "result": {}}), {"noise": "x"})
    quiet = "not_applicable: the server sent no request and reported no progress"
    assert outcome(*listened(PLAIN, *answers), PLAIN)["HTTP-23"] == quiet
    ping = {"id": 1, "method": "ping"}
    both = outcome(*listened(PLAIN, entry(ping), entry(ping, 1)), PLAIN)
    assert both["HTTP-23"] == "failed: the same `ping` came on two streams"


@pytest.mark.parametrize("method", ["notifications/tools/list_changed", "notifications/message"])
def test_what_is_said_again_is_another_message(method):
    again = (entry({"method": method}), entry({"method": method}, 1), entry(report()))
    assert outcome(*listened(PLAIN, *again), PLAIN)["HTTP-23"] == GOOD


def test_progress_does_not_come_on_the_stream_of_a_get():
    found = outcome(*listened(PLAIN, entry(report(), 1), {"noise": "x"}), PLAIN)
    assert found["HTTP-25"] == "failed: progress of the call came on the stream of a GET"
    found = outcome(*listened(PLAIN, entry({"method": "x"}, 1)), PLAIN)
    assert found["HTTP-25"] == "not_applicable: the server reported no progress"


@pytest.mark.parametrize(
    ("called", "did"),
    [
        (TimedOut(1), "did not answer within 1 s"),
        (status(404), "answered with HTTP status 404"),
        (NotSent("calls", "no calls"), "was not asked: no calls"),
    ],
)
def test_a_call_that_was_not_answered_shows_no_stream(called, did):
    found = outcome(*listened(called), PLAIN)
    nothing = "the server sent no request and reported no progress"
    assert found["HTTP-23"] == f"not_verified: the call {did}, and {nothing}"
    nothing = "the server reported no progress"
    assert found["HTTP-25"] == f"not_verified: the call {did}, and {nothing}"


@pytest.mark.parametrize(
    ("reaction", "did"),
    [(TimedOut(5), "did not answer within 5 s"), (status(500), "answered with HTTP status 500")],
)
def test_a_request_that_was_not_answered_shows_no_ids(reaction, did):
    found = outcome(CLOSED, reaction)
    unheard = f"not_verified: to a sound request, the server {did}"
    assert (found["HTTP-22"], found["HTTP-24"]) == (unheard, unheard)


def test_one_stream_needs_a_stream_and_a_call():
    assert outcome(CLOSED, PLAIN)["HTTP-23"] == "not_applicable: GET opens no stream"
    found = outcome(OPEN, NOTED, PLAIN, server=known(tools=(TOOL,), calls=False))
    assert found["HTTP-23"] == "not_verified: calls are switched off"


def test_a_server_that_logs_is_asked_for_all_of_it():
    reactions = (OPEN, OPEN, PLAIN, NOTHING, PLAIN, PLAIN, heard(entry(report())), NOTED, PLAIN)
    rulings, steps = fed(http_resumption.resuming(known("logging")), HELLO, NOTED, *reactions)
    assert in_words(rulings)["HTTP-23"] == GOOD
    levels = [s for s in steps if isinstance(s, Request) and s.method == "logging/setLevel"]
    assert [step.params for step in levels] == [{"level": "debug"}]


def replayed(*entries, more=NOTHING):
    return (PLAIN, NOTHING, OPEN, heard(*entries), PLAIN, more, NOTED)


CALLED = listened(named("a-1", "a-2"), entry(report()))


def test_a_resumed_stream_brings_only_its_own_messages():
    lost = (NOTHING, OPEN, heard(entry(report(1, "mcptest-resumed-lost"), 4)), NOTED)
    found = outcome(*CALLED, *replayed(entry(report(2), 3), entry(RESUMED, 3)), *lost)
    assert found["HTTP-22"] == "passed: only the answer that belongs to the stream was replayed"
    assert found["HTTP-24"] == ("not_verified: within 1 s, the call of wait brought no event id")
    other = {"id": "mcptest-resumed-second", "result": {}}
    found = outcome(*CALLED, *replayed(entry(RESUMED, 3), more=heard(entry(other, 3))))
    assert found["HTTP-22"] == (
        "failed: on the resumed stream came the answer to another request, mcptest-resumed-second"
    )
    assert found["HTTP-24"] == "not_verified: see HTTP-22"


def test_the_evidence_is_what_was_replayed():
    first, more = heard(entry(RESUMED, 3)), heard(entry({"id": "another", "result": {}}, 3))
    reactions = (*CALLED, PLAIN, NOTHING, OPEN, first, PLAIN, more, NOTED)
    rulings, _ = fed(http_resumption.resuming(known()), HELLO, NOTED, *reactions)
    assert rulings["HTTP-22"].reactions == (first, more)


def test_nothing_has_to_be_replayed():
    nothing = "not_applicable: nothing was replayed, and nothing has to be"
    found = outcome(*CALLED, PLAIN, NOTHING, status(400))
    assert (found["HTTP-22"], found["HTTP-24"]) == (nothing, nothing)


def test_after_the_answer_itself_nothing_is_due():
    first = named("a-1")
    for primed, patience_s in ((True, 1.5), (False, 0.3)):
        stream = {**first.http.stream, "primed": primed}
        said = first._replace(http=first.http._replace(stream=stream))
        _, steps = fed(
            http_resumption.resuming(known()), HELLO, NOTED, *listened(said), *replayed()
        )
        waits = [step.timeout_s for step in steps if isinstance(step, Listen)]
        assert waits[-2:] == [patience_s, 0]


def test_a_resumed_stream_that_stays_silent_may_be_slow():
    silent = "not_verified: within 1.5 s, no answer came on the resumed stream"
    found = outcome(*CALLED, *replayed())
    assert (found["HTTP-22"], found["HTTP-24"]) == (silent, silent)
    _, steps = fed(
        http_resumption.resuming(known()), HELLO, NOTED, *CALLED, *replayed(entry(report(2), 3))
    )
    assert [step.timeout_s for step in steps if isinstance(step, Listen)][-2:] == [1.5, 0]


def test_a_plain_request_may_have_events_where_a_call_has_none():
    own = {"id": "mcptest-resumed-first", "result": {}}
    reactions = (CLOSED, named("p-1", "p-2"), *replayed(entry(own, 3)))
    found = outcome(*reactions, server=known(calls=False))
    assert found["HTTP-22"].startswith("passed")
    assert found["HTTP-24"] == "not_verified: calls are switched off"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"result": {}}, "passed: the answer to the call of wait was replayed"),
        ({"error": {"code": -32800}}, "failed: to the call of wait, an error was replayed"),
        (None, "failed: to the call of wait, no answer was replayed"),
    ],
    ids=["answered", "cancelled", "forgotten"],
)
def test_a_call_whose_stream_is_lost_goes_on(answer, said):
    lost = "mcptest-resumed-lost"
    begun = (NOTHING, OPEN, heard(entry(report(1, lost), 4, "c-1")), NOTED)
    again = [] if answer is None else [entry({"id": lost, **answer}, 5)]
    back = (NOTHING, OPEN, heard(*again), PLAIN, NOTHING, NOTED)
    assert outcome(*CALLED, *replayed(entry(RESUMED, 3)), *begun, *back)["HTTP-24"] == said
    if answer is None:
        refused = (*begun, NOTHING, status(400))
        assert outcome(*CALLED, *replayed(entry(RESUMED, 3)), *refused)["HTTP-24"] == said


def test_a_call_that_takes_long_may_still_run_when_its_answer_is_asked_for():
    own = {"id": "mcptest-resumed-first", "result": {}}
    begun = (NOTHING, OPEN, heard(entry(report(1, "mcptest-resumed-lost"), 4, "c-1")), NOTED)
    back = (NOTHING, OPEN, NOTHING, PLAIN, NOTHING, NOTED)
    reactions = (*listened(TimedOut(1)), named("p-1"), *replayed(entry(own, 3)), *begun, *back)
    found = outcome(*reactions)
    late = "not_verified: the call of wait may take long, and still run"
    assert found["HTTP-24"] == late
    # Nobody knows how long it takes where no call was made before.
    first = (CLOSED, named("p-1"), *replayed(entry(own, 3)))
    assert outcome(*first, *begun, *back)["HTTP-24"] == late


def test_a_call_that_is_too_fast_cannot_be_lost():
    lost = "mcptest-resumed-lost"
    both = (entry(report(1, lost), 4, "c-1"), entry({"id": lost, "result": {}}, 4, "c-2"))
    begun = (NOTHING, OPEN, heard(*both), NOTED)
    found = outcome(*CALLED, *replayed(entry(RESUMED, 3)), *begun)
    assert found["HTTP-24"] == "not_applicable: no call reported progress before its answer"


def test_without_a_hello_nothing_is_known():
    found = because(http_resumption.resuming, known(), TimedOut(5))
    assert set(found.values()) == {
        "not_verified: on a new connection, the server did not answer within 5 s"
    }


@pytest.mark.parametrize(
    ("address", "reactions", "said"),
    [
        (PUBLIC, (), "not_applicable: the server is not on loopback"),
        (LOOPBACK, (Bound(("127.0.0.1", "::1")),), "passed: the server listens on 127.0.0.1, ::1"),
        (
            LOOPBACK,
            (Bound(("::ffff:127.0.0.1",)),),
            "passed: the server listens on ::ffff:127.0.0.1",
        ),
        (LOOPBACK, (Bound(("0.0.0.0",)),), "failed: the server listens on 0.0.0.0"),  # noqa: S104
        (LOOPBACK, (Bound(()),), "not_verified: who listens on the port cannot be seen from here"),
        (
            LOOPBACK,
            (Disconnected("x"),),
            "not_verified: who listens on the port cannot be seen from here",
        ),
    ],
    ids=["elsewhere", "loopback", "mapped", "everywhere", "unseen", "odd"],
)
def test_a_server_on_this_machine_listens_on_loopback(address, reactions, said):
    server = examinee(NOVEMBER, address=address)
    rulings, steps = fed(http_bound.bound(server), *reactions)
    assert in_words(rulings) == {"HTTP-31": said}
    assert steps == [LookUp("127.0.0.1", 8000)] * len(reactions)


def test_the_host_and_the_port_of_an_address():
    assert LOOPBACK._replace(authority="[::1]:80").host == "::1"
    assert LOOPBACK._replace(authority="").host == ""  # on stdio
    assert LOOPBACK.port == 8000
    assert PUBLIC.port == 443
    assert LOOPBACK._replace(authority="localhost").port == 80
