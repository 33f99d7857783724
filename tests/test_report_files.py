"""The folder of a gate: all files of one run, or a mark that says that there is no verdict."""

import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import FIXTURES, ROOT
from in_process import mcptest, mcptest_text
from leftovers import assert_nothing_left, marked
from patience import GIVES_UP_S

from mcptest_action.app.report_files import UNFINISHED
from mcptest_action.core.pipeline.judging import FILES

PROGRAM = [sys.executable, "-m", "mcptest_action"]
MOCK = f"'{sys.executable}' -m mcptest_action mock"
DEMO = ("--server-command", f"{MOCK} --preset demo")
NOBODY = ("--server-url", "http://127.0.0.1:9/mcp")
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


# A copy of ours makes way. Its sign is all that tells it from somebody else's file.
OLD = b'<testsuites><testsuite name="mcptest.policy" tests="1"/></testsuites>'


@pytest.mark.parametrize("how", ["kill", "full"])
def test_wherever_a_gate_is_cut_off_there_is_one_run_or_the_mark(tmp_path, how):
    before = tmp_path / "before"
    (before / "mcptest-out").mkdir(parents=True)
    (before / "reports").mkdir()
    for name in ("run.json", "verdict.json", "junit.xml", "transcript.jsonl", "mine.txt"):
        (before / "mcptest-out" / name).write_bytes(OLD)
    (before / "reports" / "copy.xml").write_bytes(OLD)
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
        assert found.pop("mcptest-out/mine.txt") == OLD
        seen = {name: text for name, text in found.items() if "/." not in name}
        if f"mcptest-out/{UNFINISHED}" in found:
            marks += 1
            # Only a kill while the files are moved leaves any of them, and never beside new ones.
            assert how == "kill" or OLD not in seen.values(), n
            assert OLD not in seen.values() or seen.keys() <= {*old, f"mcptest-out/{UNFINISHED}"}
        elif OLD in seen.values():
            assert {**seen, "mcptest-out/mine.txt": OLD} == old, n
        else:
            assert {*seen, "mcptest-out/mine.txt"} == new, n
    assert marks > 3


def test_a_run_without_a_verdict_leaves_other_peoples_files_at_the_copies_paths(place):
    """README.md is to be replaced by the summary, but not by nothing."""
    own = {"README.md": "# Mine\n", "package.json": '{"name": "mine"}', "link.md": ""}
    for name, text in own.items():
        (place / name).write_text(text)
    (place / "link.md").unlink()
    (place / "link.md").symlink_to("README.md")
    words = ("--summary", "README.md", "--json", "package.json", "--sarif", "link.md")
    assert mcptest("gate", *NOBODY, *QUICK, *words, cwd=place).returncode == 3
    assert (place / "mcptest-out" / UNFINISHED).exists()
    assert not (place / "reports" / "copy.xml").exists(), "that one was a report of ours"
    assert (place / "README.md").read_text() == "# Mine\n"
    assert (place / "package.json").read_text() == '{"name": "mine"}'
    assert (place / "link.md").is_symlink()
    assert mcptest("gate", *DEMO, *QUICK, *words, cwd=place).returncode == 0
    assert (place / "README.md").read_text().startswith("## Policy verdict: ")
    assert not [name for name in content(place) if name.startswith(".") or "/." in name]


def test_every_copy_of_ours_makes_way(place):
    """Also one that only looks like ours, and that somebody has put there."""
    copies = ("--json", "a", "--summary", "b", "--junit", "c", "--sarif", "d")
    given = ("--policy", POLICY / "policy.yml", "--run-report", POLICY / "run.json")
    assert mcptest("gate", *given, *copies, cwd=place).returncode == 1
    assert {"a", "b", "c", "d"} <= content(place).keys()
    (place / "c").write_text(f"<!--{'x' * 9000}--><testsuites><testsuite tests='9'/></testsuites>")
    (place / "d").write_text('{"version":"2.1.0","runs":[]}')
    assert mcptest("gate", *NOBODY, *copies, cwd=place).returncode == 3
    assert not {"a", "b", "c", "d"} & content(place).keys()


JUDGED = ("gate", "--policy", POLICY / "policy.yml", "--run-report", POLICY / "run.json")


@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_a_copy_may_go_where_standard_output_goes(tmp_path, path):
    """Into a pipe, which has no path of its own; or behind the report in a file."""
    command = list(map(str, [*PROGRAM, *JUDGED, "--json", path, "--summary", path]))
    piped = subprocess.run(
        command, cwd=tmp_path, capture_output=True, timeout=GIVES_UP_S, check=False
    )
    assert piped.returncode == 1, piped.stderr
    copies = [
        (tmp_path / "mcptest-out" / name).read_bytes() for name in ("verdict.json", "summary.md")
    ]
    report, *_ = piped.stdout.partition(b"{\n")
    assert b"verdict: FAIL" in report
    assert piped.stdout == report + b"".join(copies)
    with (tmp_path / "log").open("wb") as log:
        log.write(b"before\n")
        log.flush()
        subprocess.run(
            command[:-2], cwd=tmp_path, stdout=log, stderr=log, timeout=GIVES_UP_S, check=False
        )
    text = (tmp_path / "log").read_bytes()
    assert text.startswith(b"before\n")
    assert text.index(b"verdict: FAIL") < text.index(b'"schema_version"')


def full_disk(place, *words):
    """A command that can write a mark, and of any other file no more than a little."""
    return subprocess.run(
        ["/bin/sh", "-c", 'ulimit -f 1; exec "$@"', "sh", *PROGRAM, *words],
        cwd=place, capture_output=True, timeout=GIVES_UP_S, check=False, text=True,
    )  # fmt: skip


def test_a_full_disk_leaves_no_verdict_of_an_earlier_run(place):
    done = full_disk(place, "gate", *DEMO, *QUICK)
    assert done.returncode == 2
    assert "transcript.jsonl: cannot be written" in done.stderr
    left = {"mcptest-out/mine.txt", f"mcptest-out/{UNFINISHED}", "mcptest-out/transcript.jsonl"}
    assert content(place).keys() == left


def test_nor_an_earlier_report_of_one_command(tmp_path):
    (tmp_path / "suite.yml").write_text("tools: [{name: one, tool: get_record}]\n")
    (tmp_path / "report.json").write_text("old")
    words = ("--transcript", "transcript.jsonl", "--output", "report.json")
    done = full_disk(tmp_path, "run", "suite.yml", *DEMO, *words)
    assert done.returncode == 2
    assert "transcript.jsonl: cannot be written" in done.stderr
    assert content(tmp_path).keys() == {"suite.yml", "transcript.jsonl"}


def test_where_not_even_the_mark_can_be_written_all_is_as_it_was_and_we_say_so(place):
    (place / "mcptest-out" / UNFINISHED).mkdir()
    before = content(place)
    done = mcptest_text("gate", *DEMO, *QUICK, cwd=place)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        f"error: mcptest-out/{UNFINISHED}: cannot be written: is a directory"
        " (nothing was changed: what is in mcptest-out is of an earlier run)"
    )
    assert content(place) == before
    shutil.rmtree(place / "mcptest-out" / UNFINISHED)
    for name in ("transcript.jsonl", *FILES.values()):
        (place / "mcptest-out" / name).unlink(missing_ok=True)
    (place / "reports" / "copy.xml").unlink()
    (place / "mcptest-out" / UNFINISHED).mkdir()
    done = mcptest_text("gate", *DEMO, *QUICK, cwd=place)
    assert done.stderr.splitlines()[-1].endswith("cannot be written: is a directory")


@pytest.mark.parametrize(
    "words",
    [DEMO, ("--policy", POLICY / "policy.yml", "--run-report", POLICY / "run.json")],
    ids=["live", "offline"],
)
def test_what_cannot_be_moved_stops_the_gate_before_anything_is_lost(place, words):
    (place / "mcptest-out" / ".security.json.previous").mkdir()
    before = content(place)
    done = mcptest_text("gate", *words, *COPY, cwd=place)
    assert done.returncode == 2
    said = "security.json: cannot be moved to .security.json.previous: is a directory"
    assert said in done.stderr
    assert content(place) == before


def test_a_file_that_was_never_set_aside_is_not_removed(tmp_path):
    """Where nothing was, only what the gate itself wrote goes away again."""
    words = ("--json", "somewhere/verdict.json", "--only", "no_such_tool")
    assert mcptest("gate", *DEMO, *words, cwd=tmp_path).returncode == 2
    assert content(tmp_path) == {}


OUTSIDER = """
import pathlib, sys
from mcptest_action.app import live_gate

talk = live_gate.talk
def meanwhile(conversation):
    {does}
    return talk(conversation)
live_gate.talk = meanwhile
from mcptest_action.cli import main
sys.exit(main(sys.argv[1:]))
"""
BEGUN = f"pathlib.Path('mcptest-out/{UNFINISHED}').write_text('another')"
ENDED = f"pathlib.Path('mcptest-out/{UNFINISHED}').unlink()"
WROTE = "pathlib.Path('mcptest-out/verdict.json').write_text('theirs')"


def beside_another(place, does, *words):
    """A gate, and what another one does in its folder after it has begun."""
    return subprocess.run(
        [sys.executable, "-c", OUTSIDER.format(does=does), "gate", *DEMO, *QUICK, *words],
        cwd=place, capture_output=True, timeout=GIVES_UP_S, check=False, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("does", [BEGUN, ENDED], ids=["begun", "ended"])
def test_a_wrong_invocation_leaves_what_another_gate_wrote_meanwhile(place, does):
    done = beside_another(place, f"{does}; {WROTE}", "--only", "no_such_tool")
    assert done.returncode == 2
    assert (place / "mcptest-out/verdict.json").read_text() == "theirs"
    assert (place / "mcptest-out" / UNFINISHED).exists() is (does is BEGUN)
    assert done.stderr.count("warning: another gate has worked in mcptest-out at the same") == 1


@pytest.mark.parametrize("does", [BEGUN, ENDED], ids=["begun", "ended"])
def test_what_may_be_of_two_gates_stays_marked(place, does):
    done = beside_another(place, does)
    assert done.returncode == 0
    (warning,) = [line for line in done.stderr.splitlines() if "another gate" in line]
    assert warning == (
        "warning: another gate has worked in mcptest-out at the same time: its files may be of two"
        f" runs, so {UNFINISHED} stays (give each a folder of its own: --out DIR)"
    )
    text = (place / "mcptest-out" / UNFINISHED).read_text()
    assert (text == "another") is (does is BEGUN)


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
