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
    examinee,
    fed,
    replied,
    status,
    worded,
)

from mcptest_action.core.checks.conformance.checks import auth
from mcptest_action.core.checks.conformance.config import ExamConfig, Selection
from mcptest_action.core.checks.conformance.examine import examine
from mcptest_action.core.checks.conformance.examinees import RunPart
from mcptest_action.core.checks.conformance.meet import knock
from mcptest_action.core.checks.conformance.resource_metadata import parameter
from mcptest_action.core.protocol.exchange.reaction import Reaction, TimedOut
from mcptest_action.core.protocol.exchange.step import Http
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

HERE = "http://127.0.0.1:8000"
WELL_KNOWN = "/.well-known/oauth-protected-resource"


def refused(challenge=""):
    return status(401, "", **({"www_authenticate": challenge} if challenge else {}))


def document(**fields):
    return status(200, json.dumps(fields))


def discovered(*reactions, address=LOOPBACK):
    return because(auth.discovery, examinee(address=address), *reactions)


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
    rulings, steps = fed(auth.discovery(examinee()), challenge, found)
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
        "http://127.0.0.1:99999/meta",
        "http://127.0.0.1:0/meta",
        "http://[::1/meta",
        "ftp://127.0.0.1:8000/meta",
        "/meta",
    ],
)
def test_metadata_anywhere_else_are_not(named):
    said = discovered(refused(f'Bearer resource_metadata="{named}"'))
    assert said["AUTH-01"].startswith("passed")
    for check_id in ("AUTH-02", "AUTH-03"):
        assert said[check_id].startswith(f"not_verified: the metadata are at {named}")


def test_without_a_name_both_well_known_paths_are_tried():
    rulings, steps = fed(auth.discovery(examinee()), refused("Bearer"), status(404), document())
    assert [step.path for step in steps[1:]] == [f"{WELL_KNOWN}/mcp", WELL_KNOWN]
    assert rulings["AUTH-01"].because == f"the document is at {WELL_KNOWN}"


def test_a_server_at_the_root_has_one_well_known_path():
    address = LOOPBACK._replace(path="/")
    said = discovered(refused(), TimedOut(5.0), address=address)
    assert said["AUTH-01"] == (
        "failed: the 401 names no resource_metadata, and to GET "
        f"{WELL_KNOWN}, the server did not answer within 5 s"
    )


@pytest.mark.parametrize("body", ["<html>", "[]", ""])
def test_what_is_no_document_is_none(body):
    said = discovered(refused(), status(200, body), status(200, body))
    assert said["AUTH-01"].startswith("failed")
    for check_id in ("AUTH-02", "AUTH-03"):
        assert said[check_id].startswith(f"failed: {WELL_KNOWN}/mcp holds no JSON object")


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


@pytest.mark.parametrize(
    ("malformed", "token", "outcome"),
    [(400, 401, "passed"), (401, 401, "passed"), (403, 401, "failed"), (401, 400, "failed")],
)
def test_only_what_is_no_token_at_all_may_be_a_bad_request(malformed, token, outcome):
    reactions = [refused(), status(malformed)]
    if outcome == "passed" or malformed == 401:
        reactions.append(status(token))
    if outcome == "passed":
        reactions += [status(token)] * 3
    said = because(auth.made_up, examinee(), *reactions)
    assert said["AUTH-04"].partition(":")[0] == outcome


def test_every_made_up_token_is_another_one():
    texts = list(auth.MADE_UP.values())
    assert len(set(texts)) == len(texts) == 5


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
