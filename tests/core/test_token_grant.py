"""What a token endpoint is asked for, and what its answer says."""

import base64
import json
from urllib.parse import parse_qs

import pytest

from mcptest_action.core.protocol.target.model import (
    ClientAuth,
    FromEnvironment,
    FromTokenEndpoint,
)
from mcptest_action.core.protocol.target.token_grant import Credentials, NoToken, token_in


def client(auth=ClientAuth.BASIC, **parameters):
    asks = FromTokenEndpoint("https://a.example/t", "ci", FromEnvironment("S"), auth, parameters)
    return Credentials(asks, "c:i", "se cret")


def form(asked):
    return parse_qs(asked.body.decode())


def test_the_secret_is_in_the_header():
    asked = client(scope="a b", resource="https://a.example/mcp")
    scheme, _, pair = asked.headers["Authorization"].partition(" ")
    assert (scheme, base64.b64decode(pair)) == ("Basic", b"c%3Ai:se+cret")
    assert form(asked) == {
        "grant_type": ["client_credentials"],
        "scope": ["a b"],
        "resource": ["https://a.example/mcp"],
    }


def test_or_in_the_body():
    asked = client(ClientAuth.POST)
    assert "Authorization" not in asked.headers
    assert form(asked) == {
        "grant_type": ["client_credentials"],
        "client_id": ["c:i"],
        "client_secret": ["se cret"],
    }


def answer(status=200, **fields):
    return token_in(status, json.dumps(fields).encode())


def test_a_token():
    for kind in ("bearer", "Bearer"):
        assert answer(access_token="t", token_type=kind) == ("t", None)  # noqa: S106


@pytest.mark.parametrize(
    ("said", "life_s"),
    [
        (60, 60.0), (0.5, 0.5), (3600.0, 3600.0),
        (0, None), (-1, None), (True, None), ("60", None), (None, None), ([60], None),
        (10**400, None), (1e300, None),
    ],
)  # fmt: skip
def test_how_long_it_lives_is_believed_if_it_is_a_positive_number(said, life_s):
    found = answer(access_token="t", token_type="bearer", expires_in=said)  # noqa: S106
    assert found == ("t", life_s)


@pytest.mark.parametrize(
    ("fields", "because"),
    [
        ({}, "answered with HTTP status 200, but without an access_token that a header can hold"),
        ({"access_token": 5}, "without an access_token"),
        ({"access_token": "a b"}, "without an access_token"),
        ({"access_token": "a\nb"}, "without an access_token"),
        ({"access_token": "\u00e9"}, "without an access_token"),
        ({"access_token": "t"}, "its token is not a bearer token"),
        ({"access_token": "t", "token_type": "DPoP"}, "its token is not a bearer token"),
        ({"access_token": "", "token_type": "bearer"}, "without an access_token"),
        ({"error": "invalid_scope", "access_token": "t"}, "status 200: invalid_scope"),
        ({"error": 5, "access_token": "t"}, "answered with HTTP status 200, with an error"),
        ({"error": ""}, "answered with HTTP status 200, with an error"),
    ],
)
def test_what_is_no_token(fields, because):
    found = answer(**fields)
    assert isinstance(found, NoToken)
    assert because in found.because


@pytest.mark.parametrize(
    ("body", "because"),
    [
        (b'{"error": "invalid_client", "error_description": "no\\n\\u0000such"}',
         "answered with HTTP status 401: invalid_client: no \\u0000such"),
        (b'{"error": {"code": 5}}', "answered with HTTP status 401"),
        (b"<html>", "answered with HTTP status 401"),
        (b"[]", "answered with HTTP status 401"),
        (b"\xff", "answered with HTTP status 401"),
        (b"[" * 100_000, "answered with HTTP status 401"),
    ],
)  # fmt: skip
def test_a_refusal_is_quoted(body, because):
    assert token_in(401, body) == NoToken(because)


def test_a_long_refusal_is_cut():
    found = answer(400, error="x" * 5000)
    assert isinstance(found, NoToken)
    assert len(found.because) < 300


def test_a_token_that_no_header_holds():
    said = answer(access_token="t" * 16_385, token_type="Bearer")  # noqa: S106
    assert said == NoToken(
        "answered with HTTP status 200, but its token has more than 16384 characters"
    )
