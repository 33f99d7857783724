"""A server that gives anything for a name: the gate has a verdict on it all the same."""

import json
import sys

from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate

SERVER = """
import json, sys
names = [{}, [], {"a": []}, [1], None, 7, 0.5, True, "", "get_x", "get_x"]
schema = {"type": "object", "properties": {"q": {"enum": ["a"]}}, "required": ["q"]}
fields = {"inputSchema": schema, "outputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
lists = {
    "tools/list": {"tools": [{"name": name, **fields} for name in names]},
    "prompts/list": {"prompts": [{"name": name, "arguments": [{"name": other, "required": True} for other in names]} for name in names]},
    "resources/list": {"resources": [{"name": name, "uri": name} for name in names]},
    "resources/templates/list": {"resourceTemplates": [{"name": name, "uriTemplate": name} for name in names]},
}
hello = {
    "supportedVersions": ["2026-07-28"],
    "capabilities": {"tools": {}, "prompts": {}, "resources": {}, "completions": {}},
    "serverInfo": {"name": {}, "version": []},
}
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    said = {"content": [{"type": "text", "text": "no"}], "isError": True, "structuredContent": {"a": 1}}
    said = hello if asked["method"] == "server/discover" else lists.get(asked["method"], said)
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": {"resultType": "complete", **said}}), flush=True)
"""


def test_names_that_are_none_are_no_reason_to_crash(tmp_path):
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    config = tmp_path / "mcptest.yml"
    server = {"command": sys.executable, "args": [str(script)]}
    config.write_text(json.dumps({"servers": {"odd": server}}))
    done = gate("--config", config, cwd=tmp_path)
    assert done.code == 1, done.stderr
    assert set(done.called) >= {"get_x"}
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)
