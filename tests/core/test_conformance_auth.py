"""Checks of authorization on what no server in this project does."""

from __future__ import annotations

import json

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
    in_words,
    replied,
    status,
    worded,
)

from mcptest_action.core.checks.conformance.checks import (
    auth,
    auth_issuers,
    auth_requests,
    auth_tokens,
)
from mcptest_action.core.checks.conformance.config import ExamConfig, Selection
from mcptest_action.core.checks.conformance.examine import examine
from mcptest_action.core.checks.conformance.examinees import RunPart
from mcptest_action.core.checks.conformance.meet import knock
from mcptest_action.core.checks.conformance.same_cause import SAME_CAUSE
from mcptest_action.core.protocol.exchange.over_http import is_about_credentials, parameter
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Disconnected,
    Garbage,
    NotSent,
    Reaction,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import Http
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

GIVEN = LOOPBACK._replace(credentials=True)
HELD = NotSent("calls", "no calls")
HERE = "http://127.0.0.1:8000"
WELL_KNOWN = "/.well-known/oauth-protected-resource"


def refused(challenge=""):
    return status(401, "", **({"www_authenticate": challenge} if challenge else {}))


def document(**fields):
    return status(200, json.dumps(fields))


def stranger(revision=MODERN, address=LOOPBACK, **more):
    """A server that has said nothing yet but that it wants credentials."""
    return examinee(revision, address=address, locked=True, **more)


def discovered(*reactions, address=LOOPBACK):
    return because(auth.discovery, stranger(address=address), *reactions)


@pytest.mark.parametrize(
    ("challenge", "found"),
    [
        (f'Bearer resource_metadata="{HERE}/x"', f"{HERE}/x"),
        (f"Bearer realm=a, Resource_Metadata = {HERE}/x, scope=b", f"{HERE}/x"),
        ('Bearer resource_metadata=""', ""),
        ('Bearer not_resource_metadata="a"', ""),
        ("", ""),
    ],
)
def test_a_parameter_of_a_challenge(challenge, found):
    assert parameter(challenge, "resource_metadata") == found


@pytest.mark.parametrize(
    ("named", "path"),
    [
        (f"{HERE}/meta", "/meta"),
        ("HTTP://127.0.0.1:8000/meta?a=b", "/meta?a=b"),
        (HERE, "/"),
    ],
)
def test_metadata_on_the_server_itself_are_fetched_without_credentials(named, path):
    challenge = refused(f'Bearer resource_metadata="{named}"')
    found = document(authorization_servers=["https://auth.example.com"], resource=f"{HERE}/mcp")
    rulings, steps = fed(auth.discovery(stranger()), challenge, found)
    fetch = steps[-1]
    assert isinstance(fetch, Http)
    assert (fetch.method, fetch.path, fetch.anonymous) == ("GET", path, True)
    assert str(rulings["AUTH-02"].status) == "passed"


@pytest.mark.parametrize(
    "named",
    [
        "https://127.0.0.1:8000/meta",
        "http://127.0.0.1:8001/meta",
        "http://127.0.0.1:8000@evil.example.com/meta",
        "http://127.0.0.1:8000/m\u00e9ta",
    ],
)
def test_metadata_anywhere_else_are_not(named):
    said = discovered(refused(f'Bearer resource_metadata="{named}"'))
    assert said["AUTH-01"].startswith("passed")
    for check_id in ("AUTH-02", "AUTH-03"):
        assert said[check_id].startswith(f"not_verified: the metadata are at {named}")


@pytest.mark.parametrize(
    "named",
    [
        "http://127.0.0.1:99999/meta",
        "http://127.0.0.1:0/meta",
        "http://[::1/meta",
        "ftp://127.0.0.1:8000/meta",
        "/meta",
        "nowhere",
    ],
)
def test_what_is_no_address_leads_nowhere(named):
    challenge = refused(f'Bearer resource_metadata="{named}"')
    found = document(authorization_servers=["https://auth.example.com"], resource=f"{HERE}/mcp")
    rulings, steps = fed(auth.discovery(stranger()), challenge, found)
    assert steps[-1].path == f"{WELL_KNOWN}/mcp"
    said = in_words(rulings)
    bad = f"failed: the 401 names {named}, which is not an absolute http or https URL"
    assert said["AUTH-01"] == said["AUTH-07"] == bad
    assert said["AUTH-02"].startswith("passed")
    assert said["AUTH-03"].startswith("passed")


def test_the_address_that_a_401_names_is_the_cause():
    said = discovered(refused('Bearer resource_metadata="/meta"'), status(404), status(404))
    assert said["AUTH-02"].startswith(f"failed: to GET {WELL_KNOWN}/mcp, the server answered")
    for check_id in ("AUTH-02", "AUTH-07"):
        assert SAME_CAUSE[check_id] == ("AUTH-01",)
    assert discovered(refused(f'Bearer resource_metadata="{HERE}/m"'), document())["AUTH-07"] == (
        f"passed: the 401 names {HERE}/m"
    )


def test_without_a_name_both_well_known_paths_are_tried():
    rulings, steps = fed(auth.discovery(stranger()), refused("Bearer"), status(404), document())
    assert [step.path for step in steps[1:]] == [f"{WELL_KNOWN}/mcp", WELL_KNOWN]
    assert rulings["AUTH-01"].because == f"the document is at {WELL_KNOWN}"


def test_a_server_at_the_root_has_one_well_known_path():
    address = LOOPBACK._replace(path="/")
    said = discovered(refused(), status(404), address=address)
    assert said["AUTH-01"] == (
        "failed: the 401 names no resource_metadata, and to GET "
        f"{WELL_KNOWN}, the server answered with HTTP status 404"
    )


@pytest.mark.parametrize("broken", [TimedOut(5.0), Disconnected("reset"), Unreachable("refused")])
def test_a_document_that_did_not_come_may_be_there(broken):
    said = discovered(refused(), status(404), broken)
    for check_id in ("AUTH-01", "AUTH-02", "AUTH-03"):
        assert said[check_id].startswith("not_verified")
    there = document(authorization_servers=["https://a.example"], resource=HERE)
    assert discovered(refused(), broken, there)["AUTH-02"].startswith("passed")


@pytest.mark.parametrize("body", ["<html>", "[]", ""])
def test_what_is_no_document_is_none(body):
    said = discovered(refused(), status(200, body), status(200, body))
    assert said["AUTH-01"].startswith("failed")
    assert said["AUTH-02"].startswith(f"failed: {WELL_KNOWN}/mcp holds no JSON object")
    assert said["AUTH-03"].startswith(f"not_verified: {WELL_KNOWN}/mcp holds no JSON object")


@pytest.mark.parametrize("servers", [None, [], "https://a.example", [""], [1]])
def test_an_authorization_server_has_to_be_named(servers):
    said = discovered(refused(), document(authorization_servers=servers))
    assert said["AUTH-02"] == f"failed: authorization_servers is {servers!r}"


@pytest.mark.parametrize(
    ("resource", "address", "outcome"),
    [
        (f"{HERE}/mcp", LOOPBACK, "passed"),
        (f"{HERE}/mcp/", LOOPBACK, "passed"),
        (HERE, LOOPBACK, "passed"),
        (f"{HERE}/", LOOPBACK, "passed"),
        (f"{HERE}/mc", LOOPBACK, "failed"),
        (f"{HERE}/mcp/more", LOOPBACK, "failed"),
        (f"{HERE}/mcp#part", LOOPBACK, "failed"),
        ("127.0.0.1:8000/mcp", LOOPBACK, "failed"),
        (None, LOOPBACK, "failed"),
        ("https://mcp.example.com/mcp", LOOPBACK, "not_verified"),
        ("https://mcp.example.com/mcp", LOOPBACK._replace(authority="api:8080"), "not_verified"),
        ("https://mcp.example.com:443/mcp", PUBLIC, "passed"),
        ("https://MCP.example.com/mcp", PUBLIC, "passed"),
        ("http://mcp.example.com/mcp", PUBLIC, "failed"),
        ("https://other.example.com/mcp", PUBLIC, "failed"),
    ],
)
def test_metadata_are_about_the_server(resource, address, outcome):
    said = discovered(refused(), document(resource=resource), address=address)
    assert said["AUTH-03"].partition(":")[0] == outcome


def test_a_scope_is_named_or_what_is_said_instead():
    found = document()
    assert discovered(refused('Bearer scope="a b"'), found)["AUTH-06"] == "passed: it names 'a b'"
    assert discovered(refused("Basic"), found)["AUTH-06"] == "failed: it says only 'Basic'"


def test_a_401_without_a_challenge_is_said_to_have_none():
    said = discovered(refused(), document())
    for check_id in ("AUTH-06", "AUTH-07"):
        assert said[check_id] == "failed: it has no `WWW-Authenticate` header"


@pytest.mark.parametrize(
    ("challenge", "found", "outcome"),
    [
        ('Bearer scope="a b"', document(), "passed: scopes_supported is None"),
        ('Bearer scope="a"', document(scopes_supported=["a"]), "passed"),
        (
            'Bearer scope="offline_accessible"',
            document(scopes_supported="offline_access"),
            "passed",
        ),
        ('Bearer scope="a offline_access"', document(), "failed: the 401 asks for the scope"),
        ("Bearer", document(scopes_supported=["offline_access"]), "failed: scopes_supported is"),
        ("Bearer", status(200, "[]"), "not_verified: the 401 does not ask for it, but"),
    ],
)
def test_nobody_asks_for_refresh_tokens(challenge, found, outcome):
    tries = [found, found] if found.body == "[]" else [found]
    assert discovered(refused(challenge), *tries)["AUTH-12"].startswith(outcome)


def test_who_was_let_in_as_a_stranger_asks_nothing():
    for probe in (*auth.PROBES, *auth_tokens.PROBES, *auth_requests.PROBES, *auth_issuers.PROBES):
        said = because(probe.script, examinee())
        assert {text.partition(":")[0] for text in said.values()} == {"not_applicable"}


@pytest.mark.parametrize(
    "known",
    [
        examinee(address=LOOPBACK._replace(credentials=True)),
        examinee()._replace(answer=status(401)),
        examinee()._replace(surface=examinee().surface._replace(problems=("tools/list: no",))),
    ],
)
def test_who_was_not_let_in_as_a_stranger_knocks(known):
    said = because(auth.discovery, known, replied(), replied(), error(-32602))
    assert said["AUTH-01"] == (
        "not_applicable: its hello needs none: without credentials, the server replied "
        "(HTTP status 200)"
    )


@pytest.mark.parametrize("before", [(), (replied(),)])
def test_whoever_refuses_a_later_request_says_where_to_get_credentials(before):
    known = examinee(address=GIVEN)
    found = document(authorization_servers=["https://a.example"], resource=HERE)
    challenge = refused(f'Bearer resource_metadata="{HERE}/meta"')
    rulings, steps = fed(auth.discovery(known), replied(), *before, challenge, found)
    assert all(step.anonymous for step in steps)
    assert str(rulings["AUTH-02"].status) == "passed"


@pytest.mark.parametrize(
    ("reactions", "why"),
    [
        ((TimedOut(5.0), replied(), error(-32602)), "did not answer within 5 s"),
        ((replied(), TimedOut(5.0), error(-32602)), "did not answer within 5 s"),
        ((replied(), replied(), Garbage("?")), "sent something that is not JSON-RPC: ?"),
        ((replied(), replied(), HELD), "was not asked: no calls"),
    ],
)
def test_what_was_not_asked_or_not_answered_may_need_credentials(reactions, why):
    said = because(auth.discovery, examinee(address=GIVEN), *reactions)
    assert said["AUTH-01"] == f"not_verified: without credentials, the server {why}"


def test_a_stranger_looks_around_in_a_session_of_its_own():
    known = examinee(NOVEMBER, address=GIVEN)
    answers = (replied(), replied(), Accepted(), refused(), document())
    _, steps = fed(auth.discovery(known), *answers)
    methods = ["initialize", "notifications/initialized", "tools/list"]
    assert [step.method for step in steps[1:4]] == methods
    assert all(step.anonymous for step in steps)


def test_a_stranger_whose_hello_is_refused_looks_no_further():
    known = examinee(NOVEMBER, address=GIVEN)
    said = because(auth.discovery, known, replied(), error(-32603, 500))
    assert said["AUTH-01"].startswith("not_verified: without credentials, the server answered with")
    later = because(auth.discovery, known, TimedOut(5.0), refused("Bearer"), document())
    assert later["AUTH-07"] == "failed: it says only 'Bearer'"


@pytest.mark.parametrize("number", [302, 403, 500])
def test_a_stranger_may_be_refused_in_another_way(number):
    known = examinee(address=GIVEN)
    unclear = f"not_verified: without credentials, the server answered with HTTP status {number}"
    for reactions in (
        (status(number), replied(), error(-32602)),
        (replied(), status(number), error(-32602)),
        (replied(), replied(), error(-32603, number)),
    ):
        said = because(auth.discovery, known, *reactions)["AUTH-01"]
        assert said.startswith(unclear) or f"(HTTP status {number})" in said
        assert said.startswith("not_verified")


def test_a_session_that_a_stranger_was_given_is_ended():
    hello = replied(mcp_session_id="s")
    reaction, steps = fed(knock(examinee(NOVEMBER), {"Authorization": "foo"}), hello, status(204))
    assert reaction == hello
    goodbye = steps[-1]
    assert (goodbye.method, goodbye.anonymous) == ("DELETE", True)
    assert goodbye.headers["mcp-session-id"] == "s"
    assert goodbye.headers["Authorization"] == "foo"


def test_without_sessions_there_is_nothing_to_end():
    _, steps = fed(knock(examinee(MODERN), {}), replied())
    assert len(steps) == 1
    assert steps[0].anonymous


def met(*said: tuple[str, Reaction]) -> list[Exchange]:
    """Hellos of these revisions, and what the server made of them."""
    return [
        Exchange(Key(f"{revision}/meet", None, 1, 1), {}, reaction, 1.0)
        for revision, reaction in said
    ]


def era_rows(exchanges, **selection):
    config = ExamConfig(Selection(only=("ERA",), **selection), LOOPBACK)
    examined = examine(exchanges, config, RunPart(), "0")
    return {revision: worded(rows[0].ruling) for revision, rows in examined.results.items()}


def test_a_revision_that_wants_no_credentials_is_told_from_those_that_do():
    both = ("2025-06-18", NOVEMBER)
    said = era_rows(met((both[0], refused()), (both[1], status(404))), revisions=both)
    assert said[both[0]].startswith("failed: the server wants credentials: it answers with 401")
    assert said[both[1]].startswith("failed: the server does not speak it")


@pytest.mark.parametrize(
    ("reaction", "given", "expected"),
    [
        (refused(), False, True),
        (refused(), True, True),
        (status(403), True, True),
        (status(403), False, False),
        (status(403, "", www_authenticate="Bearer"), False, True),
        (status(404), True, False),
        (replied(), True, False),
    ],
)
def test_a_403_is_about_credentials_if_it_says_so_or_if_there_were_some(reaction, given, expected):
    assert is_about_credentials(reaction, given=given) is expected


def test_credentials_that_are_refused_with_403_are_said_to_be():
    config = ExamConfig(Selection(only=("ERA",), revisions=(NOVEMBER,)), GIVEN)
    examined = examine(met((NOVEMBER, status(403))), config, RunPart(), "0")
    assert worded(examined.results[NOVEMBER][0].ruling) == (
        "failed: the server does not accept the credentials that it was given: it answers with 403"
    )
