"""Servers with thousands of tools, and with answers of megabytes."""

import json
import sys

from live_gate import assert_artifacts_are_valid, assert_replay_is_the_same, gate
from patience import cpu_at_most, patiently

SERVER = """
import json, sys
TOOLS, ANSWER = json.loads(sys.argv[1])
SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "minLength": 2}}, "required": ["a"]}
LISTED = [{"name": f"get_{n}", "annotations": {"readOnlyHint": True}, "inputSchema": SCHEMA} for n in range(TOOLS)]
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "n", "version": "1"}}
for line in sys.stdin:
    try:
        message = json.loads(line)
    except ValueError:
        continue
    if "id" not in message:
        continue
    results = {"initialize": HELLO, "tools/list": {"tools": LISTED},
               "tools/call": {"content": [{"type": "text", "text": "x" * ANSWER}]}}
    said = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] in results:
        said["result"] = results[message["method"]]
    else:
        said["error"] = {"code": -32601, "message": "no"}
    print(json.dumps(said), flush=True)
"""


def server(folder, tools, answer):
    (folder / "large.py").write_text(SERVER)
    return ["--server-command", f"{sys.executable} large.py {json.dumps(f'[{tools},{answer}]')}"]


def test_thousands_of_tools_are_left_when_the_time_is_over(tmp_path):
    """The scan of 6,000 tools takes its seconds; arguments for all of them would take minutes."""

    def leaves(time_s):
        words = ["--only", "missing_required", "--max-time", f"{time_s}s"]
        with cpu_at_most(30 + time_s):
            done = gate(*server(tmp_path, 6000, 1), *words, cwd=tmp_path)
        assert done.code == 1, done.stderr
        assert done.run["incomplete"] == f"the run took longer than --max-time ({time_s} s)"
        assert done.run["safety"]["tools"] == 6000

    patiently(leaves, 3)


def test_answers_of_megabytes_leave_a_small_transcript(tmp_path):
    done = gate(*server(tmp_path, 2, 3_000_000), "--conformance", "off", cwd=tmp_path)
    assert done.code == 0, done.stderr
    assert (done.out / "transcript.jsonl").stat().st_size < 500_000
    assert not [t["id"] for t in done.run["tests"] if t["unstable"]]
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)
