"""Servers that others wrote: we see of each what the official client sees."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from leftovers import assert_nothing_left
from pydantic import ValidationError
from real.install import InstallError
from real.official import official_view
from real.running import Place, Transport, within_reach
from real.servers import SERVERS

MCPTEST = Path(sys.executable).parent / "mcptest"
PATIENCE_S = 180
DISCOVERED_IN_VAIN = "\n  tried server/discover (2026-07-28): "


def cases(wanted, transports=tuple(Transport)):
    return pytest.mark.parametrize(
        ("server", "transport"),
        [
            pytest.param(
                server,
                transport,
                id=f"{server.name}-{transport}",
                marks=[pytest.mark.real, *([pytest.mark.quick] if server.quick else [])],
            )
            for server in SERVERS
            for transport in transports
            if wanted(server) and (transport is Transport.STDIO or server.http is not None)
        ],
    )


@pytest.fixture
def place(server, transport, tmp_path):
    """Where the server is. Only one that cannot be installed is skipped."""
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


def noise_in(transcript: Path):
    """What the server printed to standard output that was not the protocol's."""
    exchanges = [json.loads(line) for line in transcript.read_text().splitlines()]
    others = [other for exchange in exchanges for other in exchange.get("others", ())]
    return [other["noise"] for other in others if "noise" in other]


@cases(lambda server: not server.refused_for)
def test_we_see_what_the_official_client_sees(place):
    ours, theirs = seen(place), official_view(place)
    assert {name: spelled(ours[name]) for name in theirs} == {
        name: spelled(value) for name, value in theirs.items()
    }
    assert ours["tools"]


@cases(lambda server: server.refused_for)
def test_we_show_what_the_official_client_refuses(server, place):
    refusal = pytest.RaisesExc(ValidationError, match=server.refused_for)
    with pytest.RaisesGroup(refusal, flatten_subgroups=True):
        official_view(place)
    assert seen(place)["tools"]


@cases(lambda server: server.modern)
def test_both_eras_show_the_same_tools(server, place):
    legacy = seen(place, "--protocol", "legacy")
    modern = seen(place, "--protocol", "modern")
    assert legacy["protocol"] == {"era": "legacy", "version": server.revision}
    assert modern["protocol"] == {"era": "modern", "version": "2026-07-28"}
    assert spelled(modern["tools"]) == spelled(legacy["tools"])


@cases(lambda server: not server.modern)
def test_a_server_of_the_legacy_era_is_spoken_to_in_it(server, place):
    legacy = seen(place, "--protocol", "legacy")
    assert legacy["protocol"] == {"era": "legacy", "version": server.revision}
    assert seen(place) == legacy


@cases(lambda server: not server.modern)
def test_a_server_of_the_legacy_era_is_not_spoken_to_in_the_modern_one(place):
    seen(place)  # it is ready
    refused = surface(place, "--protocol", "modern")
    said = refused.stderr.decode()
    assert (refused.returncode, refused.stdout) == (3, b""), said
    assert said.startswith("error: ")
    assert DISCOVERED_IN_VAIN in said
    assert "tried initialize" not in said


@cases(lambda server: server.package.name == "@modelcontextprotocol/server-memory")
def test_who_asked_for_the_modern_era_in_vain_is_told_the_way_out(place):
    assert "try --protocol auto" in surface(place, "--protocol", "modern").stderr.decode()


@cases(lambda _: True, [Transport.STDIO])
def test_noise_on_standard_output_is_kept_apart(server, place, tmp_path):
    seen(place, "--transcript", "transcript.jsonl")
    assert bool(noise_in(tmp_path / "transcript.jsonl")) == server.noisy
