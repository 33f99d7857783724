"""Checks of authorization: at servers that want credentials, with and without having some."""

from __future__ import annotations

import json
import socket

import pytest
from conformance import examined, statuses
from mutable.authorization import is_welcome
from mutable.mutations.auth import DISCOVERY, asks, later
from mutable.mutations.auth import ROWS as AUTH_ROWS
from mutable.mutations.wrappers import hooks
from mutable.over_http import serving
from mutable.server import Server

from mcptest_action import __version__
from mcptest_action.cli import main
from mcptest_action.core.checks.conformance.config import exam_of_document
from mcptest_action.core.checks.conformance.document import conformance_document
from mcptest_action.core.checks.conformance.examine import examine
from mcptest_action.core.checks.conformance.examinees import RunPart
from mcptest_action.core.checks.conformance.report import conformance_report
from mcptest_action.core.protocol.transcript.lines import read_transcript

EVERY = ("2025-06-18", "2025-11-25", "2026-07-28")
SINCE = {"AUTH-06": EVERY[1:], "AUTH-07": EVERY[:1], "AUTH-12": EVERY[2:], "AUTH-13": EVERY[1:],
         "AUTH-15": EVERY[2:], "AUTH-16": EVERY[1:]}  # fmt: skip
ROWS = [name for name in AUTH_ROWS if name != "AUTH-18"]
CHECKS = [name for name in ROWS if ":" not in name]
# Of no concern to a server that serves nothing to strangers, and refuses nobody with 403.
ELSEWHERE = ("AUTH-09", "AUTH-13")
# Only in a session, which a stranger cannot begin.
IN_SESSIONS = ("AUTH-05:get", "AUTH-05:delete", "AUTH-08:session", "AUTH-08:get")
TOKEN, NARROW = "sound-token", "narrow-token"
GIVEN = ("--bearer-token-env", "MCP_TOKEN")


def revisions_of(check_id):
    return SINCE.get(check_id, EVERY)


@pytest.fixture(autouse=True)
def token(monkeypatch):
    monkeypatch.setenv("MCP_TOKEN", TOKEN)


@pytest.fixture
def guarded():
    """A server that wants a token; the requests it got, and the URL."""
    server, seen = Server(auth=True), []
    server.requests.append(lambda request, _: seen.append(request))
    with serving(server) as url:
        yield server, seen, url


def run(capsys, url, *words):
    capsys.readouterr()
    assert main(["conformance", "run", "--format", "json", "--server-url", url, *words]) == 0
    captured = capsys.readouterr()
    return json.loads(captured.out), captured.err


@pytest.mark.parametrize("words", [(), GIVEN], ids=["stranger", "with a token"])
def test_a_sound_server_passes(capsys, words):
    document = examined(capsys, "--only", "AUTH", *words, transport="http", auth=True)
    for check_id in CHECKS:
        outcome = "not_applicable" if check_id in ELSEWHERE else "passed"
        assert statuses(document, check_id) == dict.fromkeys(revisions_of(check_id), outcome)


@pytest.mark.parametrize("broken", ROWS)
def test_a_broken_server_fails_in_this_and_in_no_other_must(capsys, broken, monkeypatch):
    check_id = broken.partition(":")[0]
    monkeypatch.setenv("MCP_TOKEN", NARROW if check_id == "AUTH-13" else TOKEN)
    document = examined(capsys, "--only", "AUTH", *GIVEN, transport="http", breaks=(broken,))
    failed = {row["id"] for row in document["checks"] if row["status"] == "failed"}
    must = {row["id"] for row in document["checks"] if row["level"] == "MUST"}
    assert check_id in failed
    assert not (failed & must) - {check_id}
    in_session = broken in IN_SESSIONS and EVERY[:2]
    wanted = in_session or revisions_of(check_id)
    found = [rev for rev, status in statuses(document, check_id).items() if status == "failed"]
    assert tuple(found) == wanted


@pytest.mark.parametrize("broken", [row for row in ROWS if row not in IN_SESSIONS])
def test_a_stranger_finds_it_as_well(capsys, broken):
    check_id = broken.partition(":")[0]
    if check_id == "AUTH-13":
        return  # who has no token has none without a scope
    document = examined(capsys, "--only", check_id, transport="http", breaks=(broken,))
    assert statuses(document, check_id)[revisions_of(check_id)[-1]] == "failed"


def test_a_token_without_the_scope_is_examined_from_outside(capsys, guarded, monkeypatch):
    monkeypatch.setenv("MCP_TOKEN", NARROW)
    document, notes = run(capsys, guarded[2], *GIVEN)
    assert statuses(document, "AUTH-13") == dict.fromkeys(EVERY[1:], "passed")
    assert statuses(document, "AUTH-08") == dict.fromkeys(EVERY, "passed")
    assert statuses(document, "ERA-01") == dict.fromkeys(EVERY, "failed")
    assert "answered with HTTP status 403" in notes


def test_a_server_may_let_strangers_look_around(capsys, guarded):
    server, _, url = guarded
    server.is_welcome = lambda request: (
        is_welcome(request)
        or (asks(request, *DISCOVERY) and "authorization" not in request.headers)
    )
    for words in ((), GIVEN):
        document, _ = run(capsys, url, "--only", "AUTH", *words)
        assert not [row["id"] for row in document["checks"] if row["status"] == "failed"]
    for check_id in ("AUTH-01", "AUTH-02", "AUTH-03", "AUTH-05", "AUTH-09", "AUTH-14"):
        assert statuses(document, check_id) == dict.fromkeys(EVERY, "passed")
    assert statuses(document, "AUTH-08") == dict.fromkeys(EVERY, "not_applicable")


def test_the_served_requests_are_named(capsys, guarded):
    server, _, url = guarded
    server.is_welcome = lambda request: is_welcome(request) or later(request)
    document, _ = run(capsys, url, "--only", "AUTH-08", *GIVEN)
    said = document["checks"][0]["revisions"]["2025-11-25"]["because"]
    assert said == (
        "without credentials, the server does not refuse `tools/list`, the call of an unknown "
        "tool, GET, DELETE"
    )


def test_a_server_that_wants_nothing_is_not_asked_about_it(capsys):
    document = examined(capsys, "--only", "AUTH", transport="http")
    assert {row["status"] for row in document["checks"]} == {"not_applicable"}


def test_a_server_that_lets_nobody_in_is_examined_from_outside(capsys, guarded):
    _, _, url = guarded
    document, notes = run(capsys, url)
    assert [row["id"] for row in document["checks"]] == [*sorted(CHECKS), "ERA-01"]
    assert document["badge"] == "F"
    assert document["incomplete"] is None
    (era,) = [row for row in document["checks"] if row["id"] == "ERA-01"]
    assert era["status"] == "failed"
    assert era["because"] == (
        "the server wants credentials: it answers with 401; give some with --bearer-token-env "
        "VARIABLE, --header-env NAME=VARIABLE, or `auth` of a server in mcptest.yml"
    )
    assert "hint: it wants credentials: --bearer-token-env VARIABLE or --header-env" in notes


def test_credentials_that_are_refused_are_said_to_be(capsys, guarded, monkeypatch):
    monkeypatch.setenv("MCP_TOKEN", "yesterday's")
    document, _ = run(capsys, guarded[2], "--only", "ERA", *GIVEN)
    assert document["checks"][0]["because"].startswith("the server does not accept the credent")


def test_other_commands_still_end_with_the_code_for_it(guarded, capsys):
    assert main(["surface", "--server-url", guarded[2]]) == 3
    assert "it wants credentials" in capsys.readouterr().err


@pytest.mark.parametrize("words", [(), GIVEN], ids=["stranger", "with a token"])
def test_a_transcript_gives_the_same_document(capsys, guarded, words, tmp_path):
    file = tmp_path / "transcript.jsonl"
    document, _ = run(capsys, guarded[2], "--only", "AUTH", *words, "--transcript", str(file))
    header, exchanges = read_transcript(file.read_text(), str(file))
    config = exam_of_document(header["conformance"], str(file))
    again = examine(exchanges, config, RunPart(), __version__)
    assert conformance_document(conformance_report(again, config)) == document


def test_the_token_of_the_user_goes_to_the_endpoint_only_and_is_never_written(
    capsys, guarded, tmp_path
):
    _, seen, url = guarded
    file = tmp_path / "transcript.jsonl"
    document, notes = run(capsys, url, "--only", "AUTH", *GIVEN, "--transcript", str(file))
    elsewhere = [request for request in seen if request.path != "/mcp"]
    assert elsewhere
    assert not [request for request in elsewhere if TOKEN in request.head]
    assert not [request for request in seen if TOKEN in request.head.partition("\r\n")[0]]
    for text in (file.read_text(), json.dumps(document), notes):
        assert TOKEN not in text


def test_metadata_on_another_host_are_not_fetched(capsys, guarded):
    server, _, url = guarded
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.setblocking(False)
        where = f"http://127.0.0.1:{other.getsockname()[1]}/.well-known/oauth-protected-resource"
        server.challenge = lambda _: f'Bearer resource_metadata="{where}"'
        document, _ = run(capsys, url, "--only", "AUTH")
        with pytest.raises(BlockingIOError):
            other.accept()
    assert statuses(document, "AUTH-01") == dict.fromkeys(EVERY, "passed")
    for check_id in ("AUTH-02", "AUTH-03"):
        assert statuses(document, check_id) == dict.fromkeys(EVERY, "not_verified")


def test_a_path_that_looks_like_a_host_stays_a_path(capsys, guarded):
    server, seen, url = guarded
    where = f"{url.removesuffix('/mcp')}//127.0.0.2:9/metadata"
    server.challenge = lambda _: f'Bearer resource_metadata="{where}"'
    document, _ = run(capsys, url, "--only", "AUTH-02")
    assert "//127.0.0.2:9/metadata" in [request.path for request in seen]
    assert statuses(document, "AUTH-02") == dict.fromkeys(EVERY, "failed")


def test_without_a_name_the_well_known_paths_are_tried(capsys, guarded):
    server, seen, url = guarded
    server.challenge = lambda _: "Bearer"
    document, _ = run(capsys, url, "--only", "AUTH-01")
    assert statuses(document, "AUTH-01") == dict.fromkeys(EVERY, "passed")
    assert "/.well-known/oauth-protected-resource/mcp" in [request.path for request in seen]


def test_the_name_of_the_host_is_kept_for_strangers(capsys, guarded):
    _, seen, url = guarded
    run(capsys, url, "--only", "AUTH", "--host-header", "localhost:1234")
    assert {request.headers["host"] for request in seen} == {"localhost:1234"}


@pytest.mark.parametrize(("status", "check"), [(404, "HTTP-13"), (403, "HTTP-04")])
def test_a_401_from_who_wants_no_credentials_is_the_wrong_status(status, check, capsys):
    def instead(answer, *_):
        return answer._replace(status=401) if answer.status == status else answer

    document = examined(
        capsys, "--only", check, transport="http", breaks=(hooks(responses=instead),)
    )
    assert "failed" in statuses(document, check).values()
