"""What a server declares in two ways, or almost: how the gate without a policy takes it."""

import json

from live_gate import gate, mock

TOOL = {
    "name": "search_records",
    "description": "Find records that match a query.",
    "input_schema": {
        "type": "object",
        "properties": {"q": {"type": "string"}},
        "required": ["q"],
        "additionalProperties": False,
    },
    "response": {"content": [{"type": "text", "text": "0 records"}]},
}


def gated(folder, **declared):
    manifest = {"mock_server": {"name": "records", "tools": [{**TOOL, **declared}]}}
    (folder / "records.yaml").write_text(json.dumps(manifest))
    done = gate("--server-command", " ".join(mock("--tools-from", "records.yaml")), cwd=folder)
    findings = json.loads((done.out / "security.json").read_text())["findings"]
    hints = [(f["rule"], f["severity"]) for f in findings if f["rule"].startswith("HNT")]
    return done, hints


def test_read_only_and_destructive_is_a_low_finding_and_fails_nothing(tmp_path):
    both = {"readOnlyHint": True, "destructiveHint": True, "openWorldHint": False}
    done, hints = gated(tmp_path, annotations=both)
    assert done.code == 0, done.stdout
    assert hints == [("HNT-003", "low")]
    assert done.run["safety"]["hint_conflicts"] == 0
    assert set(done.called) >= {"search_records"}


def test_a_misspelt_hint_is_a_finding_that_says_what_was_meant(tmp_path):
    sound = {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": False}
    done, hints = gated(tmp_path, annotations=sound, _meta={"mcp.dev/effects": "read"})
    assert done.code == 0, done.stdout
    assert hints == [("HNT-012", "low")]
    assert "did you mean mcp.dev/effect?" in done.stdout
