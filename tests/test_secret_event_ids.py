"""A server that names its events after our token: streams are resumed, and nobody sees the token."""

import json
from itertools import count

import conformance  # noqa: F401 - puts the servers on the path
from live_gate import assert_replay_is_the_same, gate
from mutable.mutations.wrappers import having
from mutable.over_http import serving
from mutable.server import Server

SECRET = "s3cr3t-V4lue-zQ81"
UNIQUE, RESUMED = "HTTP-15", ("HTTP-22", "HTTP-24")


def gated(tmp_path, event_id):
    """The status of each check after a gate whose files hold no secret, and replay."""
    with serving(Server([having(event_id=event_id)], "2025-11-25")) as url:
        words = ("--bearer-token-env", "TOKEN", "--server-url", url, "--call-delay", "0ms")
        done = gate(*words, cwd=tmp_path, env={"TOKEN": SECRET})
    files = {path.name: path.read_text() for path in done.out.iterdir()}
    assert [name for name, text in files.items() if SECRET in text] == []
    assert_replay_is_the_same(done.out, tmp_path)
    return {row["id"]: row["status"] for row in json.loads(files["conformance.json"])["checks"]}


def test_a_stream_whose_ids_hold_the_token_is_resumed_as_ever(tmp_path):
    numbers = count(1)
    found = gated(tmp_path, lambda: f"{SECRET}-{next(numbers)}")
    assert [found[check] for check in (UNIQUE, *RESUMED)] == ["passed"] * 3


def test_the_evidence_against_such_ids_does_not_show_the_token(tmp_path):
    assert gated(tmp_path, lambda: SECRET)[UNIQUE] == "failed"
