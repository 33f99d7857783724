"""`surface.json` of a gate: what `mcptest surface` prints, and the source of its own facts."""

import json

from in_process import mcptest_text
from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate, mock

QUICK = ("--conformance", "off", "--only", "unknown_tool")
POLICY = """
version: "1.0"
rules:
  - {id: has-tools, fact: surface.tools, min: 1}
  - {id: titles, fact: surface.untitled, max: 0}
  - {id: parameters, fact: surface.undescribed_parameters, max: 0}
  - {id: affordable, fact: surface.tokens, max: 20000}
"""
TOOLS = [
    {"name": "add", "inputSchema": {"type": "object", "properties": {"a": {"type": "number"}}}},
    {"name": "half \ud800", "title": "Half", "inputSchema": {"type": "object"}},
]


def server(folder, tools=None):
    words = ["--preset", "demo"]
    if tools is not None:
        (folder / "tools.json").write_text(json.dumps({"tools": tools}))
        words = ["--tools-from", str(folder / "tools.json")]
    return ["--server-command", " ".join(mock(*words))]


def facts_of(verdict):
    return {
        name: fact["value"]
        for name, fact in json.loads(verdict)["facts"].items()
        if name.startswith("surface.")
    }


def assert_same(folder, tools=None):
    """The gate, the listing and the offline gate say the same. Returns the gate's facts."""
    target = server(folder, tools)
    (folder / "policy.yml").write_text(POLICY)
    gated = gate(*target, *QUICK, cwd=folder)
    assert_artifacts_are_valid(gated.out)
    assert_replay_is_the_same(gated.out, folder)
    listed = mcptest_text("surface", *target, "--format", "json", cwd=folder)
    assert listed.returncode == 0, listed.stderr
    assert (gated.out / "surface.json").read_text() == listed.stdout
    judged = mcptest_text(
        "policy", "simulate", "--policy", "policy.yml", "--surface-report", "out/surface.json",
        "--format", "json", cwd=folder,
    )  # fmt: skip
    facts = facts_of(judged.stdout)
    assert facts == facts_of((gated.out / "verdict.json").read_text())
    assert "what your surface costs: about " in gated.stdout
    return facts


def test_the_gate_writes_what_the_listing_prints_and_has_the_facts_of_it(tmp_path):
    facts = assert_same(tmp_path)
    assert (facts["surface.tools"], facts["surface.prompts"]) == (5, 1)
    assert facts["surface.untitled"] == facts["surface.unannotated"] == 0
    assert facts["surface.undescribed_parameters"] == 1


def test_half_a_character_in_a_name_makes_no_difference_either(tmp_path):
    facts = assert_same(tmp_path, TOOLS)
    assert (facts["surface.tools"], facts["surface.untitled"]) == (2, 1)
    done = mcptest_text("policy", "explain", "titles", "--out", "out", cwd=tmp_path)
    assert "expected at most 0: add\n" in done.stdout
    assert "add: give it a title, beside its name or in its annotations" in done.stdout
    done = mcptest_text("policy", "explain", "affordable", "--out", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_a_surface_made_elsewhere_is_for_the_offline_gate_only(tmp_path):
    (tmp_path / "policy.yml").write_text(POLICY)
    (tmp_path / "tools.json").write_text(json.dumps({"tools": TOOLS}))
    given = ("--surface-report", "tools.json")
    done = gate(*given, cwd=tmp_path)
    assert done.code == 1, done.stderr
    assert "surface.untitled is 1 (from tools.json), expected at most 0: add" in done.stdout
    assert "what your surface costs" not in done.stdout
    assert not (done.out / "surface.json").exists()
    done = gate(*server(tmp_path), *given, cwd=tmp_path)
    assert done.code == 2
    assert "--surface-report: the surface report is made by this very run" in done.stderr


def test_a_surface_that_was_edited_is_unusable(tmp_path):
    listed = mcptest_text("surface", *server(tmp_path, TOOLS), "--format", "json", cwd=tmp_path)
    (tmp_path / "policy.yml").write_text(POLICY)
    (tmp_path / "s.json").write_text(listed.stdout.replace('"add"', '"add", "title": "Add"'))
    done = gate("--surface-report", "s.json", cwd=tmp_path)
    assert done.code == 2
    assert "s.json: digests.tools is not the digest of tools" in done.stderr
