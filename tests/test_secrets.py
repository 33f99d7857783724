"""What was given to us in confidence is in nothing that we print, write or send."""

import base64
import json
import os
import subprocess
import sys

import pytest
from live_gate import MCPTEST
from odd_http import serving_odd
from patience import GIVES_UP_S

SECRET = "s3cr3t/V4lue-zQ81"
# It says the secret in ways of JSON that no other writer uses, and between two ends of a log.
TELLING = r"""
import json, os, sys
secret = os.environ["GIVEN"]
odd = "".join(f"\\u{ord(c):04x}" for c in secret[:5]) + secret[5:].replace("/", "\\/")
tool = {"name": "get_x", "description": "@", "annotations": {"readOnlyHint": True},
        "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}}
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    error = result = None
    if message["method"] == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "n @", "version": "1"}}
    elif message["method"] == "tools/list":
        result = {"tools": [tool]}
    elif message["method"] == "tools/call":
        error = {"code": -32602, "message": "I know @", "data": {"@": "@"}}
    else:
        error = {"code": -32601, "message": "no"}
    said = {"jsonrpc": "2.0", "id": message["id"], **({"error": error} if error else {"result": result})}
    print(json.dumps(said).replace("@", odd), flush=True)
"""


def gate(folder, *words, env):
    command = [*MCPTEST, "gate", *words]
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "INPUT_"))}
    return subprocess.run(
        command,
        cwd=folder,
        env={**clean, **env},
        capture_output=True,
        timeout=GIVES_UP_S,
        check=False,
    )


def written_in(folder):
    out = folder / "mcptest-out"
    return {path.name: path.read_text() for path in out.iterdir()}


def test_an_odd_spelling_is_masked_wherever_it_would_be_read(tmp_path):
    (tmp_path / "server.py").write_text(TELLING)
    (tmp_path / "mcptest.yml").write_text(
        f"servers:\n  s: {{command: {sys.executable}, args: [server.py], env: {{GIVEN: {{env: MINE}}}}}}\n"
    )
    done = gate(tmp_path, "--conformance", "off", env={"MINE": SECRET})
    assert done.returncode == 0, done.stderr
    files = written_in(tmp_path)
    seen = {**files, "stdout": done.stdout.decode(), "stderr": done.stderr.decode()}
    assert "I know ***" in files["run.json"]
    assert [name for name, text in seen.items() if "zQ81" in text] == []
    assert json.loads(files["run.json"])["server"]["name"] == "n ***"


@pytest.mark.parametrize("form", ["json", "junit", "markdown"])
def test_a_report_that_is_redirected_holds_no_secret(tmp_path, form):
    (tmp_path / "policy.yml").write_text(
        'version: "1.0"\nrules: [{id: a, fact: run.total, min: 1}]\n'
    )
    (tmp_path / "r.json").write_text('{"total": 1, "passed": 1, "failed": 0, "skipped": 0}')
    token = "ghs_0123456789abcdefghijABCDEFGHIJ012345"
    env = {"GITHUB_ACTIONS": "true", "GITHUB_TOKEN": token}
    done = gate(tmp_path, "--run-report", "r.json", "--format", form, env=env)
    assert done.returncode == 0, done.stderr
    assert token.encode() not in done.stdout
    assert done.stdout.startswith((b"{", b"<", b"#"))
    assert done.stderr.startswith(f"::add-mask::{token}\n".encode())


@pytest.mark.parametrize(
    ("value", "pieces"),
    [
        ("Bearer tok-Zx9-0123456789", ["tok-Zx9-0123456789"]),
        (
            f"Basic {base64.b64encode(b'me:hunter2-Zx9').decode()}",
            ["hunter2-Zx9", base64.b64encode(b"me:hunter2-Zx9").decode()],
        ),
    ],
)
def test_the_token_without_its_scheme_is_masked_as_well(tmp_path, value, pieces):
    def telling(handler, method, content):
        if method == "tools/call":
            said = f"you sent {' and '.join(pieces)}"
            content = content.replace(b"bad", said.encode())
        assert handler.headers["authorization"] == value
        return 200, content, {}

    env = {"AUTH": value, "GITHUB_ACTIONS": "true"}
    with serving_odd(telling) as url:
        words = ["--server-url", url, "--header-env", "Authorization=AUTH", "--conformance", "off"]
        done = gate(tmp_path, *words, env=env)
    assert done.returncode == 0, done.stderr
    masks = [line for line in done.stderr.decode().splitlines() if line.startswith("::add-mask::")]
    assert {f"::add-mask::{piece}" for piece in pieces} <= set(masks)
    rest = done.stderr.decode().replace("\n".join(masks), "")
    seen = [*written_in(tmp_path).values(), done.stdout.decode(), rest]
    assert [piece for piece in pieces if any(piece in text for text in seen)] == []
    assert "you sent ***" in written_in(tmp_path)["run.json"]


@pytest.mark.parametrize(
    "words",
    [
        ["--bearer-token-env", "sk-live-zQ81abc/def"],
        ["--header-env", "Authorization=Bearer sk-live-zQ81abc"],
        ["--bearer-token-env", "ghp_zQ81e42F292c6912E7710c838347Ae178B4a"],
    ],
)
def test_a_value_in_place_of_a_name_is_not_repeated(tmp_path, words):
    summary = tmp_path / "summary"
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    done = gate(tmp_path, "--server-url", "http://127.0.0.1:9/mcp", *words, env=env)
    assert done.returncode == 2
    assert b"zQ81" not in done.stdout + done.stderr + summary.read_bytes()
    assert b"name" in done.stderr.lower()


def test_what_a_server_reads_in_our_environment_is_masked_if_it_is_named_like_a_secret(tmp_path):
    (tmp_path / "server.py").write_text(
        TELLING.replace('os.environ["GIVEN"]', 'os.environ["DB_PASSWORD"]')
    )
    done = gate(
        tmp_path, "--conformance", "off", "--server-command", f"{sys.executable} server.py",
        env={"DB_PASSWORD": SECRET},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seen = {**written_in(tmp_path), "stdout": done.stdout.decode(), "stderr": done.stderr.decode()}
    assert not [name for name, text in seen.items() if SECRET in text]
    assert "I know ***" in seen["transcript.jsonl"]
