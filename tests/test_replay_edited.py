"""A transcript that somebody has edited is refused, in one sentence."""

import json

import pytest
from in_process import mcptest_text
from live_gate import gate, mock_target

BAD_INPUT = 2


@pytest.fixture(scope="module")
def transcript(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gate")
    only = [
        w for name in ("unknown_tool", "oversized", "missing_required") for w in ("--only", name)
    ]
    with mock_target("stdio", "--preset", "demo") as server:
        done = gate(*server, *only, cwd=folder)
    return (done.out / "transcript.jsonl").read_text().splitlines(keepends=True)


def replay(lines, folder):
    (folder / "t.jsonl").write_text("".join(lines))
    return mcptest_text("replay", "t.jsonl", "--out", "again", cwd=folder)


def line_of(transcript, check, tool):
    """The number of its line, counted from 0."""
    (found,) = [
        number
        for number, line in enumerate(map(json.loads, transcript))
        if (line.get("check"), line.get("tool")) == (check, tool)
    ]
    return found


def test_what_nobody_touched_replays(transcript, tmp_path):
    assert replay(transcript, tmp_path).returncode == 0


def test_a_line_that_stands_there_twice_is_refused(transcript, tmp_path):
    at = line_of(transcript, "unknown_tool", None)
    done = replay([*transcript, transcript[at]], tmp_path)
    assert done.returncode == BAD_INPUT
    assert done.stderr == (
        f"error: t.jsonl:{len(transcript) + 1}:1: it repeats line {at + 1}: "
        "the same step of the same check (was the file edited?)\n"
    )


@pytest.mark.parametrize(
    ("field", "value", "clause"),
    [
        ("connection", -1, "connection is -1, which is less than 0"),
        ("step", 0, "step is 0, which is less than 1"),
        ("elapsed_ms", -5, "elapsed_ms is -5, which is less than 0"),
    ],
)
def test_a_number_that_cannot_be_is_refused(field, value, clause, transcript, tmp_path):
    at = line_of(transcript, "unknown_tool", None)
    line = {**json.loads(transcript[at]), field: value}
    done = replay([*transcript[:at], json.dumps(line) + "\n", *transcript[at + 1 :]], tmp_path)
    assert done.returncode == BAD_INPUT
    assert done.stderr == f"error: t.jsonl:{at + 1}:1: not an exchange: {clause}\n"
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    ("where", "old", "new"),
    [
        (("missing_required", "get_record"), '"arguments":{}', '"arguments":{"id":"x"}'),
        (("oversized", "search_records"), '"characters":1048576', '"characters":1048575'),
        (("oversized", "search_records"), '"sha256":"8', '"sha256":"9'),
    ],
)
def test_a_request_that_is_not_what_is_sent_is_refused(where, old, new, transcript, tmp_path):
    check, tool = where
    at = line_of(transcript, check, tool)
    changed = transcript[at].replace(old, new)
    assert changed != transcript[at]
    done = replay([*transcript[:at], changed, *transcript[at + 1 :]], tmp_path)
    assert done.returncode == BAD_INPUT
    assert done.stderr.startswith(
        f"error: t.jsonl: step 1 of {check} on {tool} is not what is sent there (was it edited, "
    )
    assert done.stderr.count("\n") == 1
