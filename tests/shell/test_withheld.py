"""Results that nobody may see: not in the transcript, not in an artifact, not in the log."""

import asyncio
import base64
import os
import re
import subprocess
import sys

import pytest
from conftest import FIXTURES
from in_process import mcptest
from patience import patiently

from mcptest_action.core.protocol.exchange.handshake import Choice, Hello
from mcptest_action.core.protocol.exchange.reaction import Replied
from mcptest_action.core.protocol.exchange.step import CallTool, Request, Together
from mcptest_action.core.protocol.surface.collect import collect
from mcptest_action.core.protocol.target.model import Command
from mcptest_action.core.protocol.transcript.lines import read_transcript
from mcptest_action.core.protocol.transcript.reaction_json import reaction_document
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

BLABBING = FIXTURES / "servers" / "blabbing.py"
SECRET = "the launch code is 8472-hunter"
WAYS = {
    "result": "replied",
    "tool_error": "replied",
    "error": "rpc_error",
    "bad_error": "garbage",
    "noise": "replied",
    "garbage": "garbage",
    "stranger": "misaddressed",
    "bytes": "invalid_utf8",
    "silence": "timed_out",
    "log": "replied",
    "crash": "disconnected",
}
ANSWERS = ("replied", "rpc_error", "disconnected")


def spellings(text):
    raw = text.encode()
    yield from (raw, raw.hex().encode(), text.upper().encode())
    for shift in range(3):
        yield base64.b64encode(b"x" * shift + raw)[4:-4]
    yield from (word.encode() for word in ("8472-hunter", "launch"))


def assert_untold(data):
    assert [needle for needle in spellings(SECRET) if needle in data] == []


async def talk(path, way, timeout_s):
    """Call the tool beside another request, then make another one, then an ordinary call."""
    dialer = Dialer(Command((sys.executable, str(BLABBING), SECRET), {}, None), os.environ)
    recorder = Recorder(str(path), dialer.redactor, {"now": "x"})
    line = Line(dialer, recorder, 60.0, "1")

    def script():
        # What comes instead of an answer is known when the time is up; nobody answers the other.
        patience_s = None if WAYS[way] in ANSWERS else timeout_s
        other = Request("resources/list", timeout_s=timeout_s)
        yield Together((CallTool(way, {}, patience_s), other))
        yield Request("tools/list")
        return (yield CallTool("get_plain", {}))

    try:
        met = await reach(line, Choice.LEGACY, Waiting(0, print))
        assert isinstance(met, Hello)
        surface = await line.run(collect(met), "surface")
        plan = make_plan(surface.tools, ExecutionPolicy(), {})
        line.guard = Guard(plan, ExecutionPolicy(), over_http=False)
        return await line.run(script(), "test")
    finally:
        await line.close()
        recorder.close()
        path.with_suffix(".log").write_text(line.last_words)


def named(exchange):
    """The tool that was called, if one was."""
    return exchange.sent.get("message", {}).get("params", {}).get("name")


@pytest.mark.parametrize(("way", "kind"), WAYS.items())
def test_however_it_is_told_it_is_not_passed_on(way, kind, tmp_path):
    path = tmp_path / "t.jsonl"

    def tells(timeout_s):
        plain = asyncio.run(talk(path, way, timeout_s))
        _, exchanges = read_transcript(path.read_text(), path.name)
        (call,) = [e for e in exchanges if named(e) == way]
        assert reaction_document(call.reaction)["kind"] == kind
        return plain

    plain = patiently(tells)
    assert_untold(path.read_bytes())
    assert_untold(path.with_suffix(".log").read_bytes())
    assert b"sha256:" in path.read_bytes()
    if way != "crash":  # other tools are seen as they are
        assert plain == Replied({"content": [{"type": "text", "text": "plain"}]})


def test_every_way_is_tried():
    text = BLABBING.read_text()
    assert re.findall(r'case "([a-z_]+)":', text)[:11] == list(WAYS)


MANIFEST = """
mock_server:
  name: vault
  tools:
    - name: get_code
      annotations: {readOnlyHint: true}
      _meta: {mcp.dev/resultSensitivity: SENSITIVITY}
      input_schema: {type: object, properties: {query: {type: string}}, required: [query]}
      response:
        content: [{type: text, text: "SECRET"}]
        structured_content: {code: "SECRET"}
    - name: get_failure
      annotations: {readOnlyHint: true}
      _meta: {dev.mcp/resultSensitivity: SENSITIVITY}
      response:
        content: [{type: text, text: "failed with SECRET"}]
        is_error: true
    - name: get_weather
      annotations: {readOnlyHint: true}
      response: {content: [{type: text, text: "sunny"}]}
"""


def gate(tmp_path, sensitivity, *words):
    manifest = tmp_path / "vault.yaml"
    text = MANIFEST.replace("SENSITIVITY", sensitivity).replace("SECRET", SECRET)
    manifest.write_text(text)
    mock = [sys.executable, "-m", "mcptest_action", "mock", "--tools-from", str(manifest)]
    if "--http" in words:
        server = subprocess.Popen([*mock, "--http", "0"], stderr=subprocess.PIPE)
        url = re.search(r"http://\S+", server.stderr.readline().decode())[0]
        target = ["--server-url", url, "--call-delay", "0"]
    else:
        server = None
        target = ["--server-command", " ".join(mock)]
    try:
        done = mcptest("gate", "--out", "out", *target, cwd=tmp_path)
    finally:
        if server is not None:
            server.kill()
            server.communicate()
    files = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    return files, done.stdout + done.stderr


@pytest.mark.parametrize("transport", [[], ["--http"]], ids=["stdio", "http"])
@pytest.mark.parametrize("sensitivity", ["confidential", "restricted", "Confidential"])
def test_a_whole_gate_writes_and_prints_no_withheld_result(sensitivity, transport, tmp_path):
    files, printed = gate(tmp_path, sensitivity, *transport)
    assert {"transcript.jsonl", "run.json"} <= set(files)
    for data in (*files.values(), printed):
        assert_untold(data)
    # It was called, and something was left to compare.
    assert b'"withheld":{"digest":"sha256:' in files["transcript.jsonl"]
    assert b"sunny" in files["transcript.jsonl"]


def test_what_is_internal_is_seen(tmp_path):
    """Or the test above would prove nothing."""
    files, _ = gate(tmp_path, "internal")
    assert SECRET.encode() in files["transcript.jsonl"]


def test_the_deployer_can_withhold_what_the_server_does_not(tmp_path):
    (tmp_path / "mcptest.yml").write_text(
        "tools:\n"
        "  get_code: {hints: {resultSensitivity: restricted}}\n"
        "  get_failure: {hints: {resultSensitivity: confidential}}\n"
    )
    files, printed = gate(tmp_path, "public")
    for data in (*files.values(), printed):
        assert_untold(data)
