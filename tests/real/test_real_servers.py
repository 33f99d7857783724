"""Servers that others wrote: we see of each what the official client sees."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from leftovers import assert_nothing_left
from real.install import InstallError
from real.official import official_view
from real.running import Place, Transport, within_reach
from real.servers import SERVERS

MCPTEST = Path(sys.executable).parent / "mcptest"
PATIENCE_S = 180

CASES = [
    pytest.param(
        server,
        transport,
        id=f"{server.name}-{transport}",
        marks=[pytest.mark.real, *([pytest.mark.quick] if server.quick else [])],
    )
    for server in SERVERS
    for transport in Transport
    if transport is Transport.STDIO or server.http is not None
]
every_server = pytest.mark.parametrize(("server", "transport"), CASES)


@pytest.fixture
def place(server, transport, tmp_path):
    """Where the server is. It answers, or it is a failure; it is not there, or it is skipped."""
    try:
        with within_reach(server, transport, tmp_path) as place:
            yield place
    except InstallError as error:
        pytest.skip(f"not installed: {error}")


def surface(place: Place, *words: str) -> subprocess.CompletedProcess[bytes]:
    if place.url is None:
        target = ["--server-command", shlex.join(place.argv)]
    else:
        target = ["--server-url", place.url]
    done = subprocess.run(
        [MCPTEST, "surface", *target, "--format", "json", *words],
        cwd=place.folder,
        env=place.env,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    if place.url is None:
        assert_nothing_left(place.env)
    return done


def seen(place: Place, *words: str):
    """The surface of a server that is given the time to get ready."""
    done = surface(place, "--wait-for-ready", "60s", *words)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def spelled(value):
    """One spelling of what is the same JSON; lists of what is offered have no order."""
    if isinstance(value, list):
        return sorted(json.dumps(item, sort_keys=True) for item in value)
    return json.dumps(value, sort_keys=True)


@every_server
def test_we_see_what_the_official_client_sees(place):
    ours, theirs = seen(place), official_view(place)
    assert {name: spelled(ours[name]) for name in theirs} == {
        name: spelled(value) for name, value in theirs.items()
    }


@every_server
def test_the_era_is_the_one_that_was_asked_for(server, place):
    legacy = seen(place, "--protocol", "legacy")
    assert legacy["protocol"] == {"era": "legacy", "version": server.revision}
    if server.modern:
        modern = seen(place, "--protocol", "modern")
        assert modern["protocol"] == {"era": "modern", "version": "2026-07-28"}
        assert spelled(modern["tools"]) == spelled(legacy["tools"])
    else:
        assert seen(place) == legacy
        refused = surface(place, "--protocol", "modern")
        said = refused.stderr.decode()
        assert (refused.returncode, refused.stdout) == (3, b""), said
        assert "\n  tried server/discover (2026-07-28): " in said
        print("HINT", server.name, place.url is None, said)
