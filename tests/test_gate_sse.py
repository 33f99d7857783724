"""The gate at a server that has only HTTP+SSE, the transport of 2024-11-05."""

import json

from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate
from sse_server import event, serving


def test_a_sound_server_over_the_older_transport_is_gated_like_any_other(tmp_path):
    with serving() as server:
        done = gate("--server-url", server.url, "--call-delay", "0ms", cwd=tmp_path)
    assert done.code == 0, done.stdout
    assert_artifacts_are_valid(done.out)
    report = json.loads((done.out / "conformance.json").read_text())
    assert report["transport"] == "sse"
    failed = [c["id"] for c in report["checks"] if c["status"] == "failed"]
    assert [c for c in failed if c.startswith(("HTTP", "HHDR", "STDIO", "AUTH"))] == []
    assert report["must_passed"] == report["must_total"]
    assert report["must_passed"] > 20
    assert_replay_is_the_same(done.out, tmp_path)


def test_an_endpoint_elsewhere_is_named_and_not_used(tmp_path):
    with serving(first=event(b"http://other.example/messages", b"endpoint")) as server:
        done = gate("--server-url", server.url, cwd=tmp_path)
    assert done.code == 3
    assert "its endpoint is on another server, http://other.example" in done.stderr
