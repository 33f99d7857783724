"""A transcript does not grow with what is sent, and no digest gives a secret away."""

import asyncio
import hashlib
import json
import os
import sys

from mcptest_action.core.protocol.exchange.step import Close, Fresh, Raw, Together
from mcptest_action.core.protocol.target.model import Command
from mcptest_action.core.protocol.transcript.lines import read_transcript
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder

SECRET = "hunter2hunter2"
MIB = 1024 * 1024
# Says back what it was told, beside a line that is no answer to anybody.
ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print("one moment", flush=True)
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": {"said": asked["params"]}}), flush=True)
"""


def script(text):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "echo", "params": text})
    answer = yield Raw(f"{body}\n".encode(), answer_id=1)
    yield Close()
    return answer


def two_at_once():
    bodies = [f'{{"id":{n},"method":"echo","params":""}}\n'.encode() for n in (1, 2)]
    yield Fresh()
    yield Together(tuple(Raw(body, answer_id=n) for n, body in enumerate(bodies, 1)))
    yield Close()


def said(text, path):
    """What the script got to know, and the transcript."""
    answer, recorder = driven(script(text), path)
    return answer, recorder.exchanges[0]


def driven(script, path):
    async def talk():
        dialer = Dialer(Command((sys.executable, "-c", ECHO), {}, None), os.environ)
        dialer.redactor = Redactor([SECRET])
        recorder = Recorder(str(path), dialer.redactor, {})
        answer = await Line(dialer, recorder, 10.0, "1").run(script, "x")
        recorder.close()
        return answer, recorder

    return asyncio.run(talk())


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_mib_and_its_echo_are_kept_by_their_digests(tmp_path):
    text = "x" * MIB
    answer, exchange = said(text, tmp_path / "t")
    assert (tmp_path / "t").stat().st_size < 30_000
    kept = exchange.sent["message"]["params"]["mcptest.dev/shortened"]
    assert (kept["characters"], kept["sha256"]) == (MIB, sha256(text))
    assert answer.result["said"].endswith(f"… ({MIB} characters, sha256 {sha256(text)})")
    _, (read, _) = read_transcript((tmp_path / "t").read_text(), "t")
    assert (read.sent, read.reaction) == (exchange.sent, answer), "a replay sees the same"


def test_a_short_request_is_kept_with_all_of_its_answer(tmp_path):
    answer, exchange = said("x" * 5000, tmp_path / "t")
    assert answer.result == {"said": "x" * 5000}
    assert exchange.sent["message"]["params"] == "x" * 5000


def test_a_secret_is_taken_out_before_the_digest_is_made(tmp_path):
    text = "x" * MIB + SECRET
    _, exchange = said(text, tmp_path / "t")
    kept = exchange.sent["message"]["params"]["mcptest.dev/shortened"]
    assert kept["sha256"] == sha256(text.replace(SECRET, "***"))
    written = (tmp_path / "t").read_text()
    assert SECRET not in written
    assert sha256(text) not in written


def test_what_is_said_unasked_is_kept_once(tmp_path):
    _, recorder = driven(two_at_once(), tmp_path / "t")
    heard = [other for exchange in recorder.exchanges for other in exchange.others]
    assert heard == [{"noise": "one moment"}] * 2
