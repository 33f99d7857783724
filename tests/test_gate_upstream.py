"""A gate on servers that depend on a service which cannot be reached, or wants credentials."""

import json
import sys

import pytest
from conftest import FIXTURES
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate

BEHIND = [sys.executable, str(FIXTURES / "servers" / "behind.py")]
NEED_SUCCESS = ("TOOLS-14", "TOOLS-15", "TOOLS-16", "TOOLS-17")


def gated(kind, tmp_path):
    return gate("--server-command", " ".join([*BEHIND, kind]), cwd=tmp_path)


def rows(done):
    document = json.loads((done.out / "conformance.json").read_text())
    return {row["id"]: row["status"] for row in document["checks"]}


@pytest.mark.parametrize(
    ("kind", "reason", "told"),
    [
        ("network", "service_unreachable", "could not be reached: [Errno 111] Connection refused"),
        ("keys", "service_wants_credentials", "wants credentials: 401 Client Error: Unauthorized"),
    ],
)
def test_a_server_without_its_service_is_a_warning_told_once(kind, reason, told, tmp_path):
    done = gated(kind, tmp_path)
    assert done.code == 0, done.stdout
    assert "verdict: WARN" in done.stdout
    assert done.stdout.count(f"  not verified  the service behind 4 tools {told}") == 1
    assert "ways out      give the server dummy keys" in done.stdout
    run = done.run
    assert run["incomplete"] is None
    assert (run["summary"]["failed"], run["summary"]["inconclusive"]) == (0, 0)
    assert {test["skip_reason"] for test in done.of_check("repeated_call")} == {reason}
    assert run["upstream"]["nothing_worked"] is True
    assert {rows(done)[check] for check in NEED_SUCCESS} == {"not_verified"}
    # Bad requests are bad requests, whatever is behind the tool.
    assert {test["status"] for test in done.of_check("missing_required")} == {"passed"}
    (warned,) = [line for line in done.stdout.splitlines() if line.startswith("  warn")]
    assert "upstream.nothing_worked is true" in warned
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)


def test_with_a_dummy_key_everything_is_verified(tmp_path, monkeypatch):
    monkeypatch.setenv("SERVICE_KEY", "dummy")
    done = gated("keys", tmp_path)
    assert done.code == 0, done.stdout
    assert "verdict: PASS" in done.stdout
    assert "not verified  " not in done.stdout
    assert {rows(done)[check] for check in NEED_SUCCESS} == {"passed"}
    assert done.run["upstream"] == {
        "asked": 4,
        "worked": 4,
        "unreachable": 0,
        "credentials": 0,
        "rejected": 0,
        "nothing_worked": False,
        "tools": [],
    }
