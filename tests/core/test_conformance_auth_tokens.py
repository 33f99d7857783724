"""Checks of credentials that nobody gave out, at the door."""

from __future__ import annotations

import base64
import json

import pytest
from examinees import because, error, examinee, fed, replied, status

from mcptest_action.core.checks.conformance.checks import auth_tokens
from mcptest_action.core.checks.conformance.made_up_tokens import MADE_UP, TOKENS

INVALID = 'Bearer error="invalid_token"'


def refused(challenge="Bearer", body=""):
    return status(401, body, **({"www_authenticate": challenge} if challenge else {}))


def ruled(*reactions):
    return because(auth_tokens.made_up, examinee(locked=True), *reactions)


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
        assert said[check_id].startswith("not_applicable: a made-up token does not get a 401")


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
