"""The folder of a gate: all files of one run, or a mark that says that there is no verdict."""

import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import FIXTURES, ROOT
from in_process import mcptest
from leftovers import assert_nothing_left, marked
from patience import GIVES_UP_S

from mcptest_action.app.report_files import UNFINISHED

PROGRAM = [sys.executable, "-m", "mcptest_action"]
MOCK = f"'{sys.executable}' -m mcptest_action mock"
DEMO = ("--server-command", f"{MOCK} --preset demo")
BLOCKING = FIXTURES / "servers" / "blocking.py"
COPY = ("--junit", "reports/copy.xml")
QUICK = ("--conformance", "off", *COPY)
POLICY = ROOT / "examples" / "policy"


def content(folder):
    """Every file below it, hidden ones included."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() or path.is_symlink()
    }


@pytest.fixture(scope="module")
def gated(tmp_path_factory):
    """A folder in which a gate has passed, and a file of somebody else's beside its own."""
    folder = tmp_path_factory.mktemp("gated")
    done = mcptest("gate", *DEMO, *QUICK, cwd=folder)
    assert done.returncode == 0, done.stderr
    (folder / "mcptest-out" / "mine.txt").write_text("mine")
    assert not (folder / "mcptest-out" / UNFINISHED).exists()
    return folder


@pytest.fixture
def place(gated, tmp_path):
    shutil.copytree(gated, tmp_path / "place")
    return tmp_path / "place"


WRONG = {
    "flag": ["--no-such-flag"],
    "value": ["--timeout", "soon"],
    "policy": ["--policy", "nowhere.yml"],
    "suite": ["--suite", "nowhere.yml"],
    "config": ["--config", "nowhere.yml"],
    "artifact": ["--judge-cert", "nowhere.json"],
    "probe": ["--only", "wrong_typ"],
    "tool": ["--only", "no_such_tool"],
    "server": ["--server", "x"],
    "copy": ["--sarif", f"mcptest-out/{UNFINISHED}"],
}


@pytest.mark.parametrize("words", WRONG.values(), ids=WRONG)
def test_a_wrong_invocation_deletes_nothing(place, words):
    before = content(place)
    assert mcptest("gate", *DEMO, *QUICK, *words, cwd=place).returncode == 2
    assert content(place) == before


@pytest.mark.parametrize(
    ("words", "code"),
    [([*DEMO, "--plan"], 0), (["--run-report", "mcptest-out/mine.txt"], 2), ([], 2)],
    ids=["plan", "not-an-artifact", "no-server"],
)
def test_nor_does_one_that_judges_nothing(place, words, code):
    before = content(place)
    assert mcptest("gate", *words, *COPY, cwd=place).returncode == code
    assert content(place) == before


def test_a_server_that_is_not_there_leaves_no_verdict(place):
    done = mcptest("gate", "--server-url", "http://127.0.0.1:9/mcp", *QUICK, cwd=place)
    assert done.returncode == 3
    assert sorted(content(place)) == [
        f"mcptest-out/{UNFINISHED}", "mcptest-out/mine.txt", "mcptest-out/transcript.jsonl",
    ]  # fmt: skip
    text = (place / "mcptest-out" / UNFINISHED).read_text()
    assert text.startswith("A gate began here and has not come to its end: ")
    # An invocation that turns out to be wrong does not make it finished.
    left = content(place)
    assert mcptest("gate", *DEMO, *QUICK, "--only", "no_such_tool", cwd=place).returncode == 2
    assert content(place) == left


def test_a_run_with_fewer_files_leaves_none_of_the_last(place):
    words = ("--policy", POLICY / "policy.yml", "--run-report", POLICY / "run.json")
    assert mcptest("gate", *words, cwd=place).returncode == 1
    assert sorted(content(place / "mcptest-out")) == [
        "annotations.txt", "junit.xml", "mine.txt", "report.sarif", "summary.md", "verdict.json",
    ]  # fmt: skip


def test_one_file_by_two_names_comes_back(place):
    """`--junit` may name the file that is written anyway."""
    before = content(place)
    words = ("--junit", "mcptest-out/../mcptest-out/junit.xml", "--only", "no_such_tool")
    assert mcptest("gate", *DEMO, *words, cwd=place).returncode == 2
    assert content(place) == before


@pytest.mark.parametrize("method", ["initialize", "tools/list", "tools/call"])
def test_a_killed_run_leaves_no_verdict_and_the_next_one_is_whole(place, method):
    sign, whole = place / "sign", sorted(content(place))
    server = f"'{sys.executable}' '{BLOCKING}' {method} '{sign}'"
    command = [*PROGRAM, "gate", "--server-command", server, "--protocol", "legacy", *QUICK]
    with marked(method.replace("/", "-")) as env:
        child = subprocess.Popen(
            command, cwd=place, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while not sign.exists():
            assert child.poll() is None
            time.sleep(0.01)
        child.kill()
        child.wait(GIVES_UP_S)
        assert_nothing_left(env)
    sign.unlink()
    seen = {name for name in content(place) if "/." not in name}
    assert seen == {
        f"mcptest-out/{UNFINISHED}", "mcptest-out/mine.txt", "mcptest-out/transcript.jsonl",
    }  # fmt: skip
    assert mcptest("gate", *DEMO, *QUICK, cwd=place).returncode == 0
    assert sorted(content(place)) == whole


# Gates offline again and again, in a process of its own each time, which ends at its nth change of
# the file system: by SIGKILL, or because the disk is full. Says after how many it went through.
OFTEN = """
import errno, os, shutil, signal, sys
from mcptest_action import cli
from mcptest_action.shell import files
import mcptest_action.commands.gate

how, words = sys.argv[1], sys.argv[2:]

def counting(change):
    def counted(*args):
        global left
        left -= 1
        if left == 0 and how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if left == 0 and change is written:
            raise OSError(errno.ENOSPC, "No space left on device")
        return change(*args)
    return counted

written = files._write
files._write = counting(written)
os.replace, os.remove, os.unlink = map(counting, (os.replace, os.remove, os.unlink))

n = 0
while True:
    n += 1
    shutil.copytree("before", f"after-{n}")
    child = os.fork()
    if child == 0:
        left = n
        os.chdir(f"after-{n}")
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        code = cli.main(words)
        os._exit(99 if left > 0 else code)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 99:
        break
print(n)
"""


@pytest.mark.parametrize("how", ["kill", "full"])
def test_wherever_a_gate_is_cut_off_there_is_one_run_or_the_mark(tmp_path, how):
    before = tmp_path / "before"
    (before / "mcptest-out").mkdir(parents=True)
    (before / "reports").mkdir()
    for name in ("run.json", "verdict.json", "junit.xml", "transcript.jsonl", "mine.txt"):
        (before / "mcptest-out" / name).write_text("old")
    (before / "reports" / "copy.xml").write_text("old")
    words = ("gate", "--policy", POLICY / "policy.yml", "--run-report", POLICY / "run.json", *COPY)
    done = subprocess.run(
        [sys.executable, "-c", OFTEN, how, *map(str, words)],
        cwd=tmp_path, capture_output=True, timeout=GIVES_UP_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    count = int(done.stdout)
    assert count > 15
    old, new = content(before), set(content(tmp_path / f"after-{count}"))
    assert not any("/." in name or UNFINISHED in name for name in new)
    marks = 0
    for n in range(1, count):
        found = content(tmp_path / f"after-{n}")
        assert found.pop("mcptest-out/mine.txt") == b"old"
        seen = {name: text for name, text in found.items() if "/." not in name}
        if f"mcptest-out/{UNFINISHED}" in found:
            marks += 1
            # Only a kill while the files are moved leaves any of them, and never beside new ones.
            assert how == "kill" or b"old" not in seen.values(), n
            assert b"old" not in seen.values() or seen.keys() <= {*old, f"mcptest-out/{UNFINISHED}"}
        elif b"old" in seen.values():
            assert {**seen, "mcptest-out/mine.txt": b"old"} == old, n
        else:
            assert {*seen, "mcptest-out/mine.txt"} == new, n
    assert marks > 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_all_its_files_and_says_fail(place, number):
    """The copies too: what was cut short is told, not left out."""
    sign, whole = place / "sign", sorted(content(place))
    server = f"'{sys.executable}' '{BLOCKING}' tools/call '{sign}'"
    command = [*PROGRAM, "gate", "--server-command", server, "--protocol", "legacy", *QUICK]
    with marked(f"interrupted-{number}") as env:
        child = subprocess.Popen(
            command, cwd=place, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while not sign.exists():
            assert child.poll() is None
            time.sleep(0.01)
        child.send_signal(number)
        assert child.wait(GIVES_UP_S) == 130
        assert_nothing_left(env)
    sign.unlink()
    assert sorted(content(place)) == whole
    copy, report = place / "reports/copy.xml", place / "mcptest-out/junit.xml"
    assert copy.read_bytes() == report.read_bytes()
    assert b'"verdict": "fail"' in (place / "mcptest-out/verdict.json").read_bytes()


ALONE = {
    "run": ["run", "suite.yml"],
    "conformance": ["conformance", "run", "--format", "json"],
    "security": ["security", "--format", "json"],
}
NOBODY = ("--server-url", "http://127.0.0.1:9/mcp")


@pytest.mark.parametrize("words", ALONE.values(), ids=ALONE)
def test_the_report_of_one_command_is_this_runs_or_none(tmp_path, words):
    (tmp_path / "suite.yml").write_text("tools: [{name: one, tool: get_record}]\n")
    (tmp_path / "strange.yml").write_text("tools: {no_such_tool: {allow: true}}\n")
    report, link = tmp_path / "report.json", tmp_path / "link.json"
    link.symlink_to("report.json")
    for wrong in ([*NOBODY, "--no-such-flag"], [*DEMO, "--config", "strange.yml"]):
        report.write_text("old")
        assert mcptest(*words, *wrong, "--output", report, cwd=tmp_path).returncode == 2
        assert report.read_text() == "old"
    assert mcptest(*words, *NOBODY, "--output", report, cwd=tmp_path).returncode == 3
    assert not report.exists()
    assert mcptest(*words, *DEMO, "--output", link, cwd=tmp_path).returncode in (0, 1)
    assert link.is_symlink()
    assert report.stat().st_size > 100
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
