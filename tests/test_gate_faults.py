"""A gate on servers that misbehave, on runs that are cut short, and on what must not be sent."""

import json
import re
import signal
import subprocess
import time

import pytest
from in_process import mcptest_text
from leftovers import assert_nothing_left, marked
from live_gate import (
    MCPTEST,
    Gated,
    assert_artifacts_are_valid,
    assert_replay_is_the_same,
    gate,
    mock,
    mock_target,
)
from patience import GIVES_UP_S, patiently

from mcptest_action.app.report_files import UNFINISHED
from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.protocol.exchange.step import NO_SUCH

PASS, FAIL, BAD_INPUT, NEVER_READY, INTERRUPTED = 0, 1, 2, 3, 130
HANGS = "2 tools or requests were never answered, so no more were tried"
BREAKS = "the connection broke 5 times, so no more was tried"
FAULTS = [
    ("hang", "stdio", FAIL, HANGS),
    ("hang", "http", FAIL, HANGS),
    ("crash-after:4", "stdio", FAIL, BREAKS),
    ("crash-after:4", "http", FAIL, "the server did not come back on a new connection: "),
    ("flood", "stdio", NEVER_READY, ""),
    ("flood", "http", NEVER_READY, ""),
    ("flood@tools/call", "stdio", FAIL, HANGS),
    ("never-close", "http", NEVER_READY, ""),
    ("disconnect@tools/call", "stdio", FAIL, BREAKS),
    ("disconnect@tools/call", "http", FAIL, BREAKS),
    ("oversized", "stdio", FAIL, "tools/list: the server sent more than 16 MiB"),
    ("oversized", "http", FAIL, "tools/list: the server sent more than 16 MiB"),
    # On stdio every answer still comes, behind a line that breaks a MUST; over HTTP none does.
    ("garbage-stdout", "stdio", FAIL, None),
    ("garbage-stdout", "http", NEVER_READY, ""),
    ("http-500@tools/call", "http", FAIL, None),
]


@pytest.mark.parametrize(
    ("fault", "transport", "code", "incomplete"), FAULTS, ids=lambda v: str(v)[:24]
)
def test_a_server_that_misbehaves(fault, transport, code, incomplete, tmp_path):
    def misbehaves(timeout_s):
        with mock_target(transport, "--preset", "demo", "--fault", fault) as server:
            done = gate(*server, "--timeout", f"{timeout_s}s", cwd=tmp_path)
        assert done.code == code, done.stderr
        found = done.run["incomplete"] if code != NEVER_READY else ""
        assert found == incomplete if incomplete is None else found.startswith(incomplete)
        return done

    done = patiently(misbehaves)
    if code == NEVER_READY:
        assert done.stdout == ""
        assert {path.name for path in done.out.iterdir()} == {"transcript.jsonl", UNFINISHED}
        return
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)
    if incomplete:
        assert "  incomplete    " in done.stdout
        assert "the run is not complete" in done.stdout
        assert "verdict: FAIL" in done.stdout


def test_a_server_that_must_be_killed_fails_the_gate(tmp_path):
    with mock_target("stdio", "--preset", "demo", "--fault", "never-close") as server:
        done = gate(*server, "--only", "unknown_tool", "--only", "exits_when_closed", cwd=tmp_path)
    assert done.code == FAIL, done.stderr
    assert done.run["incomplete"] is None
    assert done.run["negative_path"]["breaks"] == 1
    test = done.tests["exits_when_closed"]
    assert test["because"] == (
        "did not exit within 5 s after its input was closed, nor within 2 s after SIGTERM: it was killed"
    )
    (line,) = [line for line in done.lines if line.get("check") == "exits_when_closed"]
    assert line["reaction"] == {"kind": "closed", "detail": "had to be killed", "leaving": "killed"}
    assert re.search(r"server-survives +negative_path.breaks is 1", done.stdout)
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)


def test_a_server_that_leaves_costs_no_waiting(tmp_path):
    with mock_target("stdio", "--preset", "demo") as server:
        done = gate(*server, "--only", "unknown_tool", "--only", "exits_when_closed", cwd=tmp_path)
    assert done.code == PASS, done.stderr
    assert (
        done.tests["exits_when_closed"]["because"] == "exited with code 0 when its input was closed"
    )
    (line,) = [line for line in done.lines if line.get("check") == "exits_when_closed"]
    assert line["reaction"]["leaving"] == "by_itself"
    connections = {line["connection"] for line in done.lines if line.get("type") == "exchange"}
    assert connections == {1, 2}, "no process was started for it"


def test_a_bare_http_status_fails_every_probe_that_calls(tmp_path):
    with mock_target("http", "--preset", "demo", "--fault", "http-500@tools/call") as server:
        done = gate(*server, cwd=tmp_path)
    calling = {
        line["check"] for line in done.lines if line.get("sent", {}).get("step") == "CallTool"
    }
    statuses = {
        test["check"]: test["status"] for test in done.run["tests"] if test["status"] != "skipped"
    }
    # The mock cannot read that call, so it does not see that its fault is asked for.
    assert statuses.pop("deep_nesting") == "passed"
    of_calls = {status for check, status in statuses.items() if check in calling}
    assert of_calls == {"failed"}
    assert len(calling & statuses.keys()) >= 10


def test_report_only_is_exit_0_for_any_verdict_but_not_for_no_server(tmp_path):
    with mock_target("stdio", "--preset", "demo", "--fault", "disconnect@tools/call") as server:
        done = gate(*server, "--report-only", cwd=tmp_path)
    assert done.code == PASS
    assert "verdict: FAIL" in done.stdout
    gone = gate("--server-command", "/no/such/server", "--report-only", cwd=tmp_path)
    assert gone.code == NEVER_READY


# What must not be sent.


def wiretapped(tmp_path, *words):
    """A folder in which each process of the server writes down what it is sent; the server."""
    log = tmp_path / "sent"
    log.mkdir()
    script = tmp_path / "server.sh"
    script.write_text(f"#!/bin/sh\ntee {log}/$$ | {' '.join(mock(*words))}\n")
    script.chmod(0o755)
    return log, ["--server-command", str(script)]


def sent(log):
    """Every message. What is broken on purpose is none, and must not look like a call either."""
    messages = []
    for path in log.iterdir():
        for line in path.read_bytes().splitlines():
            try:
                found = json.loads(line)
            except ValueError:
                assert b"tools/call" not in line, line
                continue
            messages += found if isinstance(found, list) else [found]
    return [message for message in messages if isinstance(message, dict)]


def methods(log):
    return [message.get("method") for message in sent(log)]


def test_without_calls_no_call_is_on_the_wire_and_the_run_is_written(tmp_path):
    log, server = wiretapped(tmp_path, "--preset", "demo")
    done = gate(
        *server,
        "--calls",
        "none",
        "--deep-scan",
        cwd=tmp_path,
        env={"MCPTEST_ENABLE_DEEP_SCAN": "true"},
    )
    assert "tools/call" not in methods(log)
    assert "tools/list" in methods(log)
    assert done.code == FAIL, "a run that sends nothing has not shown anything"
    assert_artifacts_are_valid(done.out)
    assert done.run["safety"]["calls"] == 0
    because = "calls are switched off (--calls none)"
    assert done.run["negative_path"] == {"planned": 0, "because": because}
    assert {t["skip_reason"] for t in done.run["tests"] if t["status"] == "skipped"} == {
        "calls_off",
        "not_applicable",
    }
    passed = {t["id"]: t["tool"] for t in done.run["tests"] if t["status"] == "passed"}
    assert passed.keys() >= {"alive_after_error", "exits_when_closed"}
    assert set(passed.values()) == {None}


def test_with_everything_switched_on_only_what_may_be_called_is(tmp_path):
    log, server = wiretapped(tmp_path, "--preset", "demo")
    done = gate(*server, "--deep-scan", cwd=tmp_path, env={"MCPTEST_ENABLE_DEEP_SCAN": "true"})
    asked = [m["params"] for m in sent(log) if m.get("method") == "tools/call"]
    called = [params["name"] for params in asked if "name" in params]
    assert "delete_record" not in called
    assert (called.count("create_record"), called.count("update_record")) == (1, 1)
    listed = {tool.name for tool in preset("demo").tools}
    assert all(name.startswith(NO_SUCH) for name in called if name not in listed)
    stray = [
        line
        for line in done.lines
        if line.get("sent", {}).get("step") == "StrayCall"
        and "name" in line["sent"]["message"]["params"]
    ]
    assert done.run["safety"]["calls"] + len(stray) == len(called)


def test_a_plan_calls_nothing_and_writes_nothing(tmp_path):
    log, server = wiretapped(tmp_path, "--preset", "demo")
    done = gate(*server, "--plan", cwd=tmp_path)
    assert done.code == PASS
    assert "tools/call" not in methods(log)
    assert not done.out.exists()
    assert "delete_record" in done.stdout
    assert "Refuse" in done.stdout


@pytest.mark.parametrize(
    ("flag", "name", "hint"),
    [
        ("--only", "wrong_typ", "did you mean wrong_type?"),
        ("--skip", "get_recrod", "did you mean get_record?"),
        ("--only", "qqqqqq", "probes: unknown_tool, "),
    ],
)
def test_a_name_that_is_neither_a_probe_nor_a_tool_is_exit_2(flag, name, hint, tmp_path):
    with mock_target("stdio", "--preset", "demo") as server:
        done = gate(*server, flag, name, cwd=tmp_path)
    assert done.code == BAD_INPUT
    assert f"error: {flag}: '{name}' is neither a probe nor a tool" in done.stderr
    assert hint in done.stderr
    assert not (done.out / "run.json").exists()


@pytest.mark.parametrize(
    ("flag", "variable", "lacks"),
    [
        (False, None, ""),
        (False, "true", "--deep-scan"),
        (True, None, "MCPTEST_ENABLE_DEEP_SCAN=true in the environment"),
        (True, "1", "MCPTEST_ENABLE_DEEP_SCAN=true in the environment"),
        (True, "TRUE", "MCPTEST_ENABLE_DEEP_SCAN=true in the environment"),
        (True, "true", None),
    ],
)
def test_the_deep_scan_needs_both_switches(flag, variable, lacks, tmp_path):
    env = {} if variable is None else {"MCPTEST_ENABLE_DEEP_SCAN": variable}
    manifest = tmp_path / "server.yaml"
    manifest.write_text(
        "mock_server:\n  tools:\n  - {name: whoami, annotations: {readOnlyHint: true}, input_schema: {type: object}}\n"
    )
    with mock_target("stdio", "--tools-from", str(manifest)) as server:
        words = ["--deep-scan"] if flag else []
        done = gate(*server, *words, "--only", "unknown_tool", cwd=tmp_path, env=env)
    assert done.code == PASS, done.stderr
    probe, ran = done.run["active_probe"], lacks is None
    assert probe.get("ran", False) is ran
    assert done.called == ["mcptest_no_such_tool", *(["whoami"] if ran else [])]
    if not ran:
        off = f"the deep scan is off: it also needs {lacks}" if lacks else "the deep scan is off"
        assert (probe["result"], probe["because"]) == ("not_applicable", off)
        assert (f"note: {off}" in done.stderr) is flag
        assert (f"not applicable: {off}" in done.stdout) is bool(lacks)
    assert_replay_is_the_same(done.out, tmp_path)


# Runs that are cut short.

SLOW = ("--preset", "demo", "--fault", "slow:500ms@tools/call")


def out_of_time(tmp_path, first_s, *words):
    """A gate on the mock that gets as far as the tools before its time is over."""

    def runs_out(time_s):
        with mock_target("stdio", *words) as server:
            done = gate(*server, "--max-time", f"{time_s}s", cwd=tmp_path)
        assert done.code == FAIL, done.stderr
        assert done.run["incomplete"] == f"the run took longer than --max-time ({time_s} s)"
        return done

    done = patiently(runs_out, first_s)
    assert_artifacts_are_valid(done.out)
    assert_replay_is_the_same(done.out, tmp_path)
    return done


def test_out_of_time_is_an_incomplete_run(tmp_path):
    done = out_of_time(tmp_path, 3, *SLOW)
    assert {test["status"] for test in done.run["tests"]} >= {"passed", "inconclusive"}


def test_out_of_time_before_the_tools_were_listed_is_a_run_without_tools(tmp_path):
    done = out_of_time(tmp_path, 2, "--preset", "demo", "--fault", "hang@tools/list")
    assert done.run["safety"]["tools"] == 0


def test_out_of_time_before_the_hello_is_never_ready(tmp_path):
    with mock_target("stdio", "--preset", "demo", "--fault", "wedged") as server:
        done = gate(*server, "--max-time", "1s", cwd=tmp_path)
    assert done.code == NEVER_READY
    assert "the run took longer than --max-time (1 s)" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_an_interrupted_run_writes_what_it_has(number, tmp_path):
    out = tmp_path / "out"
    with marked("interrupt") as env, mock_target("stdio", *SLOW) as server:
        command = [*MCPTEST, "gate", "--out", str(out), *server]
        running = subprocess.Popen(
            command,
            cwd=tmp_path,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        transcript = out / "transcript.jsonl"
        while not (transcript.exists() and transcript.read_text().count('"CallTool"') >= 3):
            assert running.poll() is None
            time.sleep(0.02)
        running.send_signal(number)
        stdout, stderr = running.communicate(timeout=GIVES_UP_S)
        assert_nothing_left(env)
    done = Gated(running.returncode, stdout, stderr, out)
    assert done.code == INTERRUPTED, done.stderr
    assert done.run["incomplete"] == "the run was interrupted"
    assert done.run["summary"]["passed"] >= 2
    assert json.loads((out / "verdict.json").read_text())["verdict"] == "fail"
    assert_artifacts_are_valid(out)
    assert_replay_is_the_same(out, tmp_path)


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("unknown_tool", "  incomplete    the transcript is not complete: "),
        ("2025-06-18/meet", "the examination is incomplete: the transcript is not complete: "),
    ],
    ids=["cut among the probes", "cut in the examination"],
)
def test_half_a_transcript_replays_to_an_incomplete_run(last, told, tmp_path):
    with mock_target("stdio", "--preset", "demo") as server:
        done = gate(*server, cwd=tmp_path)
    lines = (done.out / "transcript.jsonl").read_text().splitlines(keepends=True)
    end = max(n for n, line in enumerate(lines) if f'"check":"{last}"' in line)
    half = tmp_path / "half.jsonl"
    half.write_text("".join(lines[: end + 1]))
    again = mcptest_text("replay", half, "--out", tmp_path / "again", "--gate", cwd=tmp_path)
    assert again.returncode == FAIL, again.stderr
    assert told in again.stdout
