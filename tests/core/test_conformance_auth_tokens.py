"""Checks of credentials that nobody gave out, at the door."""

from __future__ import annotations

import base64
import json

import pytest
from examinees import because, error, examinee, fed, replied, status

from mcptest_action.core.checks.conformance.checks import auth_tokens
from mcptest_action.core.checks.conformance.made_up_tokens import MADE_UP, TOKENS
from mcptest_action.core.protocol.exchange.reaction import TimedOut

LATE = TimedOut(5.0)
INVALID = 'Bearer error="invalid_token"'


def refused(challenge="Bearer", body=""):
    return status(401, body, **({"www_authenticate": challenge} if challenge else {}))


def ruled(*reactions):
    return because(auth_tokens.made_up, examinee(locked=True), *reactions)


WRONG = '{"jsonrpc":"2.0", "id":1, "error":{"code":%d, "message":"no"}}'
NONE, BAD = refused(), refused(INVALID)


def all_refused(without=NONE, invalid=BAD, queried=NONE):
    return ruled(without, NONE, invalid, *[NONE] * (len(MADE_UP) - 2), queried)


@pytest.mark.parametrize(
    ("malformed", "token", "outcome"),
    [(400, 401, "passed"), (401, 401, "passed"), (403, 401, "failed"), (401, 400, "failed")],
)
def test_only_what_is_no_token_at_all_may_be_a_bad_request(malformed, token, outcome):
    reactions = [refused(), status(malformed)]
    if outcome == "passed" or malformed == 401:
        reactions.append(status(token))
    if outcome == "passed":
        reactions += [status(token)] * (len(MADE_UP) - 2) + [refused()]
    assert ruled(*reactions)["AUTH-04"].partition(":")[0] == outcome


def test_who_takes_a_made_up_token_says_nothing_about_invalid_ones():
    said = ruled(refused(), replied())
    assert said["AUTH-04"].startswith("failed: to a malformed header, the server replied")
    for check_id in ("AUTH-10", "AUTH-11"):
        assert said[check_id] == "not_verified: a made-up token does not get a 401, see AUTH-04"


@pytest.mark.parametrize("place", range(6))
def test_who_does_not_answer_in_time_has_let_nobody_in(place):
    answers = [NONE, BAD, *[NONE] * (len(MADE_UP) - 2)]
    answers[place] = LATE
    said = ruled(NONE, *answers, NONE)
    name = list(MADE_UP)[place]
    assert said["AUTH-04"] == f"not_verified: to {name}, the server did not answer within 5 s"
    if place == 1:
        unheard = "not_verified: to a made-up token, the server did not answer within 5 s"
        assert (said["AUTH-10"], said["AUTH-11"]) == (unheard, unheard)
    else:
        assert said["AUTH-10"].startswith("passed")
        assert said["AUTH-11"].startswith("passed")


def test_who_takes_one_token_fails_however_long_others_take():
    said = ruled(NONE, LATE, replied())
    assert said["AUTH-04"].startswith("failed: to a made-up token, the server replied")


def test_without_an_answer_nobody_knows_whether_the_address_was_read():
    assert all_refused(queried=LATE)["AUTH-11"] == (
        "not_verified: to a made-up token, the server did not answer within 5 s"
    )


def test_every_made_up_token_is_another_one():
    texts = list(MADE_UP.values())
    assert len(set(texts)) == len(texts) == 6


def test_the_expired_token_has_expired_whenever_it_is_sent():
    payload = TOKENS["an expired token"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    assert claims["exp"] == 1577836800  # the first second of 2020


@pytest.mark.parametrize(
    ("challenge", "outcome"),
    [
        (INVALID, "passed"),
        ("bearer realm=a, error=invalid_token", "passed"),
        ('Bearer error="invalid_request"', "failed"),
        ('Basic error="invalid_token"', "failed"),
        ("Bearer", "failed: it says 'Bearer'"),
        ("", "failed: it has no `WWW-Authenticate` header"),
    ],
)
def test_an_invalid_token_is_called_invalid(challenge, outcome):
    assert all_refused(invalid=refused(challenge))["AUTH-10"].startswith(outcome)


@pytest.mark.parametrize(
    ("without", "invalid", "queried", "outcome"),
    [
        (refused(), refused(INVALID), refused(), "passed"),
        (refused(), refused(INVALID), refused(INVALID), "failed"),
        (refused(), refused(INVALID), refused("Basic"), "not_verified"),
        (refused(INVALID), refused(INVALID), refused(INVALID), "not_verified"),
        (refused(body="no token"), refused(body="bad one"), refused(body="no token"), "passed"),
        (refused(body="no token"), refused(body="bad one"), refused(body="bad one"), "failed"),
        (refused(), refused(INVALID), replied(), "failed: with a made-up one there, the server"),
        (error(-1, 401), refused(INVALID), error(-1, 401), "passed"),
        (error(-1, 401), error(-2, 401), error(-1, 401), "passed"),
        (error(-1, 401), error(-2, 401), refused("", WRONG % -1), "passed"),
        (error(-1, 401), error(-2, 401), refused("", WRONG % -2), "failed"),
    ],
)
def test_a_token_in_the_address_is_not_read(without, invalid, queried, outcome):
    assert all_refused(without, invalid, queried)["AUTH-11"].startswith(outcome)


def test_the_token_in_the_address_is_made_up():
    known = examinee(locked=True)
    reactions = [refused()] * (len(MADE_UP) + 2)
    _, steps = fed(auth_tokens.made_up(known), *reactions)
    assert steps[-1].path == "/mcp?access_token=mcptest"
    assert all(step.anonymous for step in steps)
