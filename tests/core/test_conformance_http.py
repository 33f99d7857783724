"""Checks of the HTTP transport on what no server in this project does."""

from __future__ import annotations

import pytest
from examinees import (
    LOOPBACK,
    MODERN,
    NOVEMBER,
    PUBLIC,
    because,
    error,
    examinee,
    fed,
    http,
    replied,
    status,
)

from mcptest_action.core.checks.conformance.checks import (
    http_answers,
    http_earlier,
    http_headers,
    http_media_types,
    http_mirrored,
    http_parallel,
    http_parameters,
    http_sessions,
    http_streams,
)
from mcptest_action.core.checks.conformance.model import WORDS
from mcptest_action.core.checks.conformance.refusal import refused_as_mismatch
from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.protocol.exchange.over_http import error_code
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Disconnected,
    Garbage,
    NotSent,
    Overheard,
    Replied,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.sse import ENDED_EARLY, ENDED_RESUMABLE
from mcptest_action.core.protocol.exchange.step import Http, Request, StrayCall
from mcptest_action.core.protocol.target.model import FromEnvironment, Url
from mcptest_action.core.protocol.target.server_address import Address, address_of
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

LATE = TimedOut(5.0)
SILENCE = Overheard(())


@pytest.mark.parametrize(
    ("reaction", "code"),
    [
        (error(-32020, 400), -32020),
        (status(400, '{"jsonrpc":"2.0","error":{"code":-32020,"message":"no id"}}'), -32020),
        (status(400, '{"error":{"code":"-32020"}}'), None),
        (status(400, '{"error":true}'), None),
        (status(400, "[]"), None),
        (status(400, "<html>"), None),
        (LATE, None),
    ],
)
def test_an_error_has_a_code_whether_or_not_it_says_what_it_answers(reaction, code):
    assert error_code(reaction) == code


def test_a_notification_may_be_refused():
    said = because(http_answers.notification, examinee(), status(405))
    assert said["HTTP-02"] == "passed: the server answered with HTTP status 405, which refuses it"


@pytest.mark.parametrize("reaction", [status(204), status(202, "ok"), Garbage("null"), LATE])
def test_a_notification_gets_202_and_nothing_else(reaction):
    said = because(http_answers.notification, examinee(), reaction)
    assert said["HTTP-02"].startswith("failed: the server ")
    assert said["HTTP-02"].endswith("instead of status 202 and no body")


def test_without_a_request_that_was_served_nothing_is_known_of_media_types():
    ruling = http_answers.review(examinee(), [])["HTTP-01"]
    assert ruling.status is Status.INCONCLUSIVE


def test_a_foreign_host_is_not_sent_to_servers_elsewhere():
    rulings, steps = fed(http_headers.foreign_host(examinee(address=PUBLIC)))
    assert rulings["HTTP-06"].status is Status.SKIPPED
    assert steps == []


SESSION = {"mcp_session_id": "a" * 32}


def sessions(first, *rest):
    return because(http_sessions.sessions, examinee(NOVEMBER), first, *rest)


def conversation(second="b" * 32, third="c" * 32, **changed):
    """The reactions of a sound server in the probe of sessions, some of them changed."""
    sound = {
        "hello": replied(**SESSION),
        "initialized": Accepted(http(202)),
        "second": replied(mcp_session_id=second) if second else status(400),
        "third": replied(mcp_session_id=third) if third else status(400),
        "missing": status(400),
        "unknown": status(404),
        **({"goodbye to second": status(204)} if second else {}),
        **({"goodbye to third": status(204)} if third else {}),
        "goodbye": status(204),
        "again": status(404),
    }
    return list({**sound, **changed}.values())


def test_a_server_that_gives_no_hello_again_fails_the_rows_about_sessions():
    said = sessions(status(500))
    assert set(said.values()) == {
        "failed: asked for a session of its own, the server answered with HTTP status 500"
    }


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"second": ""}, "of 3 clients, only 2 were given a session"),
        ({"second": "a" * 32}, "two clients were given the same session"),
        ({"second": "b"}, "an id has only 1 characters"),
    ],
)
def test_sessions_that_can_be_guessed(given, why):
    assert sessions(*conversation(**given))["HTTP-10"] == f"failed: {why}"


@pytest.mark.parametrize(
    ("ids", "counting"),
    [
        (["session-000000000009", "session-000000000010", "session-000000000012"], True),
        (["1700000000000000", "1700000000000001", "1700000000000002"], True),
        (["1700000000000000", "4200000000000001", "9900000000000002"], False),
        (["session-00000000000a", "session-00000000000b", "session-00000000000c"], False),
        (["aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa1", "aaaaaaaaaaaaaaaa2"], False),
    ],
)
def test_sessions_that_count_up(ids, counting):
    first, second, third = ids
    hello = replied(mcp_session_id=first)
    said = sessions(*conversation(second, third, hello=hello))["HTTP-10"]
    assert said.startswith("failed: the ids count up" if counting else "passed")


@pytest.mark.parametrize("served", [replied({"tools": []}), error(-32601)])
def test_a_server_that_needs_no_session_need_not_miss_it(served):
    said = sessions(*conversation(missing=served))
    assert said["HTTP-11"].startswith("not_applicable: the server needs no session")


def test_a_session_that_cannot_be_ended_is_no_failure():
    said = sessions(*conversation(goodbye=status(405)))
    assert said["HTTP-13"].startswith("not_applicable: sessions do not end on request")


def test_listening_needs_a_hello():
    said = because(http_sessions.listening, examinee(NOVEMBER), LATE)
    assert set(said) == {"HTTP-03", "HTTP-20"}
    assert set(said.values()) == {
        "failed: on a new connection, the server did not answer within 5 s"
    }


def test_a_stream_that_collides_with_another_of_ours_is_no_failure():
    said = because(http_sessions.listening, examinee(NOVEMBER), replied(), Accepted(), status(409))
    assert {ruling.partition(":")[0] for ruling in said.values()} == {"not_verified"}


def test_a_request_that_gets_no_answer_while_a_stream_is_open_is_a_failure():
    opened = Accepted(http(content_type="text/event-stream"))
    plain = (replied(), Accepted(), opened, replied(), LATE, replied())
    said = because(http_sessions.listening, examinee(NOVEMBER), *plain, SILENCE, Accepted())
    assert said["HTTP-03"].startswith("passed")
    assert (
        said["HTTP-20"] == "failed: while a stream was open, the server did not answer within 5 s"
    )


def test_without_sessions_none_is_named():
    _, steps = fed(
        http_sessions.listening(examinee(NOVEMBER)),
        replied(),
        Accepted(),
        status(405, allow="POST"),
    )
    assert isinstance(steps[-1], Http)
    assert set(steps[-1].headers) == {"Accept", "MCP-Protocol-Version"}


def parallel(*reactions, again=(), heard=SILENCE):
    known = examinee(MODERN, "tools")
    return because(http_parallel.parallel, known, SILENCE, reactions, *again, heard)


def test_a_server_that_limits_its_clients_is_not_known_to_mix_them_up():
    said = parallel(replied(), status(429))["HTTP-18"]
    assert said.startswith("not_verified: so many are too many for the server")


@pytest.mark.parametrize("lost", [LATE, Disconnected("gone")])
def test_an_answer_that_is_lost_is_a_failure(lost):
    again = (lost,) if isinstance(lost, Disconnected) else ()
    said = parallel(replied(), lost, again=again)["HTTP-18"]
    assert said.startswith("failed: to number 2 of 2, the server ")


@pytest.mark.parametrize("turned_away", [Disconnected("reset"), Unreachable("refused")])
def test_a_connection_that_is_turned_away_is_made_again(turned_away):
    said = parallel(replied(), turned_away, again=(replied(),))["HTTP-18"]
    assert said == "passed: all 2 were answered under their own ids"


def test_an_answer_on_the_stream_of_another_request_is_a_failure():
    requests = {"message": {"id": 1, "method": "ping"}}, {"noise": "x"}
    assert parallel(replied(), heard=Overheard(requests))["HTTP-18"].startswith("passed")
    stray = {"message": {"id": "mcptest-3", "result": {}}}
    said = parallel(replied(), heard=Overheard((*requests, stray)))["HTTP-18"]
    assert said == "failed: the answer to 'mcptest-3' came on the stream of another request"


def test_media_types_are_recorded_unless_nothing_comes_back():
    said = because(http_media_types.media_types, examinee(), status(415), replied(), LATE)
    assert said["HTTP-19"].startswith("failed: as text/plain, the server answered with HTTP")


@pytest.mark.parametrize(
    ("url", "outcome"),
    [
        ("https://mcp.example.com/mcp", Status.PASSED),
        ("https://127.0.0.1/mcp", Status.PASSED),
        ("http://mcp.example.com/mcp", Status.FAILED),
        ("http://8.8.8.8/mcp", Status.FAILED),
        ("http://127.0.0.1:8000/mcp", Status.SKIPPED),
        ("http://[::1]:8000/mcp", Status.SKIPPED),
        ("http://localhost/mcp", Status.SKIPPED),
        ("http://api:8080/mcp", Status.SKIPPED),
        ("http://10.0.0.7/mcp", Status.SKIPPED),
        ("http://host.docker.internal:1/mcp", Status.SKIPPED),
    ],
)
def test_only_in_a_private_network_may_others_read_along(url, outcome):
    address = address_of(Url(url, {}, None, None))
    assert http_headers.review(examinee(address=address), [])["HTTP-21"].status is outcome


def test_a_place_knows_whether_credentials_were_given():
    secret = {"Authorization": FromEnvironment("TOKEN", "Bearer ")}
    assert address_of(Url("http://api/mcp", secret, None, None)).credentials
    assert not address_of(Url("http://api/mcp", {"X-Kind": "test"}, None, None)).credentials


def exchange(reaction, number=1, method="tools/list", version=NOVEMBER):
    headers = {"MCP-Protocol-Version": version} if version else {}
    sent = {"step": "Request", "headers": headers, "message": {"method": method, "id": 1}}
    return Exchange(Key(f"{NOVEMBER}/x", None, number, 1), sent, reaction, 1.0)


def stream(*ids, primed=True, ended=True):
    return Replied({}, http()._replace(stream={"ids": ids, "primed": primed, "ended": ended}))


def streams(*exchanges):
    rulings = http_streams.review(examinee(NOVEMBER), exchanges)
    return {check: WORDS[ruling.status] for check, ruling in rulings.items()}


def test_without_streams_there_is_nothing_to_say_about_them():
    assert set(streams(exchange(replied())).values()) == {"not_applicable"}
    assert set(streams(exchange(LATE)).values()) == {"not_applicable"}
    unbuffered = http_streams.unbuffered(examinee(), [exchange(replied()), exchange(LATE)])
    assert unbuffered["HHDR-15"].status is Status.SKIPPED


def test_without_ids_a_stream_can_neither_repeat_one_nor_be_resumed():
    said = streams(exchange(stream(primed=False)), exchange(stream("", primed=False)))
    assert said == {"HTTP-14": "passed", "HTTP-15": "not_applicable", "HTTP-16": "not_applicable"}


def test_a_stream_whose_end_nobody_waited_for_still_has_ids():
    left = exchange(stream("1", ended=None))
    assert streams(left, left) == {
        "HTTP-14": "not_verified", "HTTP-15": "failed", "HTTP-16": "passed",
    }  # fmt: skip
    assert streams(exchange(stream("2")), left)["HTTP-14"] == "passed"
    assert streams(exchange(stream("2", ended=False)), left)["HTTP-14"] == "failed"


def test_ids_must_differ_in_a_session_and_may_be_used_again_in_another():
    one, other = exchange(stream("1", "2"), 1), exchange(stream("1", "2"), 2)
    assert streams(one, other)["HTTP-15"] == "passed"
    assert streams(one, one)["HTTP-15"] == "failed"
    named = [
        exchange(
            stream("1")._replace(http=http(mcp_session_id=name)._replace(stream=s.http.stream))
        )
        for name, s in (("a", stream("1")), ("b", stream("1")))
    ]
    assert streams(*named)["HTTP-15"] == "passed"


def test_only_requests_that_name_the_revision_are_answered_as_it_has_it():
    unprimed = stream("1", primed=False)
    assert streams(exchange(unprimed))["HTTP-16"] == "failed"
    assert streams(exchange(unprimed, method="initialize", version=""))["HTTP-16"] == "failed"
    assert streams(exchange(unprimed, version=""))["HTTP-16"] == "not_applicable"


def test_a_stream_that_ends_without_the_answer_is_a_failure_unless_it_can_be_resumed():
    assert streams(exchange(Disconnected(ENDED_EARLY)))["HTTP-14"] == "failed"
    assert streams(exchange(Disconnected(ENDED_RESUMABLE)))["HTTP-14"] == "not_applicable"


def test_a_mismatch_that_was_never_sent_is_not_verified():
    assert refused_as_mismatch(NotSent("x", "too many calls")).status is Status.INCONCLUSIVE
    assert refused_as_mismatch(error(-32020, 200)).status is Status.FAILED


@pytest.mark.parametrize(
    ("capabilities", "calls", "kind"),
    [
        (("tools", "prompts"), True, StrayCall),
        (("tools", "prompts"), False, "prompts/get"),
        (("tools", "resources"), False, "resources/read"),
        (("resources",), True, "resources/read"),
    ],
)
def test_names_are_checked_with_what_the_server_has(capabilities, calls, kind):
    known = examinee(MODERN, *capabilities, calls=calls)
    mismatch = error(-32020, 400)
    rulings, steps = fed(http_mirrored.names(known), mismatch, mismatch, error(-32602, 400))
    assert {ruling.status for ruling in rulings.values()} == {Status.PASSED}
    for step in steps:
        assert isinstance(step, StrayCall) if kind is StrayCall else step.method == kind


@pytest.mark.parametrize(
    ("capabilities", "outcome"), [(("tools",), "not_verified"), (("logging",), "not_applicable")]
)
def test_without_anything_that_has_a_name_there_is_none_to_check(capabilities, outcome):
    said = because(http_mirrored.names, examinee(MODERN, *capabilities, calls=False))
    assert {words.partition(":")[0] for words in said.values()} == {outcome}


def test_names_need_calls_that_the_policy_allows():
    held = NotSent("budget", "the budget is used up")
    said = because(http_mirrored.names, examinee(MODERN, "tools"), held, held, held)
    assert set(said.values()) == {"not_verified: the budget is used up"}


def test_a_name_in_base64_wants_an_answer():
    mismatch = error(-32020, 400)
    said = because(http_mirrored.names, examinee(MODERN, "tools"), mismatch, mismatch, LATE)
    assert said["HHDR-09"].startswith("failed")


REGION = {"type": "string", "x-mcp-header": "Region"}


def tool(**properties):
    return {"name": "t", "inputSchema": {"type": "object", "properties": properties}}


@pytest.mark.parametrize(
    "listed",
    [
        (),
        ({"inputSchema": {}},),
        ({"name": "t"},),
        ({"name": "t", "inputSchema": {"type": "object"}},),
        (tool(region={"type": "string"}),),
        (tool(region=True),),
        (tool(count={"type": "integer", "x-mcp-header": "Count"}),),
        (tool(region={**REGION, "enum": []}),),
        (tool(region={**REGION, "x-mcp-header": "Edi\xe9"}),),
        (tool(region={**REGION, "x-mcp-header": "Edi tion"}),),
    ],
)
def test_without_text_that_is_mirrored_no_tool_is_called(listed):
    said = because(http_parameters.parameters, examinee(MODERN, "tools", tools=listed))
    assert said["HHDR-11"].startswith("not_applicable")


def test_an_argument_that_is_mirrored_is_given_even_where_it_is_optional():
    known = examinee(MODERN, "tools", tools=(tool(word={"type": "string"}, region=REGION),))
    rulings, steps = fed(http_parameters.parameters(known), error(-32020, 400), replied())
    assert [set(step.arguments) for step in steps] == [{"region"}, {"region"}]
    assert [step.headers for step in steps] == [{}, {"Mcp-Param-Region": "mcptest-other"}]
    assert rulings["HHDR-11"].because.startswith("t called with another value in Mcp-Param-Region")


@pytest.mark.parametrize(
    ("versionless", "outcome"),
    [
        (error(-32020, 400), "passed"),
        (status(400), "passed"),
        (error(-32601, 404), "passed"),
        (replied(), "failed"),
        (LATE, "failed"),
    ],
)
def test_a_server_of_both_eras_may_take_a_request_without_a_version_for_an_old_one(
    versionless, outcome
):
    hello = replied({"protocolVersion": NOVEMBER})
    said = because(
        http_earlier.earlier, examinee(), versionless, replied(), status(405), status(405), hello
    )
    assert said["HHDR-02"].partition(":")[0] == outcome
    assert said["HHDR-13"].startswith("not_applicable")


def test_a_server_of_one_era_has_to_say_what_is_missing():
    said = because(
        http_earlier.earlier,
        examinee(),
        status(400),
        status(400),
        status(405),
        status(404),
        status(400),
    )
    assert {check: words.partition(":")[0] for check, words in said.items()} == {
        "HHDR-02": "failed",
        "HHDR-13": "failed",
        "HHDR-14": "failed",
    }


def test_hello_of_an_earlier_era_is_said_outside_of_any_session():
    _, steps = fed(
        http_earlier.earlier(examinee()), status(400), replied(), status(405), status(405), LATE
    )
    assert isinstance(steps[-1], Request)
    assert steps[-1].headers == {"mcp-session-id": None}


def test_places_on_stdio_are_private():
    assert Address().private
    assert LOOPBACK.private
    assert not PUBLIC.private
