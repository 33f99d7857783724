"""Whatever is thrown at it: one located sentence, exit 2, bounded memory, no traceback."""

import json
import os
import resource
import subprocess
import sys

import pytest
from conftest import ROOT
from patience import GIVES_UP_S

MIB = 1024 * 1024
POLICY = 'version: "1.0"\nrules:\n  - {id: a, fact: run.failed, max: 0}\n'
BOMB = "a: &a [x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)
)


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (500 * MIB, 500 * MIB))
    resource.setrlimit(resource.RLIMIT_CPU, (30, 30))


def simulate(folder, *words):
    """The gate with 500 MB of memory and 30 s of the processor."""
    command = [sys.executable, "-m", "mcptest_action", "policy", "simulate", "--gate", *words]
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        timeout=GIVES_UP_S,
        check=False,
        preexec_fn=limited,
    )


def assert_refused(done, where, word):
    lines = done.stderr.decode().splitlines()
    assert (done.returncode, done.stdout, len(lines)) == (2, b"", 1), done.stderr[-2000:]
    assert lines[0].startswith(f"error: {where}")
    assert word in lines[0]


POLICIES = {
    "empty": (b"", "policy.yml:1:1:", "empty"),
    "only a comment": (b"# nothing\n", "policy.yml:1:1:", "empty"),
    "binary": (bytes(range(256)), "policy.yml:2:118:", "not UTF-8"),
    "zeros": (b"\0" * 1000, "policy.yml:1:1:", "U+0000"),
    "an ELF file": (b"\x7fELF\x02\x01\x01\0", "policy.yml:1:1:", "U+007F"),
    "not UTF-8": (b"version: '1.0'\nrules: \xff\n", "policy.yml:2:8:", "0xff"),
    "latin-1": ("version: '1.0' # café\n".encode("latin-1"), "policy.yml:1:21:", "0xe9"),
    "UTF-16": (POLICY.encode("utf-16"), "policy.yml:1:1:", "UTF-16"),
    "too large": (b"# x\n" * (MIB // 4) + b"#", "policy.yml:", "larger than 1 MiB"),
    "deep": (b"[" * 100_000, "policy.yml:1:51:", "levels deep"),
    "deep block": (b"- " * 50_000, "policy.yml:1:101:", "levels deep"),
    "alias bomb": (BOMB.encode(), "policy.yml:1:4:", "anchors"),
    "tag": (b"!!python/object/apply:os.system [id]\n", "policy.yml:1:1:", "tag"),
    "merge key": (b"a: 1\n<<: *x\n", "policy.yml:2:5:", "aliases"),
    "duplicate key": (POLICY.encode() + b"rules: []\n", "policy.yml:4:1:", "appears twice"),
    "two documents": (POLICY.encode() * 2, "policy.yml:4:1:", "appears twice"),
    "a list": (b"[1, 2]\n", "policy.yml:1:1:", "not a mapping"),
    "a word": (b"hello\n", "policy.yml:1:1:", "mapping"),
    "JSON that is no policy": (b'{"version": "1.0"}', "policy.yml:1:1:", "no rules"),
    "many values": (b"- a\n" * 262_000, "policy.yml:150000:3:", "more than"),
    "unclosed quote": (b'version: "1.0\n', "policy.yml:2:1:", "not valid YAML"),
    "bidi": ("version: '\u202e1.0'\nrules: []\n".encode(), "policy.yml:1:11:", "U+202E"),
}
ARTIFACTS = {
    "empty": (b"", "run.json:1:1:", "empty"),
    "binary": (b"\x80\x81", "run.json:1:1:", "not UTF-8"),
    "truncated": (b'{"summary": {"failed": 0', "run.json:1:25:", "not valid JSON"),
    "trailing": (b'{"failed": 0} {"failed": 1}', "run.json:1:15:", "extra data"),
    "a number": (b"0", "run.json:", "not an object"),
    "null": (b"null", "run.json:", "null"),
    "YAML": (b"failed: 0\n", "run.json:1:1:", "not valid JSON"),
    "duplicate key": (b'{"failed": 1,\n "failed": 0}', "run.json:2:2:", "'failed' appears twice"),
    "deep": (b"[" * 1_000_000, "run.json:1:201:", "levels deep"),
    "deep and closed": (b"[" * 5000 + b"]" * 5000, "run.json:1:201:", "levels deep"),
    "many values": (b"[" + b"[]," * 11_000_000 + b"[]]", "run.json:", "values"),
    "too large": (b" " * (32 * MIB + 1), "run.json:", "larger than 32 MiB"),
    "wide and large": (b'["' + "\U0001f600".encode() * (8 * MIB - 2) + b'"]', "run.json:", "list"),
    "lone surrogate key": (b'{"\\ud800": 1}', "run.json:", "not recognised"),
    "control characters": (b'{"failed": "\x1b[31m"}', "run.json:1:13:", "control character"),
    "another artifact": (
        b'{"schema_version": "mcptest.dev/security/v1"}',
        "run.json:",
        "security/v1",
    ),
}


@pytest.mark.parametrize("name", POLICIES)
def test_policy(name, tmp_path):
    content, where, word = POLICIES[name]
    (tmp_path / "policy.yml").write_bytes(content)
    assert_refused(simulate(tmp_path, "--policy", "policy.yml"), where, word)


@pytest.mark.parametrize("name", ARTIFACTS)
def test_artifact(name, tmp_path):
    content, where, word = ARTIFACTS[name]
    (tmp_path / "policy.yml").write_text(POLICY)
    (tmp_path / "run.json").write_bytes(content)
    done = simulate(tmp_path, "--policy", "policy.yml", "--run-report", "run.json")
    assert_refused(done, where, word)


def make_link_loop(path):
    path.symlink_to(path.name)


PATHS = {
    "missing": (lambda _path: None, "no such file"),
    "a directory": (lambda path: path.mkdir(), "directory"),
    "a pipe nobody writes to": (os.mkfifo, "not a regular file"),
    "a link to itself": (make_link_loop, "symbolic links"),
    "a link to nothing": (lambda path: path.symlink_to("nowhere"), "no such file"),
    "an endless device": (lambda path: path.symlink_to("/dev/zero"), "not a regular file"),
}


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("flag", ["--policy", "--security"])
def test_path(name, flag, tmp_path):
    make, word = PATHS[name]
    make(tmp_path / "x")
    (tmp_path / "policy.yml").write_text(POLICY)
    words = ["--policy", "x"] if flag == "--policy" else ["--policy", "policy.yml", flag, "x"]
    assert_refused(simulate(tmp_path, *words), "x: ", word)


@pytest.mark.parametrize("path", ["", "x" * 5000, "\x1b[31mred"])
def test_impossible_names(path, tmp_path):
    done = simulate(tmp_path, "--policy", path)
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable(tmp_path):
    (tmp_path / "policy.yml").write_text(POLICY)
    (tmp_path / "policy.yml").chmod(0)
    assert_refused(simulate(tmp_path, "--policy", "policy.yml"), "policy.yml", "permission denied")


def test_every_problem_of_a_policy_is_told_at_once(tmp_path):
    (tmp_path / "policy.yml").write_text(POLICY + "waivrs: []\nvarsion: 1\n")
    done = simulate(tmp_path, "--policy", "policy.yml")
    assert done.returncode == 2
    assert [line.split(": ")[1] for line in done.stderr.decode().splitlines()] == [
        "policy.yml:4:1",
        "policy.yml:5:1",
    ]


def test_output_that_cannot_be_written(tmp_path):
    (tmp_path / "policy.yml").write_text(POLICY)
    for target in (".", "policy.yml/x", "/proc/nowhere/x"):
        done = simulate(tmp_path, "--policy", "policy.yml", "--output", target)
        assert_refused(done, f"{target}: ", "cannot be written")


def test_the_example_survives_every_truncation_of_its_artifacts(tmp_path):
    """No prefix of a good artifact passes for the whole of it."""
    good = (ROOT / "examples" / "policy" / "run.json").read_bytes()
    (tmp_path / "policy.yml").write_text(POLICY)
    for length in range(0, len(good) - 2, 97):
        (tmp_path / "run.json").write_bytes(good[:length])
        done = simulate(tmp_path, "--policy", "policy.yml", "--run-report", "run.json")
        assert done.returncode == 2
    assert json.loads(good)


@pytest.mark.parametrize(
    "words",
    [
        ["validate", ""],
        ["run", ""],
        ["gate", "--suite="],
        ["gate", "--run-report="],
        ["policy", "explain", "a", "--policy="],
        ["policy", "simulate", "--policy="],
    ],
    ids=" ".join,
)
def test_an_empty_name_is_no_file(words, tmp_path):
    command = [sys.executable, "-m", "mcptest_action", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
    assert "the file name is empty (name a file)" in done.stderr


def test_a_wrong_flag_costs_nobody_a_suite(tmp_path):
    """Of a flag that is given twice, both files are inputs that no report may replace."""
    (tmp_path / "b.yml").write_text("mine")
    words = ["gate", "--suite=a.yml", "--suite", "b.yml", "--json", "b.yml", "--bogus"]
    command = [sys.executable, "-m", "mcptest_action", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, (tmp_path / "b.yml").read_text()) == (2, "mine"), done.stderr
