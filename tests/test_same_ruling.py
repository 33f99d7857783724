"""One server, one ruling: the gate, an examination and a replay agree, row by row; and what our
own odd messages provoke is no failure of ordinary behaviour.
"""

import json
import sys

import pytest
from conformance import MUTABLE, SERVERS, assert_evident
from in_process import mcptest_text
from live_gate import gate

PROVOKED = f"{sys.executable} {SERVERS / 'provoked.py'}"
ORDINARY = {
    "BASE-01", "BASE-10", "BASE-18", "LIFE-13", "LIFE-14", "STDIO-01", "STDIO-02", "STDIO-03",
}  # fmt: skip
SERVERS_TO_COMPARE = {
    "sound": MUTABLE,
    "legacy": f"{MUTABLE} --era legacy",
    "provoked": PROVOKED,
    **{name: f"{MUTABLE} --break {name}" for name in ("BASE-16", "BASE-17", "LIFE-14", "BASE-10")},
    "talkative": f"{MUTABLE} --break STDIO-01",
}


def statuses(document):
    return {
        (row["id"], revision): found["status"]
        for row in document["checks"]
        for revision, found in row["revisions"].items()
    }


@pytest.mark.parametrize("server", SERVERS_TO_COMPARE.values(), ids=SERVERS_TO_COMPARE)
def test_gate_examination_and_replay_agree(server, tmp_path):
    gated = gate("--server-command", server, cwd=tmp_path)
    by_gate = json.loads((gated.out / "conformance.json").read_text())
    assert_evident(by_gate)
    words = ("--server-command", server, "--format", "json", "--output", tmp_path / "alone.json")
    mcptest_text("conformance", "run", *words, cwd=tmp_path)
    alone = json.loads((tmp_path / "alone.json").read_text())
    assert statuses(alone) == statuses(by_gate)
    mcptest_text(
        "replay", gated.out / "transcript.jsonl", "--out", tmp_path / "again", cwd=tmp_path
    )
    assert (tmp_path / "again" / "conformance.json").read_bytes() == (
        gated.out / "conformance.json"
    ).read_bytes()


def test_what_odd_messages_provoke_is_held_against_nobody(tmp_path):
    gated = gate("--server-command", PROVOKED, cwd=tmp_path)
    document = json.loads((gated.out / "conformance.json").read_text())
    found = {row["id"]: row["status"] for row in document["checks"]}
    assert {name: found[name] for name in ORDINARY} == dict.fromkeys(ORDINARY, "passed")


@pytest.mark.parametrize("name", ["BASE-16", "BASE-17"])
def test_one_fault_is_one_failure(name, tmp_path):
    gated = gate("--server-command", f"{MUTABLE} --break {name}", cwd=tmp_path)
    document = json.loads((gated.out / "conformance.json").read_text())
    assert [row["id"] for row in document["checks"] if row["status"] == "failed"] == [name]
