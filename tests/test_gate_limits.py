"""The gate at servers that turn some of its requests away."""

import asyncio
import json

import pytest
from limiting import limiting
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate

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
