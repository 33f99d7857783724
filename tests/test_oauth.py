"""OAuth client credentials: a token is fetched once, used, and never written."""

from __future__ import annotations

import base64
import json
import socket
import threading

import conformance  # noqa: F401 - puts the mutable server on the path
import pytest
from mutable.over_http import serving
from mutable.server import Server
from token_endpoint import Answer, granting, token_endpoint

from mcptest_action.app import session
from mcptest_action.cli import main
from mcptest_action.shell.wire.session import reach

TOKEN = "sound-token"
SECRET = "s3cret/of the+client"
PAIR = "ci:s3cret%2Fof+the%2Bclient"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CI_SECRET", SECRET)
    return tmp_path


@pytest.fixture
def guarded():
    server, seen = Server(auth=True), []
    server.requests.append(lambda request, _: seen.append(request))
    with serving(server) as url:
        yield server, seen, url


def write(folder, url, token_url, **more):
    oauth = {"token_url": token_url, "client_id": "ci", "client_secret_env": "CI_SECRET", **more}
    config = {"servers": {"here": {"url": url, "auth": {"oauth": oauth}}}}
    (folder / "mcptest.yml").write_text(json.dumps(config))


def said(capsys, *words):
    capsys.readouterr()
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def assert_secret(folder, *texts):
    files = [file.read_text() for file in folder.rglob("*") if file.is_file()]
    for text in (*files, *texts):
        for secret in (TOKEN, SECRET, PAIR, base64.b64encode(PAIR.encode()).decode()):
            assert secret not in text


@pytest.mark.parametrize(
    "words",
    [
        ("surface",),
        ("conformance", "run", "--only", "AUTH", "--transcript", "t.jsonl"),
        ("security",),
        ("safety",),
        ("gate", "--report-only", "--calls", "none"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_gets_in(words, folder, capsys, guarded):
    _, seen, url = guarded
    with token_endpoint(granting(TOKEN)) as (token_url, asked):
        write(folder, url, token_url, scope="mcp:use", resource=url)
        code, out, err = said(capsys, *words)
    assert code == 0, err
    (one,) = asked
    assert one.headers["Authorization"] == f"Basic {base64.b64encode(PAIR.encode()).decode()}"
    assert "grant_type=client_credentials&scope=mcp%3Ause&resource=http" in one.body
    assert [request for request in seen if f"Bearer {TOKEN}" in request.head]
    assert not [request for request in seen if "s3cret" in request.head]
    assert_secret(folder, out, err)


def test_the_secret_may_go_into_the_body(folder, capsys, guarded):
    with token_endpoint(granting(TOKEN)) as (token_url, asked):
        write(folder, guarded[2], token_url, client_auth="client_secret_post")
        assert said(capsys, "surface")[0] == 0
    assert "Authorization" not in asked[0].headers
    assert "client_id=ci&client_secret=s3cret%2Fof+the%2Bclient" in asked[0].body


def test_a_flag_wins_over_the_file_and_nothing_is_fetched(folder, capsys, guarded, monkeypatch):
    monkeypatch.setenv("MCP_TOKEN", TOKEN)
    with token_endpoint(granting("another")) as (token_url, asked):
        write(folder, guarded[2], token_url)
        assert said(capsys, "surface", "--bearer-token-env", "MCP_TOKEN")[0] == 0
    assert asked == []


def test_another_server_gets_no_token(folder, capsys, guarded):
    with token_endpoint(granting(TOKEN)) as (token_url, asked):
        write(folder, "http://127.0.0.1:1/mcp", token_url)
        assert said(capsys, "surface", "--server-url", guarded[2])[0] == 3
    assert asked == []


def test_a_variable_that_is_not_set_is_named(folder, capsys, monkeypatch):
    monkeypatch.delenv("CI_SECRET")
    write(folder, "http://127.0.0.1:1/mcp", "http://127.0.0.1:1/token")
    code, _, err = said(capsys, "surface")
    assert (code, err) == (
        2,
        "error: secrets: the environment variable CI_SECRET is not set "
        "(set it, or remove the reference to it)\n",
    )


def test_a_refusal_is_quoted_without_the_secret(folder, capsys):
    def echo(asked):
        basic = asked.headers["Authorization"]
        description = f"\x1b[31mno {SECRET} {PAIR} {basic} {json.dumps(SECRET)}"
        return Answer(401, {"error": "invalid_client", "error_description": description})

    with token_endpoint(echo) as (token_url, _):
        write(folder, "http://127.0.0.1:1/mcp", token_url)
        code, out, err = said(capsys, "surface")
    assert code == 3
    expected = f"error: {token_url}: the token endpoint answered with HTTP status 401"
    assert err.startswith(f"{expected}: invalid_client: ")
    assert "\x1b" not in err
    assert "***" in err
    assert_secret(folder, out, err)


def test_a_secret_is_not_shown_in_part_where_a_refusal_is_cut(folder, capsys):
    long = Answer(400, {"error": f"{'x' * 195}{SECRET}"})
    with token_endpoint(lambda _: long) as (token_url, _):
        write(folder, "http://127.0.0.1:1/mcp", token_url)
        _, _, err = said(capsys, "surface")
    assert "x***" in err
    assert SECRET[:3] not in err


def test_a_token_endpoint_that_is_not_there(folder, capsys):
    with socket.create_server(("127.0.0.1", 0)) as free:
        token_url = f"http://127.0.0.1:{free.getsockname()[1]}/token"
    write(folder, "http://127.0.0.1:1/mcp", token_url)
    code, _, err = said(capsys, "surface")
    assert code == 3
    assert err.startswith(f"error: {token_url}: the token endpoint could not be reached: ")


def test_a_secret_that_is_not_encrypted_is_not_given_to_a_proxy(folder, capsys, guarded):
    """It would leave this machine in the clear."""
    with token_endpoint(granting(TOKEN)) as (token_url, asked), token_endpoint(granting("")) as via:
        write(folder, guarded[2], token_url)
        config = json.loads((folder / "mcptest.yml").read_text())
        config["servers"]["here"]["proxy"] = via[0]
        (folder / "mcptest.yml").write_text(json.dumps(config))
        said(capsys, "surface")
    assert len(asked) == 1
    assert not [one for one in via[1] if "grant_type" in one.body]


def test_a_token_endpoint_that_breaks_off(folder, capsys):
    def hang_up(listening):
        with listening.accept()[0] as connection:
            connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=hang_up, args=(listening,))
        thread.start()
        token_url = f"http://127.0.0.1:{listening.getsockname()[1]}/token"
        write(folder, "http://127.0.0.1:1/mcp", token_url)
        code, _, err = said(capsys, "surface")
        thread.join()
    assert code == 3
    assert err.startswith(f"error: {token_url}: the token endpoint gave no whole answer: ")


def test_a_token_endpoint_that_starts_later_is_waited_for(folder, capsys, guarded):
    with token_endpoint(granting(TOKEN), late_s=0.3) as (token_url, asked):
        write(folder, guarded[2], token_url)
        assert said(capsys, "surface", "--wait-for-ready", "60s")[0] == 0
    assert len(asked) == 1


def test_the_time_to_get_ready_is_spent_once(folder, capsys, guarded, monkeypatch):
    """On the endpoint, and then what is left of it on the server."""
    waited = []

    async def reached(line, choice, waiting):
        waited.append(waiting.budget_s)
        return await reach(line, choice, waiting)

    monkeypatch.setattr(session, "reach", reached)
    with token_endpoint(granting(TOKEN), late_s=0.3) as (token_url, _):
        write(folder, guarded[2], token_url)
        assert said(capsys, "surface", "--wait-for-ready", "60s")[0] == 0
    assert waited[0] <= 60 - 0.5  # after the first pause


def test_an_endpoint_that_cannot_be_trusted_is_not_waited_for(folder, capsys):
    def say_no(listening):
        with listening.accept()[0] as connection:
            connection.recv(1)
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=say_no, args=(listening,))
        thread.start()
        token_url = f"https://127.0.0.1:{listening.getsockname()[1]}/token"
        write(folder, "http://127.0.0.1:1/mcp", token_url)
        code, _, err = said(capsys, "surface", "--wait-for-ready", "3s")
        thread.join()
        listening.setblocking(False)
        with pytest.raises(BlockingIOError):
            listening.accept()
    assert code == 3
    assert err.startswith(f"error: {token_url}: the token endpoint could not be reached: TLS: ")


def test_a_token_endpoint_that_never_answers(folder, capsys):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        token_url = f"http://127.0.0.1:{silent.getsockname()[1]}/token"
        write(folder, "http://127.0.0.1:1/mcp", token_url)
        code, _, err = said(capsys, "surface", "--timeout", "200ms")
    assert (code, err) == (
        3,
        f"error: {token_url}: the token endpoint did not answer within 0.2 s\n",
    )


def test_a_redirect_does_not_get_the_secret(folder, capsys):
    with token_endpoint(granting(TOKEN)) as (elsewhere, asked):
        away = Answer(307, {}, elsewhere)
        with token_endpoint(lambda _: away) as (token_url, _):
            write(folder, "http://127.0.0.1:1/mcp", token_url)
            code, _, err = said(capsys, "surface")
    assert code == 3
    assert err.endswith("the token endpoint answered with HTTP status 307\n")
    assert asked == []


def test_an_answer_without_end_is_cut_off(folder, capsys):
    with token_endpoint(lambda _: Answer(200, "x" * 2_000_000)) as (token_url, _):
        write(folder, "http://127.0.0.1:1/mcp", token_url)
        code, _, err = said(capsys, "surface")
    assert code == 3
    assert err.endswith("the token endpoint sent more than 1024 KiB\n")


def test_a_token_that_the_server_refuses_is_not_shown(folder, capsys, guarded):
    server, _, url = guarded
    server.challenge = lambda request: f'Bearer realm="{request.headers.get("authorization")}"'
    with token_endpoint(granting("t0ken-of-yesterday")) as (token_url, asked):
        write(folder, url, token_url)
        code, _, err = said(capsys, "surface", "--transcript", "t.jsonl")
    assert code == 3
    assert f"it does not accept what was sent (Authorization from {token_url})" in err
    assert len(asked) == 1
    for text in (err, (folder / "t.jsonl").read_text()):
        assert "t0ken-of-yesterday" not in text


def test_on_github_the_runner_is_told_to_mask_the_token(folder, capsys, guarded, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    with token_endpoint(granting(TOKEN)) as (token_url, _):
        write(folder, guarded[2], token_url)
        code, out, err = said(capsys, "surface")
    assert code == 0
    assert f"::add-mask::{TOKEN}" in err
    assert TOKEN not in out
