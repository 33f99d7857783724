"""The gate at servers that turn some of its requests away."""

import asyncio
import json
from itertools import count

import pytest
from limiting import limiting, looking
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate

from mcptest_action.shell.mock.http_response import Response
from mcptest_action.shell.wire import dialer
from mcptest_action.shell.wire.patience import Patience


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch):
    async def at_once(_seconds):
        await asyncio.sleep(0)

    monkeypatch.setattr(dialer, "Patience", lambda: Patience(at_once))


def rows(done):
    return json.loads((done.out / "conformance.json").read_text())["checks"]


def gated(tmp_path, is_away, *args):
    with limiting(is_away, *args) as url:
        return gate("--server-url", url, "--call-delay", "0ms", cwd=tmp_path)


@pytest.mark.parametrize(
    ("is_away", "args"),
    [
        (lambda n: 20 < n <= 24, (429, {"Retry-After": "1"})),
        (lambda n: n % 20 == 3, (429, {}, b"slow down")),
        (lambda n: n % 40 == 3, (429, {"Content-Type": "application/json"},
                                 b'{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":""}}')),
    ],
)  # fmt: skip
def test_a_server_that_asks_for_patience_gets_it(tmp_path, is_away, args):
    done = gated(tmp_path, is_away, *args)
    assert done.code == 0, done.stdout
    assert not [row["id"] for row in rows(done) if row["status"] == "failed"]
    assert done.run["summary"]["inconclusive"] == 0
    assert any("turned_away" in e for line in done.lines for e in line.get("others", ()))
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("first", [8, 30, 60, 120, 200])
def test_a_server_that_stays_busy_is_never_blamed(tmp_path, status, first):
    done = gated(tmp_path, lambda n: n > first, status)
    assert done.code in (1, 3)
    if done.code == 1:
        assert not [row["id"] for row in rows(done) if row["status"] == "failed"]
        failed = [t for t in done.run["tests"] if t["status"] == "failed"]
        assert failed == []
        assert f"answered {status} " in done.stdout
        assert_replay_is_the_same(done.out, tmp_path)


def test_a_server_that_never_lets_us_in_is_told_as_such(tmp_path):
    done = gated(tmp_path, lambda _: True)
    assert done.code == 3
    assert "answered 429 Too Many Requests, 6 times in 7.75 s" in done.stderr
    assert "it wants to be asked less often" in done.stderr


def telling(is_away):
    """For `looking`: what some requests get is an error with their id, in an answer with 200."""
    numbers = count(1)

    def look(request):
        try:
            message = json.loads(request.body)
        except ValueError:
            return None
        if not (isinstance(message, dict) and "id" in message and is_away(next(numbers))):
            return None
        error = {"code": -32000, "message": "Rate limit exceeded, retry in 1 s"}
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error})
        return Response(200, {"Content-Type": "application/json"}, body.encode())

    return look


def test_a_limit_that_is_told_in_json_rpc_is_waited_out(tmp_path):
    with looking(telling(lambda n: n % 20 == 3)) as url:
        done = gate("--server-url", url, "--call-delay", "0ms", cwd=tmp_path)
    assert done.code == 0, done.stdout
    assert not [row["id"] for row in rows(done) if row["status"] == "failed"]
    assert done.run["summary"]["inconclusive"] == 0
    assert any("turned_away" in e for line in done.lines for e in line.get("others", ()))
    assert_replay_is_the_same(done.out, tmp_path)


@pytest.mark.parametrize("first", [30, 120])
def test_a_limit_that_stays_is_neither_a_rejection_nor_a_failure(tmp_path, first):
    with looking(telling(lambda n: n > first)) as url:
        done = gate("--server-url", url, "--call-delay", "0ms", cwd=tmp_path)
    assert done.code == 1
    assert not [row["id"] for row in rows(done) if row["status"] == "failed"]
    assert [t for t in done.run["tests"] if t["status"] == "failed"] == []
    assert "the server said that it limits requests, " in done.stdout
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)
