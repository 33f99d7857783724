"""A token that expires while the server is tested: that is not the server's fault."""

from __future__ import annotations

import gc
import json
from contextlib import contextmanager

import conformance  # noqa: F401 - puts the mutable server on the path
import pytest
from live_gate import assert_replay_is_the_same, gate
from mutable.over_http import serving
from mutable.server import Server
from token_endpoint import granting, token_endpoint

# Once, on a busy machine, a run that was cut off in the middle left a client's socket unclosed. Why
# is not known yet: find the connection, and take this away again. Users see none of it, because
# the process ends; here it goes on, so the socket is collected by the test that left it.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def sockets_are_gone():
    yield
    gc.collect()


TOKEN = "sound-token"
# As good as over when it is granted: servers count in whole seconds.
SHORT_S, LONG_S = 1, 3600
ENOUGH = 60
EXPIRED = (
    "the access token expired after 1 s; ask the authorization server for one that lives longer"
)


@contextmanager
def guarded(folder, life_s, welcome):
    """A server that takes our token so many times, and a configuration that leads to it."""
    server, seen = Server(auth=True), []
    sound = server.is_welcome

    def is_welcome(request):
        if not sound(request):
            return False
        seen.append(request)
        return len(seen) <= welcome

    server.is_welcome = is_welcome
    with serving(server) as url, token_endpoint(granting(TOKEN, life_s)) as (token_url, _):
        oauth = {"token_url": token_url, "client_id": "ci", "client_secret_env": "CI_SECRET"}
        config = {"servers": {"here": {"url": url, "auth": {"oauth": oauth}}}}
        (folder / "mcptest.yml").write_text(json.dumps(config))
        yield


def gated(folder, life_s, welcome=10**9):
    with guarded(folder, life_s, welcome):
        done = gate("--call-delay", "0ms", cwd=folder, env={"CI_SECRET": "s3cret"})
    examined = json.loads((done.out / "conformance.json").read_text())
    failed = {row["id"] for row in examined["checks"] if row["status"] == "failed"}
    failed |= {test["id"] for test in done.run["tests"] if test["status"] == "failed"}
    return done, examined, failed


@pytest.mark.parametrize("welcome", [ENOUGH, 400], ids=["in the probes", "in the examination"])
def test_the_run_ends_there_and_nothing_is_held_against_the_server(welcome, tmp_path):
    done, examined, failed = gated(tmp_path, SHORT_S, welcome)
    assert done.code == 1
    assert failed == set()
    assert EXPIRED in (done.run.get("incomplete"), examined.get("incomplete"))
    assert EXPIRED in (done.out / "summary.md").read_text()
    assert_replay_is_the_same(done.out, tmp_path)


def test_a_refusal_before_that_is_the_servers_own(tmp_path):
    _, _, failed = gated(tmp_path, LONG_S, ENOUGH)
    assert failed


def test_who_is_refused_without_our_token_ends_nothing(tmp_path):
    """The examination knocks with other tokens, and with none."""
    done, examined, failed = gated(tmp_path, SHORT_S)
    assert (done.run.get("incomplete"), examined["incomplete"]) == (None, None)
    assert failed == set()
    said = "warning: the access token expires after 1 s, sooner than"
    assert f"{said} --timeout (30 s): a run that is refused then is incomplete" in done.stderr


def test_the_life_of_a_token_is_held_against_that_of_the_run(tmp_path):
    with guarded(tmp_path, LONG_S, 0):
        done = gate("--max-time", "6000", cwd=tmp_path, env={"CI_SECRET": "s3cret"})
    assert f"expires after {LONG_S:g} s, sooner than --max-time (6000 s)" in done.stderr


def test_before_the_hello_there_is_nothing_to_report(tmp_path):
    with guarded(tmp_path, SHORT_S, 0):
        done = gate(cwd=tmp_path, env={"CI_SECRET": "s3cret"})
    assert done.code == 3
    assert f"error: {EXPIRED}" in done.stderr
    assert "sooner than" in done.stderr
