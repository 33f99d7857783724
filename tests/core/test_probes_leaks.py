"""Which error texts leak, and which only look as if they did."""

import pytest
from patience import cpu_at_most

from mcptest_action.core.checks.probes.contract import must_reject
from mcptest_action.core.checks.probes.error_leaks_internals import error_text, rule
from mcptest_action.core.checks.probes.leak_patterns import SECRETS, TRACES, leak_in, masked
from mcptest_action.core.checks.probes.model import Observation, RequestKind
from mcptest_action.core.checks.results.ruling import Skip, Status
from mcptest_action.core.protocol.exchange.reaction import (
    HttpAnswer,
    HttpStatus,
    Replied,
    RpcError,
    TimedOut,
)

GITHUB = "ghp_" + "a1B2" * 9
AWS = "AKIA" + "ABCDEFGH12345678"
LEAKS = {
    "python": ('Traceback (most recent call last):\n  File "/srv/x.py", line 3, in f', "a Python stack trace"),
    "python, one frame": ('error in File "/srv/x.py", line 3, in search', "a Python stack trace"),
    "python, inside JSON": ('{"detail": "Traceback (most recent call last):\\n"}', "a Python stack trace"),
    "node": ("TypeError: x\n    at search (/srv/dist/index.js:10:15)", "a JavaScript stack trace"),
    "node, without a function": ("Error: x\n    at file:///srv/dist/index.mjs:10:15", "a JavaScript stack trace"),
    "node, its own code": ("Error: x\n    at node:internal/process/task_queues:95:5", "a JavaScript stack trace"),
    "node, inside JSON": ('{"stack":"Error: x\\n    at search (/srv/dist/index.js:10:15)"}', "a JavaScript stack trace"),
    "node, on Windows": ("Error: x\n    at search (C:\\srv\\index.js:10:15)", "a JavaScript stack trace"),
    "typescript": ("Error\n    at Object.<anonymous> (src/tools/search.ts:4:1)", "a JavaScript stack trace"),
    "java": ("boom\n\tat com.example.Search.run(Search.java:42)", "a Java stack trace"),
    ".net": ("boom\n   at App.Search.Run() in /src/Search.cs:line 42", "a .NET stack trace"),
    "ruby": ("app/search.rb:42:in `run'", "a Ruby stack trace"),
    "php": ("Stack trace:\n#0 /srv/search.php(42): run()", "a PHP stack trace"),
    "go": ("panic: boom\n\ngoroutine 1 [running]:\nmain.main()", "a Go stack trace"),
    "rust": ("thread 'main' panicked at src/main.rs:4:5:\nboom", "a Rust panic"),
    "rust, newer": ("thread 'tokio-rt' (7) panicked at src/main.rs:4:5", "a Rust panic"),
    "installed python": ("cannot import /usr/lib/python3/site-packages/search/db.py", "a path into installed code"),
    "installed node": ("Cannot find module '/srv/node_modules/pg/lib/index.js'", "a path into installed code"),
    "private key": ("-----BEGIN RSA PRIVATE KEY-----\nMIIE", "a private key"),
    "aws": (f"denied for {AWS}", "an AWS access key"),
    "github": (f"bad credentials: {GITHUB}", "a GitHub token"),
    "slack": ("xoxb-123456789012-abcdefghijkl", "a Slack token"),
    "google": ("key AIza" + "Sy0123456789abcdefghijklmnopqrstuvw"[:35], "a Google key"),
    "api key": ("Incorrect API key provided: sk-proj-0123456789abcdefghij", "an API key"),
    "address": ("cannot reach postgres://app:hunter2@db.internal/x", "a password in an address"),
    "address, no user": ("cannot reach redis://:hunter2@db.internal", "a password in an address"),
}  # fmt: skip
BENIGN = {
    "pydantic": "1 validation error for searchArguments\nquery\n  Input should be a valid string "
    "[type=string_type, input_value={'mcptest': 'wrong type'}, input_type=dict]\n"
    "    For further information visit https://errors.pydantic.dev/2.11/v/string_type",
    "zod": 'MCP error -32602: Invalid arguments for tool search: [\n  {\n    "code": "invalid_type",\n'
    '    "expected": "string",\n    "received": "object",\n    "path": [\n      "query"\n    ],\n'
    '    "message": "Expected string, received object"\n  }\n]',
    "ENOENT": "ENOENT: no such file or directory, open '/home/ada/notes/mcptest.txt'",
    "a path and a line": "/srv/main.py:10:5: syntax error",
    "Windows path": "cannot find C:\\Users\\ada\\notes.txt",
    "panic in prose": "don't panic: the server is only restarting",
    "panic, as a word of Go": "panic is not allowed in the argument 'mode'",
    "goroutine in prose": "each goroutine 1 to 5 is busy",
    "traceback in prose": "no traceback is available",
    "at, with a time": "meeting moved\n  at 2026-11-16T12:30:15",
    "at, with a place": "parse error\n at line 3, column 7",
    "File in prose": 'File "notes.txt" not found, line 3 is empty',
    "an address": "cannot reach https://example.com:8443/mcp",
    "an address with a user": "cannot reach ssh://git@example.com:22/x",
    "an address as an example": "use postgres://user:password@host/db",
    "an address with a hole": "use postgres://user:${PASSWORD}@host/db or amqp://u:<secret>@host",
    "an address with stars": "cannot reach postgres://app:****@db",
    "an email": "write to ops@example.com: they know",
    "a word that begins like a key": "sk-learn-like-estimators-are-fine",
    "a tool's name": "Unknown tool: mcptest_no_such_tool",
    "ruby in prose": "search.rb: line 42 in the file",
    "node_modules in prose": "the folder node_modules is ignored",
}


def ruled(reactions):
    return rule([Observation(RequestKind.BAD_REQUEST, reaction) for reaction in reactions])


@pytest.mark.parametrize(("text", "what"), LEAKS.values(), ids=LEAKS)
def test_fires(text, what):
    assert leak_in(text).startswith(f"{what}: ")
    assert leak_in(f"search failed: {text} and more").startswith(f"{what}: ")


@pytest.mark.parametrize("text", BENIGN.values(), ids=BENIGN)
def test_does_not_fire(text):
    assert leak_in(text) == ""
    assert masked(text) == text


def test_every_pattern_has_an_example():
    fired = {what for _, what in LEAKS.values()}
    assert fired == {leak.what for leak in (*TRACES, *SECRETS)}


@pytest.mark.parametrize("secret", [GITHUB, AWS, "hunter2"])
def test_a_report_does_not_repeat_a_secret(secret):
    text = f"cannot reach postgres://app:{secret}@db with {secret}"
    for said in (
        ruled([Replied({"isError": True, "content": [{"text": text}]})]).because,
        must_reject(RpcError(1, f"xy://z:{secret}@z")).because,
        must_reject(HttpStatus(HttpAnswer(500, {}), f"xy://z:{secret}@z")).because,
    ):
        assert f":{secret}@" not in said
        assert "…" in said


def test_half_a_secret_is_not_shown_beside_a_trace():
    text = f"Traceback (most recent call last): {'x' * 60} {GITHUB}"
    said = leak_in(text)
    assert said.startswith("a GitHub token: ghp_…")
    assert GITHUB[4:8] not in said


def test_the_rest_of_an_address_stays_readable():
    assert masked("postgres://app:hunter2@db/x") == "postgres://app:…@db/x"
    assert masked(f"key {AWS}!") == "key AKIA…!"


def test_reads_the_message_the_data_and_the_body():
    assert (
        error_text(RpcError(1, "one", {"type": "two", "a": ["three", 4, None, ""]})) == "one\nthree"
    )
    assert error_text(HttpStatus(HttpAnswer(500, {}), "body")) == "body"
    assert error_text(Replied({"isError": True, "content": [{"type": "text", "text": "x"}]})) == "x"


@pytest.mark.parametrize(
    "reaction",
    [Replied({"content": [{"text": "Traceback (most recent call last)"}]}), Replied(None), TimedOut(1)],
    ids=["a result may hold anything", "no result", "no answer"],
)  # fmt: skip
def test_reads_nothing_but_errors(reaction):
    assert error_text(reaction) == ""
    assert ruled([reaction]).skip == Skip.NOT_APPLICABLE


def test_one_leak_among_many_errors_fails():
    clean = RpcError(-32602, "no such tool")
    ruling = ruled([clean, clean, RpcError(-32603, LEAKS["go"][0]), clean])
    assert ruling.status is Status.FAILED


@pytest.mark.parametrize(
    "piece",
    ["\n at ", "\\nat (", "\nat x (", "://a:", "a://:", ") in x", "#1 x", 'File "', "xox", "sk-a", "-----BEGIN ",
     "/node_modules/", "thread '", "goroutine 1 ["],
)  # fmt: skip
def test_no_text_takes_long_to_read(piece):
    with cpu_at_most(5):  # a bad pattern would take minutes
        ruled([RpcError(1, piece * 200_000)])
