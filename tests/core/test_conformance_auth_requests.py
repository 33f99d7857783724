"""Checks that credentials are wanted with every request."""

from __future__ import annotations

import pytest
from examinees import LOOPBACK, MODERN, NOVEMBER, because, error, examinee, fed, replied, status

from mcptest_action.core.checks.conformance.checks import auth_requests
from mcptest_action.core.protocol.exchange.over_http import status_of
from mcptest_action.core.protocol.exchange.reaction import Accepted, NotSent, TimedOut
from mcptest_action.core.protocol.exchange.step import Http, Request, StrayCall

GIVEN = LOOPBACK._replace(credentials=True)
NO = status(401)
LATE = TimedOut(5.0)
DONE = Accepted()


def ruled(known, *reactions):
    return because(auth_requests.every_request, known, *reactions)


def modern(hello, *, listing=(NO, NO, NO), call=(NO, NO, NO), **known):
    """The rulings on a server of 2026-07-28: to nothing, a made-up and an expired token."""
    together = tuple(each for pair in zip(listing, call, strict=True) for each in pair)
    return ruled(examinee(MODERN, address=GIVEN, **known), hello, together, DONE)


def legacy(hello=NO, *, stream=(NO, NO, NO), end=(NO, NO, NO), session="s", **known):
    asked = tuple(each for one in stream for each in (NO, NO, one))
    begun = () if known.get("locked") else (replied(mcp_session_id=session), DONE)
    ended = end if session and begun else ()
    return ruled(examinee(NOVEMBER, address=GIVEN, **known), *begun, hello, asked, DONE, *ended)


def test_a_sound_server_of_each_era():
    said = modern(NO)
    assert said["AUTH-08"] == (
        "passed: refused: the hello, `tools/list`, the call of an unknown tool"
    )
    assert said["AUTH-05"] == "passed: refused: `tools/list`, the call of an unknown tool"
    assert said["AUTH-09"] == "not_applicable: it serves no request without credentials"
    assert legacy()["AUTH-05"].endswith("GET, DELETE")


def test_it_is_asked_without_the_credentials_of_the_user():
    together = (NO,) * 9
    begun = (replied(mcp_session_id="s"), DONE)
    _, steps = fed(
        auth_requests.every_request(examinee(NOVEMBER, address=GIVEN)),
        *begun, NO, together, DONE, NO, NO, NO,
    )  # fmt: skip
    first, *_ = steps
    assert isinstance(first, Request)
    assert not first.anonymous  # the session is the user's
    strange = [steps[2], *steps[3].steps, *steps[5:]]
    assert all(step.anonymous for step in strange)
    assert {type(step) for step in strange} == {Http, Request, StrayCall}
    assert [step.method for step in steps[5:]] == ["DELETE"] * 3
    assert all(step.headers["mcp-session-id"] == "s" for step in steps[5:])


def test_a_server_that_guards_only_its_hello_fails_once():
    said = modern(NO, listing=(replied(),) * 3, call=(error(-32602),) * 3)
    assert said["AUTH-08"] == (
        "failed: without credentials, the server does not refuse `tools/list`, the call of an "
        "unknown tool"
    )
    assert said["AUTH-05"].startswith("not_verified: nothing but the hello is known")
    assert said["AUTH-09"].startswith("not_applicable")


def test_a_session_is_no_substitute_for_a_token():
    said = legacy(
        stream=(Accepted(replied().http),) * 3, end=(status(204), status(404), status(404))
    )
    assert said["AUTH-08"].endswith("without credentials, the server does not refuse GET, DELETE")
    assert said["AUTH-05"].startswith("passed")


def test_a_made_up_token_that_is_taken_later():
    said = modern(NO, listing=(NO, replied(), replied()))
    assert said["AUTH-05"] == (
        "failed: with a made-up token, the server does not refuse `tools/list`; with an expired "
        "token, the server does not refuse `tools/list`"
    )
    assert said["AUTH-08"].startswith("passed")
    said = legacy(end=(NO, status(204), status(404)))
    assert said["AUTH-05"].endswith("with a made-up token, the server does not refuse DELETE")


def test_who_does_not_answer_has_not_refused():
    said = modern(NO, call=(LATE, NO, NO))
    assert said["AUTH-08"] == (
        "not_verified: without credentials, to the call of an unknown tool, the server did not "
        "answer within 5 s"
    )
    served = modern(NO, listing=(replied(), NO, NO), call=(LATE, NO, NO))
    assert served["AUTH-08"].endswith("does not refuse `tools/list`")
    assert modern(LATE, listing=(NO, NO, NO))["AUTH-08"] == (
        "not_verified: without credentials, to the hello, the server did not answer within 5 s"
    )


def test_a_token_that_meets_silence_is_not_taken():
    unheard = "to `tools/list`, the server did not answer within 5 s"
    said = modern(NO, listing=(NO, LATE, NO))
    assert said["AUTH-05"] == f"not_verified: with a made-up token, {unheard}"
    said = modern(NO, listing=(NO, LATE, replied()))
    assert said["AUTH-05"].startswith("failed: with an expired token, the server does not refuse")
    said = modern(replied(), listing=(replied(), NO, LATE))
    assert said["AUTH-09"] == f"not_verified: with an expired token, {unheard}"
    # The hello leaves open whether credentials are wanted; what is refused shows it all the same.
    said = modern(LATE, listing=(NO, replied(), NO))
    assert said["AUTH-05"].startswith("failed: with a made-up token")
    assert said["AUTH-09"].startswith("not_verified: without credentials, to the hello")


def test_what_is_not_answered_is_not_said_to_be_served():
    said = modern(replied(), listing=(NO, NO, NO), call=(LATE, NO, NO))
    assert said["AUTH-08"] == (
        "not_applicable: without credentials, it serves the hello, and refuses `tools/list`"
    )


@pytest.mark.parametrize(
    ("stranger", "why"),
    [
        (NotSent("calls", "no calls"), "was not asked: no calls"),
        (TimedOut(5.0), "did not answer within 5 s"),
    ],
)
def test_a_call_that_was_not_made_may_be_all_that_is_guarded(stranger, why):
    said = modern(replied(), listing=(replied(),) * 3, call=(stranger,) * 3)
    to_the_call = "without credentials, to the call of an unknown tool"
    because = f"not_verified: {to_the_call}, the server {why}"
    assert said["AUTH-08"] == said["AUTH-05"] == said["AUTH-09"] == because


def test_a_server_may_be_open_in_part():
    said = modern(replied(), listing=(replied(), NO, NO))
    assert said["AUTH-08"] == (
        "not_applicable: without credentials, it serves the hello, `tools/list`, and refuses the "
        "call of an unknown tool"
    )
    assert said["AUTH-09"] == "passed: refused: `tools/list`"
    said = modern(replied(), listing=(replied(),) * 3)
    assert said["AUTH-09"].startswith("failed: with a made-up token, the server does not")
    assert said["AUTH-05"] == "passed: refused: the call of an unknown tool"


def test_an_open_server_is_asked_about_nothing():
    said = modern(replied(), listing=(replied(),) * 3, call=(error(-32602),) * 3)
    assert said["AUTH-08"] == (
        "not_applicable: it asks for none: without credentials, the server replied "
        "(HTTP status 200)"
    )


def test_a_403_to_strangers_is_found_once():
    said = modern(status(403), listing=(status(403),) * 3, call=(status(403), NO, NO))
    assert said["AUTH-08"].startswith("failed: without credentials, to the hello, the server")
    assert said["AUTH-05"].startswith("passed")


def test_a_403_to_everybody_may_be_about_anything():
    for address in (GIVEN, LOOPBACK):
        asked = (status(403),) * 6
        known = examinee(MODERN, address=address, locked=True)
        said = ruled(known, status(403), asked, DONE)
        because = (
            "not_verified: without credentials, to `tools/list`, the server answered with HTTP "
        )
        assert {text.partition("status")[0] for text in said.values()} == {because}


@pytest.mark.parametrize(
    "refusal",
    [
        status(302, "", location="/login"),
        status(403),
        status(500),
        status(404),
        error(-32001, 200),
    ],
)
def test_who_refuses_the_hello_of_strangers_in_another_way_may_want_credentials(refusal):
    given = status_of(refusal) != 403
    known = examinee(MODERN, address=GIVEN if given else LOOPBACK, locked=not given)
    said = ruled(known, refusal, (replied(),) * 6, DONE)
    assert said["AUTH-08"].startswith("not_verified: without credentials, to the hello, the server")


@pytest.mark.parametrize("number", [302, 500])
def test_who_refuses_a_later_request_of_strangers_in_another_way_may_want_credentials(number):
    said = modern(replied(), listing=(status(number),) * 3, call=(error(-32602),) * 3)
    assert said["AUTH-08"].startswith("not_verified: without credentials, to `tools/list`")


def test_who_calls_a_request_of_strangers_wrong_serves_them():
    said = modern(replied(), listing=(error(-32601, 404),) * 3, call=(error(-32602, 400),) * 3)
    assert said["AUTH-08"].startswith("not_applicable: it asks for none")
    asked = (replied(), error(-32602), status(501)) * 3
    said = ruled(examinee(NOVEMBER, address=GIVEN), replied(), DONE, replied(), asked, DONE)
    assert said["AUTH-08"].startswith("not_applicable: it asks for none")


@pytest.mark.parametrize("number", [404, 405, 501])
def test_what_a_server_does_not_offer_needs_no_credentials(number):
    said = legacy(stream=(status(number),) * 3, end=(status(number),) * 3)
    assert said["AUTH-08"].endswith("refused: the hello, `tools/list`, the call of an unknown tool")


def test_without_a_session_there_is_nothing_to_end():
    assert legacy(session="")["AUTH-08"].endswith("GET")


def test_a_server_that_asks_for_a_session_first_says_nothing_of_credentials():
    asked = (status(400),) * 9
    said = ruled(examinee(NOVEMBER, address=GIVEN, locked=True), NO, asked, DONE)
    assert said["AUTH-08"] == (
        "not_verified: without a session, nothing but the hello could be asked"
    )
    assert said["AUTH-05"].startswith("not_verified")


def test_calls_that_were_held_back_are_left_out():
    said = modern(NO, call=(NotSent("calls", "no calls"),) * 3)
    assert said["AUTH-08"] == "passed: refused: the hello, `tools/list`"


def test_a_token_that_meets_another_answer_is_left_out():
    said = legacy(stream=(NO, status(404), status(404)))
    assert said["AUTH-05"].endswith("the call of an unknown tool, DELETE")


def test_a_server_that_does_not_say_hello_again_is_not_judged():
    said = ruled(examinee(NOVEMBER, address=GIVEN), status(500))
    assert said["AUTH-08"].startswith("not_verified: on a new connection, the server answered")
