"""What confidential tools tell, in their results and beside them, stands in no file of a run."""

import sys

import pytest
from conftest import FIXTURES
from in_process import mcptest
from live_gate import assert_replay_is_the_same, gate, target

SERVER = [sys.executable, str(FIXTURES / "servers" / "confiding.py")]
SECRET = "8472-hunter"
# What is called freely is called in the newest revision; the examination goes through all of them.
ERAS = ("2025-11-25", "both")


def assert_untold(*texts):
    assert [text for text in texts if SECRET.encode() in text] == []


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_whole_gate_tells_nothing(transport, era, tmp_path):
    with target(transport, [*SERVER, era], "--http") as flags:
        done = gate(*flags, cwd=tmp_path)
    files = {path.name: path.read_bytes() for path in done.out.iterdir()}
    assert_untold(*files.values(), done.stdout.encode(), done.stderr.encode())
    # Calls were made, and what came with them was heard.
    assert b'"notification":"notifications/message"' in files["transcript.jsonl"]
    assert_replay_is_the_same(done.out, tmp_path)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_an_examination_tells_nothing(transport, era, tmp_path):
    recorded = tmp_path / "t.jsonl"
    with target(transport, [*SERVER, era], "--http") as flags:
        words = ("--format", "json", "--transcript", recorded)
        done = mcptest("conformance", "run", *words, *flags, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert_untold(recorded.read_bytes(), done.stdout, done.stderr)
    assert b'"notification":"notifications/message"' in recorded.read_bytes()
