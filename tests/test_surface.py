"""`mcptest surface` with small servers: what users see, and what nobody may see."""

import base64
import json
import re
import signal
import subprocess
import sys
import time
from urllib.parse import quote

import in_process
import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator
from leftovers import assert_nothing_left, marked
from patience import GIVES_UP_S, patiently

SERVERS = FIXTURES / "servers"
SCHEMAS = ROOT / "src" / "mcptest_action" / "schemas"


def python_server(name, *words):
    return " ".join([sys.executable, str(SERVERS / name), *map(str, words)])


def mcptest(*words, cwd, env=None):
    return in_process.mcptest(*words, cwd=cwd, env=env)


def surface(*words, cwd, env=None):
    return mcptest("surface", *words, cwd=cwd, env=env)


def check_transcript(path):
    """Every line is valid; the first is the header."""
    validator = Draft202012Validator(json.loads((SCHEMAS / "transcript.schema.json").read_text()))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0]["type"] == "header"
    for line in lines:
        validator.validate(line)
    return lines


def test_a_slow_server_is_waited_for(tmp_path):
    command = python_server("slow_start.py", 1.5)
    done = surface("--server-command", command, "--format", "json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert [tool["name"] for tool in document["tools"]] == ["wait"]
    schema = json.loads((SCHEMAS / "surface.schema.json").read_text())
    Draft202012Validator(schema).validate(document)


def test_a_server_that_is_too_slow_is_exit_3_with_what_was_tried(tmp_path):
    command = python_server("slow_start.py", 3600)
    done = surface("--server-command", command, "--timeout", "300ms", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, b"")
    said = done.stderr.decode()
    assert "the server did not answer within 0.3 s" in said
    assert "tried server/discover (2026-07-28)" in said
    assert "tried initialize (2025-11-25)" in said
    assert "hint: a first start may have to install packages: --timeout 120s" in said


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("import sys; sys.exit('cannot find its config')", ["exited with code 1", "| cannot find its config"]),
        ("raise ImportError('no module named left-pad')", ["| ImportError: no module named left-pad"]),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", ["ended by signal 11"]),
        ("print('hello'); import time; time.sleep(3600)", ["is not JSON-RPC: hello", "standard output is for the protocol only"]),
    ],
    ids=["exits", "raises", "crashes", "chats"],
)  # fmt: skip
def test_a_server_that_does_not_start_is_diagnosed(program, said, tmp_path):
    script = tmp_path / "server.py"
    script.write_text(program)
    env = {"PYTHONUNBUFFERED": "1"}

    def is_diagnosed(timeout_s):
        words = ("--server-command", f"{sys.executable} {script}", "--timeout", f"{timeout_s}s")
        done = surface(*words, cwd=tmp_path, env=env)
        assert (done.returncode, done.stdout) == (3, b"")
        for words in said:
            assert words in done.stderr.decode()

    patiently(is_diagnosed)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--server-command", "no-such-program-here"], 3, "'no-such-program-here' cannot be started: no such file"),
        (["--server-url", "http://127.0.0.1:9/mcp"], 3, "could not be reached: connection refused"),
        (["--server-url", "ftp://x"], 2, "is not an http or https address"),
        (["--server-url", "http://user:pw@127.0.0.1/mcp"], 2, "must not carry a user name or password"),
        (["--server-command", "'"], 2, "cannot be split into words"),
        (["--server-command", "x", "--server-url", "http://x/"], 2, "name one server, not two (keep one of them)"),
        (["--server-command", "x", "--timeout", "soon"], 2, "'soon' is not a length of time"),
        (["--server-command", "x", "--header-env", "A=B"], 2, "are for servers with a URL"),
        (["--server-url", "http://127.0.0.1:9/", "--header-env", "x"], 2, "is not NAME=VARIABLE"),
        (["--server-url", "http://127.0.0.1:9/", "--bearer-token-env", "UNSET_TOKEN"], 2, "UNSET_TOKEN is not set"),
        (["--server-url", "https://127.0.0.1:9/", "--ca-file", "nope.pem"], 2, "cannot be used as a CA file"),
        (["--server-command", "x", "--server", "y"], 2, "--server: is for servers in the configuration file"),
        (["--server-command", "x", "--config", "nope.yml"], 2, "nope.yml: cannot be read: no such file"),
        (["--config", "nope.yml"], 2, "nope.yml: cannot be read: no such file"),
        (["--server", "y"], 2, "there is no server to talk to"),
        ([], 2, "there is no server to talk to (add --server-command or --server-url, or write a mcptest.yml)"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)  # fmt: skip
def test_what_cannot_work_gets_one_clear_message(words, code, said, tmp_path):
    done = surface(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, b"")
    assert said in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_waiting_says_so_and_gives_up_in_time(tmp_path):
    def says_so(ready_s):
        words = ("--server-url", "http://127.0.0.1:9/mcp", "--wait-for-ready", f"{ready_s}s")
        done = surface(*words, cwd=tmp_path)
        assert done.returncode == 3
        lines = done.stderr.decode().splitlines()
        assert re.match(r"not ready yet, \d+ s left: server/discover \(2026-07-28\)", lines[0])
        assert any("connection refused" in line for line in lines[1:])

    patiently(says_so)


def test_a_configuration_file_names_the_server(tmp_path):
    (tmp_path / "mcptest.yml").write_text(
        "servers:\n"
        "  slow:\n"
        f"    command: {sys.executable}\n"
        f"    args: [{SERVERS / 'slow_start.py'}, 0]\n"
        "  other:\n"
        "    url: http://127.0.0.1:9/mcp\n"
    )
    assert surface("--server", "slow", cwd=tmp_path).returncode == 0
    several = surface(cwd=tmp_path)
    assert (several.returncode, b"add --server slow|other" in several.stderr) == (2, True)
    misspelt = surface("--server", "slwo", cwd=tmp_path)
    assert (misspelt.returncode, b"did you mean slow?" in misspelt.stderr) == (2, True)


def test_a_configuration_file_may_stand_beside_a_server_of_the_flags(tmp_path):
    """Its servers are left aside; everything else in it counts."""
    config = tmp_path / "other.yml"
    config.write_text(
        "servers: {unused: {url: http://127.0.0.1:9/mcp}}\ntools: {wait: {class: Destructive}}\n"
    )
    words = ["--server-command", python_server("slow_start.py", 0), "--config", "other.yml"]
    assert surface(*words, cwd=tmp_path).returncode == 0
    shown = mcptest("safety", *words, cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert b"wait  Destructive" in shown.stdout
    config.write_text("tools: {wait: {class: harmless}}\n")
    refused = surface(*words, cwd=tmp_path)
    assert (refused.returncode, b"other.yml:1:" in refused.stderr) == (2, True)


def test_no_secret_is_ever_written(tmp_path):
    """The server shouts it everywhere; nothing we write or print holds it in any spelling."""
    secret = "s3cr3t/Value+with=Ünïcode&more"
    (tmp_path / "mcptest.yml").write_text(
        "servers:\n"
        "  telltale:\n"
        f"    command: {sys.executable}\n"
        f"    args: [{SERVERS / 'telltale.py'}]\n"
        "    env:\n"
        "      TELLTALE: {env: MY_SECRET}\n"
    )
    ascii_secret = "s3cr3t/Value+with=odd&more"
    env = {"MY_SECRET": ascii_secret, "PYTHONIOENCODING": "utf-8"}
    seen = []
    for number, words in enumerate((["--format", "json"], ["--format", "pretty"])):
        done = surface(
            *words,
            "--transcript",
            f"t{number}.jsonl",
            "--output",
            f"o{number}",
            cwd=tmp_path,
            env=env,
        )
        assert done.returncode == 3, done.stderr  # resources/list fails, and says so
        seen += [done.stdout, done.stderr]
        check_transcript(tmp_path / f"t{number}.jsonl")
    seen += [p.read_bytes() for p in tmp_path.iterdir() if p.name != "mcptest.yml"]
    everything = b"\n".join(seen)
    raw = ascii_secret.encode()
    needles = [
        raw,
        quote(ascii_secret, safe="").encode(),
        raw.hex().encode(),
        base64.b64encode(raw),
    ]
    needles += [base64.b64encode(b"x" * shift + raw)[4:-4] for shift in range(3)]
    needles += [base64.urlsafe_b64encode(b"x" * shift + raw)[4:-4] for shift in range(3)]
    assert [needle for needle in needles if needle in everything] == []
    assert b"***" in everything
    assert len(secret) > 4


def test_a_secret_that_breaks_lines_is_refused(tmp_path):
    done = surface(
        "--server-url",
        "http://127.0.0.1:9/",
        "--bearer-token-env",
        "T",
        cwd=tmp_path,
        env={"T": "abc\ndef"},
    )
    assert done.returncode == 2
    assert b"holds a line break" in done.stderr
    assert b"abc" not in done.stderr


def heeding_signals():
    """Tests that run in the background of a shell have inherited to ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", ["t.jsonl", "started"])
def test_an_interrupt_ends_children_and_keeps_the_transcript(number, moment, tmp_path):
    """While the server starts, and while it is waited for; test_interrupt.py has the other moments."""
    transcript, started = tmp_path / "t.jsonl", tmp_path / "started"
    command = [sys.executable, "-m", "mcptest_action", "surface", "--server-command",
               f"sh -c '>{started}; {python_server('slow_start.py', 3600)}; true'", "--transcript", str(transcript),
               "--timeout", "1h"]  # fmt: skip
    pipe, heed = subprocess.PIPE, heeding_signals
    with marked(f"{number}-{moment}") as env:
        with subprocess.Popen(command, env=env, stderr=pipe, preexec_fn=heed) as process:  # noqa: PLW1509 - no threads
            while not (tmp_path / moment).exists():
                assert process.poll() is None
                time.sleep(0.001)
            process.send_signal(number)
            _, stderr = process.communicate(timeout=GIVES_UP_S)
        assert_nothing_left(env)
    assert (process.returncode, stderr) == (130, b"interrupted\n")
    check_transcript(transcript)


def test_children_of_the_server_do_not_stay_behind(tmp_path):
    script = tmp_path / "server.sh"
    script.write_text(f"sleep 300 &\n{python_server('slow_start.py', 0)}\n")
    with marked("grandchild") as env:
        done = surface("--server-command", f"sh {script}", cwd=tmp_path, env=env)
        assert done.returncode == 0, done.stderr
        assert_nothing_left(env)


def test_github_is_told_to_hide_the_secret(tmp_path):
    env = {"GITHUB_ACTIONS": "true", "T": "top-secret-token"}
    done = surface(
        "--server-url", "http://127.0.0.1:9/mcp", "--bearer-token-env", "T", cwd=tmp_path, env=env
    )
    assert done.stdout == b"", "which may be a file"
    mask, _, rest = done.stderr.partition(b"\n")
    assert mask == b"::add-mask::top-secret-token"
    assert b"top-secret-token" not in rest


@pytest.mark.parametrize(
    ("secret", "reason"),
    [
        ("schlüssel", "holds characters that are not ASCII"),
        ("key\n", "holds a line break or worse"),
    ],
)
def test_a_secret_that_cannot_be_sent_is_refused_for_what_it_is(tmp_path, secret, reason):
    words = ["--server-url", "http://127.0.0.1:9/mcp", "--bearer-token-env", "T"]
    done = surface(*words, cwd=tmp_path, env={"T": secret})
    assert done.returncode == 2
    assert f"the environment variable T {reason}" in done.stderr.decode()
    assert secret.strip() not in done.stderr.decode()


def test_what_ci_lends_to_its_steps_is_not_lent_to_the_server(tmp_path):
    script = tmp_path / "server.py"
    script.write_text("import os, sys; sys.exit(' '.join(sorted(os.environ)))")
    env = {"GITHUB_TOKEN": "x", "ACTIONS_RUNTIME_TOKEN": "x", "INPUT_POLICY": "x", "KEEP_ME": "1"}
    files = ("OUTPUT", "ENV", "PATH", "STEP_SUMMARY", "STATE")
    env |= {f"GITHUB_{name}": "x" for name in files}
    done = surface("--server-command", f"{sys.executable} {script}", cwd=tmp_path, env=env)
    assert b"KEEP_ME" in done.stderr
    for name in env.keys() - {"KEEP_ME"}:
        assert name.encode() not in done.stderr
