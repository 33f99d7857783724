"""The gate at a server that is mounted one slash further, as by the Python SDK 1.8 and 1.9."""

from limiting import redirecting
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate


def test_a_server_behind_a_redirect_is_gated_like_any_other(tmp_path):
    with redirecting() as (url, asked):
        done = gate("--server-url", url, "--call-delay", "0ms", cwd=tmp_path)
    assert done.code == 0, done.stdout
    others = [entry for line in done.lines for entry in line.get("others", ())]
    assert {"redirected": 1, "status": 307, "path": "/mcp"} in others
    # The first requests find the way for all that follow.
    assert asked.count("/elsewhere") < 5
    assert asked.count("/mcp") > 50
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)
