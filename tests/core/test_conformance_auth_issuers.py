"""Checks of authorization servers on the server's own origin, and of scopes."""

from __future__ import annotations

import json

import pytest
from examinees import LOOPBACK, MODERN, NOVEMBER, because, examinee, fed, in_words, status

from mcptest_action.core.checks.conformance.checks import auth_issuers, auth_scopes
from mcptest_action.core.protocol.exchange.reaction import TimedOut
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

HERE = "http://127.0.0.1:8000"
MARCH, JUNE = "2025-03-26", "2025-06-18"
OAUTH, OPENID = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
REFUSED = status(401, "", www_authenticate=f'Bearer resource_metadata="{HERE}/meta"')
SOUND = {
    "issuer": HERE,
    "authorization_endpoint": f"{HERE}/authorize",
    "code_challenge_methods_supported": ["S256"],
}


def document(**fields):
    return status(200, json.dumps(fields))


def ruled(*reactions, revision=MODERN):
    return because(auth_issuers.issuers, examinee(revision, locked=True), REFUSED, *reactions)


def own(**fields):
    return ruled(document(authorization_servers=[HERE]), document(**{**SOUND, **fields}))


def test_a_sound_one():
    said = own()
    assert said["AUTH-14"] == f"passed: the document is at {OAUTH}"
    assert {said[name].partition(":")[0] for name in ("AUTH-14", "AUTH-15", "AUTH-16")} == {
        "passed"
    }
    assert said["AUTH-17"] == "not_applicable: no address leads to a public network"


@pytest.mark.parametrize(
    ("revision", "issuer", "paths"),
    [
        (JUNE, HERE, [OAUTH]),
        (JUNE, f"{HERE}/tenant/", [f"{OAUTH}/tenant"]),
        (NOVEMBER, f"{HERE}/", [OAUTH, OPENID]),
        (MODERN, f"{HERE}/tenant", [f"{OAUTH}/tenant", f"{OPENID}/tenant", f"/tenant{OPENID}"]),
    ],
)
def test_metadata_are_looked_for_where_the_revision_says(revision, issuer, paths):
    known = examinee(revision, locked=True)
    named = document(authorization_servers=["https://a.example", issuer])
    missing = [status(404)] * len(paths)
    rulings, steps = fed(auth_issuers.issuers(known), REFUSED, named, *missing)
    assert [step.path for step in steps[2:]] == paths
    assert all(step.anonymous for step in steps)
    said = in_words(rulings)
    assert said["AUTH-14"].startswith(f"failed: to GET {paths[0]}, the server answered with HTTP")
    assert said["AUTH-16"] == "not_applicable: there are no metadata, see AUTH-14"


@pytest.mark.parametrize("servers", [["https://a.example/x"], [f"{HERE}@evil.example"], ["/here"]])
def test_nothing_on_another_origin_is_asked(servers):
    said = ruled(document(authorization_servers=servers))
    assert said["AUTH-14"] == f"not_applicable: the authorization server is elsewhere: {servers[0]}"


@pytest.mark.parametrize("servers", [None, "https://a.example", [1]])
def test_without_an_issuer_there_is_nothing_to_ask(servers):
    said = ruled(document(authorization_servers=servers))
    assert said["AUTH-14"].startswith("not_applicable: no authorization server is named")


def test_metadata_that_cannot_be_read_may_name_one():
    said = ruled(status(404))
    for check_id in ("AUTH-14", "AUTH-15", "AUTH-16", "AUTH-17"):
        assert said[check_id].startswith("not_verified: to GET /meta, the server answered with")


def test_metadata_that_did_not_come_may_be_there():
    said = ruled(document(authorization_servers=[HERE]), status(404), TimedOut(5.0))
    for check_id in ("AUTH-14", "AUTH-15", "AUTH-16"):
        assert said[check_id].endswith("the server did not answer within 5 s")
        assert said[check_id].startswith("not_verified")


@pytest.mark.parametrize("issuer", [f"{HERE}/", "HTTP://127.0.0.1:8000", None])
def test_an_issuer_calls_itself_as_others_call_it(issuer):
    said = own(issuer=issuer)["AUTH-15"]
    assert said == f"failed: the issuer {HERE} calls itself {issuer!r}"


@pytest.mark.parametrize("methods", [None, "S256", ["plain"], []])
def test_pkce_is_announced(methods):
    assert own(code_challenge_methods_supported=methods)["AUTH-16"].startswith("failed")


def test_where_there_are_no_codes_they_need_no_protection():
    said = ruled(document(authorization_servers=[HERE]), document(issuer=HERE))
    assert said["AUTH-16"].startswith("not_applicable")


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"token_endpoint": "https://a.example/t"}, "passed: https: token_endpoint"),
        ({"token_endpoint": "http://a.example/t"}, "failed: token_endpoint is http://a.example/t"),
        ({"jwks_uri": "http://a.example/k"}, "failed: jwks_uri"),
        ({"token_endpoint": "HTTPS://a.example/t"}, "passed: https: token_endpoint"),
        ({"token_endpoint": "HTTP://a.example/t"}, "failed: token_endpoint is HTTP://a.example/t"),
        ({"introspection_endpoint": "/introspect", "jwks_uri": ""}, "not_applicable"),
        ({"token_endpoint": 5, "service_documentation": "http://a.example"}, "not_applicable"),
        ({"token_endpoint": "http://keycloak:8080/t"}, "not_applicable"),
    ],
)
def test_endpoints_are_encrypted(fields, outcome):
    assert own(**fields)["AUTH-17"].startswith(outcome)


@pytest.mark.parametrize(
    ("issuers", "outcome"),
    [
        ([HERE, "https://a.example"], f"not_verified: to GET {OAUTH}, the server answered with"),
        ([HERE, "http://a.example"], "failed: authorization_servers[1] is http://a.example"),
    ],
)
def test_endpoints_in_metadata_that_are_not_there_are_not_known(issuers, outcome):
    named = document(authorization_servers=issuers)
    assert ruled(named, status(404), status(404))["AUTH-17"].startswith(outcome)


def test_in_march_2025_endpoints_may_be_in_what_did_not_come():
    assert ruled(TimedOut(5.0), status(404), revision=MARCH)["AUTH-17"].startswith("not_verified")


def test_issuers_elsewhere_are_encrypted_too():
    said = ruled(document(authorization_servers=["http://a.example"]))
    assert said["AUTH-17"] == "failed: authorization_servers[0] is http://a.example"


@pytest.mark.parametrize(
    ("reactions", "outcome"),
    [
        ([document(**SOUND)], f"passed: the document is at {OAUTH}"),
        ([status(404), status(302)], "passed"),
        ([status(404), status(404)], "failed"),
        ([status(404), TimedOut(5.0)], "not_verified"),
        ([TimedOut(5.0), status(404)], "not_verified"),
        ([TimedOut(5.0), status(302)], "passed"),
    ],
)
def test_in_march_2025_the_server_itself_is_asked(reactions, outcome):
    assert ruled(*reactions, revision=MARCH)["AUTH-18"].startswith(outcome)


def exchange(reaction):
    sent = {"step": "Request", "message": {"method": "tools/list"}}
    return Exchange(Key("a", None, 1, 1), sent, reaction, 1.0)


SCOPE = 'error="insufficient_scope"'


@pytest.mark.parametrize(
    ("challenge", "outcome"),
    [
        (None, "not_applicable: nothing was answered with 403"),
        ("", "not_applicable: no 403 has a bearer challenge"),
        ("Basic", "not_applicable: no 403 has a bearer challenge"),
        (f'Bearer {SCOPE}, scope="a", resource_metadata="b"', "passed"),
        (f"Bearer {SCOPE}", "failed: the 403 to `tools/list` names no scope; the 403 to"),
        ("bearer", "failed: the 403 to `tools/list` does not say error="),
    ],
)
def test_a_403_for_want_of_a_scope_says_what_is_wanted(challenge, outcome):
    answer = status(200) if challenge is None else status(403, "", www_authenticate=challenge)
    (review,) = auth_scopes.REVIEWS
    said = in_words(review.rule(examinee(address=LOOPBACK), [exchange(answer)]))
    assert said["AUTH-13"].startswith(outcome)
