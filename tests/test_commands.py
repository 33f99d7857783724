"""The commands as processes: what a user types, sees, and gets as exit code."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from patience import GIVES_UP_S
from simulation import ARTIFACT_FILES

from mcptest_action.app.exit_code import ExitCode
from mcptest_action.commands import COMMANDS

EXAMPLE = ROOT / "examples" / "policy"
ALL_ARTIFACTS = [word for pair in ARTIFACT_FILES.items() for word in pair]


def mcptest(*words, cwd=EXAMPLE, env=None, **kwargs):
    """Run the command as a user would; no test may take longer than a minute."""
    command = [sys.executable, "-m", "mcptest_action", *map(str, words)]
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, timeout=GIVES_UP_S,
        check=False, **kwargs,
    )  # fmt: skip


def simulate(*words, **kwargs):
    return mcptest("policy", "simulate", "--policy", "policy.yml", *words, **kwargs)


@pytest.fixture
def workplace(tmp_path):
    """A copy of the example, to break."""
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    return tmp_path


def failing_run(folder):
    summary = {"total": 2, "passed": 1, "failed": 1, "skipped": 0, "inconclusive": 0}
    (folder / "run.json").write_text(json.dumps({"summary": summary}))


def test_the_example_of_the_documentation_passes():
    done = simulate(*ALL_ARTIFACTS, "--gate")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\nverdict: PASS (1 waived, 10 pass)\n" in done.stdout


def test_with_only_a_policy_every_rule_is_unevaluated():
    done = simulate("--format", "json")
    assert done.returncode == 0
    verdict = json.loads(done.stdout)
    assert verdict["verdict"] == "fail"
    assert {rule["outcome"] for rule in verdict["rules"]} == {"unevaluated"}
    assert simulate("--gate").returncode == 1


def test_a_failing_verdict_is_exit_0_without_gate_and_1_with_it(workplace):
    failing_run(workplace)
    assert simulate(*ALL_ARTIFACTS, cwd=workplace).returncode == 0
    assert simulate(*ALL_ARTIFACTS, "--gate", cwd=workplace).returncode == 1


def test_json_carries_what_the_contract_names():
    verdict = json.loads(simulate(*ALL_ARTIFACTS, "--format", "json").stdout)
    assert {"schema_version", "verdict", "evaluated_at", "rules", "waivers"} <= set(verdict)
    for rule in verdict["rules"]:
        names = "id outcome severity fact observed expected source because waiver".split()
        assert set(names) <= set(rule)
    assert {"rule", "state"} <= set(verdict["waivers"][0])


def test_the_clock_of_a_gate_cannot_be_set_by_accident():
    words = (*ALL_ARTIFACTS, "--now", "2100-01-01T00:00:00Z", "--format", "json")
    assert json.loads(simulate(*words).stdout)["verdict"] == "fail"
    refused = simulate(*words, "--gate")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"a gate goes by the real time" in refused.stderr
    allowed = simulate(*words, "--gate", "--allow-time-override")
    assert allowed.returncode == 1
    assert json.loads(allowed.stdout)["time_overridden"] is True


def test_the_same_input_gives_the_same_bytes_everywhere(tmp_path):
    surroundings = [
        {"LC_ALL": "C", "TZ": "UTC", "PYTHONHASHSEED": "0", "TERM": "dumb"},
        {"LC_ALL": "C.UTF-8", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "7", "TERM": "xterm"},
        {
            "LC_ALL": "tr_TR.UTF-8",
            "PYTHONIOENCODING": "latin-1",
            "PYTHONUTF8": "0",
            "COLUMNS": "20",
        },
    ]
    for name in ("pretty", "json", "markdown", "junit", "annotations"):
        outputs = set()
        for number, env in enumerate(surroundings):
            folder = tmp_path / f"{name}-{number}"
            shutil.copytree(EXAMPLE, folder)
            (folder / "policy.yml").write_text(
                (folder / "policy.yml").read_text().replace("platform-team", "Équipe İstanbul 日本")
            )
            done = simulate(*ALL_ARTIFACTS, "--format", name, "--now", "2027-01-01T00:00:00Z",
                            cwd=folder, env=env)  # fmt: skip
            assert (done.returncode, done.stderr) == (0, b"")
            outputs.add(done.stdout)
            absolute = [
                str(folder / word) if word.endswith(".json") else word for word in ALL_ARTIFACTS
            ]
            done = mcptest("policy", "simulate", "--policy", folder / "policy.yml", *absolute,
                           "--format", name, "--now", "2027-01-01T00:00:00Z", cwd=tmp_path,
                           env=env)  # fmt: skip
            outputs.add(done.stdout.replace(f"{folder.name}/".encode(), b""))
        assert len(outputs) == 1, name


def test_a_report_goes_to_a_file_and_leaves_no_parts(workplace):
    done = simulate(
        *ALL_ARTIFACTS, "--format", "junit", "--output", "out/deep/junit.xml", cwd=workplace
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"wrote out/deep/junit.xml\n")
    assert [path.name for path in (workplace / "out" / "deep").iterdir()] == ["junit.xml"]


def test_a_report_never_overwrites_its_input(workplace):
    before = (workplace / "run.json").read_bytes()
    done = simulate(*ALL_ARTIFACTS, "--output", "./run.json", cwd=workplace)
    assert done.returncode == 2
    assert b"would overwrite the input run.json" in done.stderr
    assert (workplace / "run.json").read_bytes() == before


FORBIDDEN = ("mcp", "pydantic", "httpx2", "jsonschema", "asyncio")


@pytest.mark.parametrize(
    "words",
    [
        ["policy", "simulate", "--policy", "policy.yml", *ALL_ARTIFACTS],
        *(["policy", "simulate", "--policy", "policy.yml", "--format", name]
          for name in ("json", "markdown", "junit", "annotations")),
        ["policy", "lint", "policy.yml"], ["policy", "facts"], ["policy", "schema"],
        ["policy", "explain", "tests-ran", "--policy", "policy.yml"], ["waiver", "list"], ["--help"],
        ["--version"], ["gate", "--help"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_cold_start_imports_no_heavy_package(words):
    program = (
        "import sys; from mcptest_action.cli import main; main(sys.argv[1:]);"
        f"sys.exit(','.join(n for n in {FORBIDDEN!r} if n in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words], cwd=EXAMPLE, capture_output=True, check=False
    )
    assert done.stderr.strip() == b"", "imported, or complained"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.words)
def test_every_command_explains_itself_with_examples(command):
    done = mcptest(*command.words.split(), "--help")
    assert done.returncode == 0
    assert b"\nexamples:\n  mcptest " in done.stdout


def test_every_command_module_is_listed():
    """Those with examples are commands; the others are shared among them."""
    files = (ROOT / "src/mcptest_action/commands").glob("*.py")
    modules = {path.stem for path in files if "\nEXAMPLES = " in path.read_text()}
    assert {command.module for command in COMMANDS} == modules


@pytest.mark.parametrize(
    ("words", "code", "stream", "said"),
    [
        ([], 2, "stderr", "mcptest policy simulate"),
        (["--help"], 0, "stdout", "mcptest waiver add"),
        (["policy", "--help"], 0, "stdout", "mcptest policy lint"),
        (["policy"], 2, "stderr", "mcptest policy lint"),
        (["--version"], 0, "stdout", "mcptest-action 0."),
        (["polcy"], 2, "stderr", "error: mcptest: 'polcy' is not a command (did you mean policy?)"),
        (["policy", "simulat"], 2, "stderr", "(did you mean policy simulate?)"),
        (["policy", "simulate", "--polcy", "x"], 2, "stderr",
         "error: mcptest policy simulate: there is no flag --polcy (did you mean --policy?)"),
        (["policy", "simulate"], 2, "stderr", "required: --policy"),
        (["policy", "simulate", "--policy", "a", "--policy", "b"], 2, "stderr", "--policy is given twice"),
        (["policy", "simulate", "--policy", "policy.yml", "--now", "today"], 2, "stderr",
         "error: --now: 'today' is not an RFC 3339 timestamp (as in 2026-12-31T00:00:00Z)"),
        (["policy", "simulate", "--policy", "policy.yml", "--format", "pdf"], 2, "stderr", "invalid choice: 'pdf'"),
        (["policy", "explain", "tests-rn", "--policy", "policy.yml"], 2, "stderr", "did you mean tests-ran?"),
        (["policy", "explain", "colour", "--policy", "policy.yml"], 2, "stderr", "known: tests-ran, "),
        (["schema", "nope"], 2, "stderr", "invalid choice: 'nope'"),
    ],
)  # fmt: skip
def test_wrong_words_get_one_sentence(words, code, stream, said):
    done = mcptest(*words)
    assert done.returncode == code
    assert said in getattr(done, stream).decode()
    assert b"Traceback" not in done.stderr


def test_explain_in_words_and_for_machines():
    words = ("policy", "explain", "no-high-findings", "--policy", "policy.yml", *ALL_ARTIFACTS)
    assert b"\noutcome:   waived, because security.high_count is 1" in mcptest(*words).stdout
    assert json.loads(mcptest(*words, "--format", "json").stdout)["outcome"] == "waived"


def test_explain_reads_what_the_last_gate_left(workplace):
    """Without a policy it goes by the built-in one, as the gate did."""
    (workplace / "policy.yml").unlink()
    out = workplace / "mcptest-out"
    out.mkdir()
    failed = {"id": "wrong_type:find", "status": "failed", "because": "accepted"}
    counts = {"total": 1, "passed": 0, "failed": 1, "skipped": 0, "inconclusive": 0}
    (out / "run.json").write_text(json.dumps({"summary": counts, "tests": [failed]}))
    done = mcptest("policy", "explain", "probes-passed", cwd=workplace)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b"note: reading mcptest-out/run.json\n"
    assert b"rule:      probes-passed (the default policy:" in done.stdout
    assert b"\n           wrong_type on find: Validate the arguments against" in done.stdout
    assert b"docs/probes.md#wrong_type\n" in done.stdout
    own = mcptest("policy", "explain", "the-run-says-something", cwd=workplace)
    assert b"(the gate's own, severity fail)" in own.stdout
    assert b"outcome:   pass, because probes have passed or failed" in own.stdout
    (out / "run.json").write_text(json.dumps({"summary": counts, "nothing_works": True}))
    own = mcptest("policy", "explain", "the-run-says-something", cwd=workplace)
    assert b"outcome:   unevaluated, because nothing works" in own.stdout


def test_explain_goes_by_the_policy_in_the_folder(workplace):
    done = mcptest("policy", "explain", "no-high-findings", *ALL_ARTIFACTS, cwd=workplace)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    assert b"no-high-findings (policy.yml:" in done.stdout


WAIVER = ("--rule", "a", "--owner", "me", "--reason", "because", "--for", "1d")


@pytest.mark.parametrize(
    "words", [("waiver", "add", *WAIVER), ("waiver", "list"), ("policy", "lint")]
)
def test_who_has_no_policy_yet_learns_how_to_get_one(words, tmp_path):
    done = mcptest(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        b"error: policy.yml: cannot be read: no such file or directory"
        b" (write one: mcptest policy init)\n"
    )
    named = ["ci.yml"] if words[1] == "lint" else ["--policy", "ci.yml"]
    assert mcptest(*words, *named, cwd=tmp_path).stderr.endswith(b"no such file or directory\n")
    named[-1] = ""
    assert b"the file name is empty" in mcptest(*words, *named, cwd=tmp_path).stderr


def test_lint_is_exit_2_only_for_errors(workplace):
    assert mcptest("policy", "lint", cwd=workplace).returncode == 0
    policy = workplace / "policy.yml"
    policy.write_text(policy.read_text().replace("run.failed", "run.faild"))
    done = mcptest("policy", "lint", "--format", "json", cwd=workplace)
    assert done.returncode == 2
    (remark,) = json.loads(done.stdout)["remarks"]
    assert (remark["line"], remark["hint"]) == (16, "did you mean run.failed?")
    policy.write_text("rules: 1\n")
    done = mcptest("policy", "lint", cwd=workplace)
    assert done.returncode == 2
    assert b"policy.yml:1:8: error: rules is a number, not a list\n" in done.stdout


def test_lint_tells_everything_at_once_and_can_be_strict(workplace):
    policy = workplace / "policy.yml"
    text = policy.read_text()
    policy.write_text(
        text.replace("run.failed", "run.faild").replace("severity: warn", "severity: Warn")
    )
    done = mcptest("policy", "lint", cwd=workplace)
    assert b"severity is 'Warn'" in done.stdout
    assert b"did you mean run.failed?" in done.stdout
    policy.write_text(text.replace("min: 1", "min: 0"))
    assert mcptest("policy", "lint", cwd=workplace).returncode == 0
    assert mcptest("policy", "lint", "--strict", cwd=workplace).returncode == 2


def test_on_github_an_unusable_policy_is_an_annotation(workplace):
    (workplace / "policy.yml").write_text("version: 1\nrules: []\n")
    done = simulate(cwd=workplace, env={"GITHUB_ACTIONS": "true"})
    assert done.stderr.splitlines()[0] == (
        b"::error file=policy.yml,line=1,col=10::policy.yml:1:10: version is '1', "
        b"not the text '1.0' (write version: \"1.0\")"
    )


def test_the_overview_names_every_exit_code():
    said = mcptest("--help").stdout.decode().partition("exit codes: ")[2]
    assert [int(code) for code in re.findall(r"\d+", said)] == sorted(ExitCode)


def test_init_writes_a_clean_policy_once(tmp_path):
    assert mcptest("policy", "init", cwd=tmp_path).returncode == 0
    assert mcptest("policy", "lint", cwd=tmp_path).returncode == 0
    again = mcptest("policy", "init", cwd=tmp_path)
    assert (again.returncode, b"exists already" in again.stderr) == (2, True)
    assert mcptest("policy", "init", "--force", cwd=tmp_path).returncode == 0


def test_init_tells_editors_where_the_schema_is(tmp_path):
    """At home; or beside the policy, which also works without a network."""
    mcptest("policy", "init", cwd=tmp_path)
    first = (tmp_path / "policy.yml").read_text().partition("\n")[0]
    place = "src/mcptest_action/schemas/policy.schema.json"
    assert first.startswith("# yaml-language-server: $schema=https://")
    assert first.endswith(f"/main/{place}")
    done = mcptest("policy", "init", "ci/policy.yml", "--with-schema", cwd=tmp_path)
    assert done.stderr.startswith(b"wrote ci/policy.schema.json\n")
    first = (tmp_path / "ci/policy.yml").read_text().partition("\n")[0]
    assert first == "# yaml-language-server: $schema=policy.schema.json"
    assert (tmp_path / "ci/policy.schema.json").read_bytes() == (ROOT / place).read_bytes()
    assert mcptest("policy", "lint", "ci/policy.yml", cwd=tmp_path).returncode == 0


def test_an_existing_policy_gets_no_schema_beside_it(workplace):
    assert mcptest("policy", "init", "--with-schema", cwd=workplace).returncode == 2
    assert not (workplace / "policy.schema.json").exists()


def test_lint_takes_several_files(workplace):
    (workplace / "other.yml").write_text("rules: 1\n")
    done = mcptest("policy", "lint", "policy.yml", "other.yml", cwd=workplace)
    assert done.returncode == 2
    assert done.stdout.startswith(b"policy.yml: no problems\nother.yml:1:1: error: ")
    done = mcptest("policy", "lint", "policy.yml", "other.yml", "--format", "json", cwd=workplace)
    one = mcptest("policy", "lint", "other.yml", "--format", "json", cwd=workplace)
    assert json.loads(done.stdout)["files"] == [
        {"file": "policy.yml", "remarks": []}, json.loads(one.stdout),
    ]  # fmt: skip


def test_a_list_of_waivers_can_fail(workplace):
    """The example's waiver ends in 2099."""

    def code(*words):
        return mcptest("waiver", "list", *words, cwd=workplace).returncode

    later = ("--now", "2100-01-01T00:00:00Z")
    assert [code(), code("--fail-on", "expired"), code("--fail-on", "expiring")] == [0, 0, 0]
    assert [code(*later), code("--fail-on", "expired", *later)] == [0, 1]
    assert code("--fail-on", "expiring", "--expiring-in", "100years") == 1
    assert code("--fail-on", "soon") == 2


def test_a_waiver_is_added_renewed_and_listed(workplace):
    words = ["waiver", "add", "--rule", "no-failed-tests", "--owner", "me", "--reason", "flaky #1"]
    now = ["--now", "2026-11-16T12:00:00Z"]
    dry = mcptest(*words, "--for", "3months", *now, "--dry-run", cwd=workplace)
    assert (workplace / "policy.yml").read_bytes() != dry.stdout
    done = mcptest(*words, "--for", "3months", *now, cwd=workplace)
    assert done.returncode == 0
    assert done.stderr.endswith(b": added the waiver for 'no-failed-tests'\n")
    assert (workplace / "policy.yml").read_bytes() == dry.stdout
    again = mcptest(*words, "--until", "2027-01-01T00:00:00Z", "--issue", "7", *now, cwd=workplace)
    assert b"renewed" in again.stderr
    listed = mcptest("waiver", "list", "--expiring-in", "2months", *now, cwd=workplace)
    assert b"no-failed-tests  me: flaky #1 [7]\n1 of 2 waivers\n" in listed.stdout
    every = json.loads(mcptest("waiver", "list", "--format", "json", *now, cwd=workplace).stdout)
    assert [w["rule"] for w in every["waivers"]] == ["no-failed-tests", "no-high-findings"]
    failing_run(workplace)
    verdict = json.loads(simulate(*ALL_ARTIFACTS, *now, "--format", "json", cwd=workplace).stdout)
    assert verdict["verdict"] == "pass"


def test_a_waiver_in_the_past_is_refused(workplace):
    before = (workplace / "policy.yml").read_bytes()
    done = mcptest("waiver", "add", "--rule", "no-failed-tests", "--owner", "me", "--reason", "x",
                   "--until", "2020-01-01T00:00:00Z", cwd=workplace)  # fmt: skip
    assert done.returncode == 2
    assert (workplace / "policy.yml").read_bytes() == before


def test_waiver_add_keeps_byte_order_mark_mode_and_link(workplace):
    real = workplace / "real.yml"
    real.write_bytes(b"\xef\xbb\xbf" + (workplace / "policy.yml").read_bytes())
    real.chmod(0o640)
    link = workplace / "link.yml"
    link.symlink_to("real.yml")
    done = mcptest("waiver", "add", "--policy", "link.yml", "--rule", "no-failed-tests", "--owner",
                   "me", "--reason", "x", "--for", "1d", cwd=workplace)  # fmt: skip
    assert done.returncode == 0
    assert link.is_symlink()
    assert real.read_bytes().startswith(b"\xef\xbb\xbf# yaml")
    assert real.stat().st_mode & 0o777 == 0o640


def test_facts_and_schemas_print(tmp_path):
    assert b"run.failed" in mcptest("policy", "facts").stdout
    assert json.loads(mcptest("policy", "facts", "--format", "json").stdout)["facts"]
    assert json.loads(mcptest("policy", "schema").stdout)["title"] == "mcptest policy"
    mcptest("schema", "run", "--output", "run.schema.json", cwd=tmp_path)
    assert json.loads((tmp_path / "run.schema.json").read_text())["title"] == "mcptest run report"


def test_colour_is_for_terminals_and_for_those_who_insist():
    assert b"\x1b[" not in simulate().stdout
    assert b"\x1b[" in simulate(env={"FORCE_COLOR": "1"}).stdout
    assert b"\x1b[" not in simulate(env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout


def test_a_reader_that_goes_away_does_not_change_the_exit_code():
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "mcptest_action", "policy", "simulate", "--policy",
               "policy.yml", "--gate"]  # fmt: skip
    done = subprocess.run(command, cwd=EXAMPLE, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said_and_is_not_a_pass():
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "mcptest_action", "policy", "facts"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"error: standard output: cannot be written: No space left on device\n"


def test_closed_streams_do_not_crash():
    done = mcptest("policy", "facts", preexec_fn=lambda: os.close(1))
    assert done.returncode == 2
    assert done.stderr == b"error: standard output: it is closed (use --output FILE)\n"
    assert mcptest("polcy", preexec_fn=lambda: os.close(2)).returncode == 2


def test_a_bug_is_exit_4_with_a_traceback():
    program = (
        "import sys, mcptest_action.shell.clock as clock\n"
        "clock.now = lambda: 1 / 0\n"
        "from mcptest_action.cli import main\n"
        "sys.exit(main(['policy', 'facts']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 4
    assert b"ZeroDivisionError" in done.stderr
    assert done.stderr.endswith(b"please report the lines above\n")


def test_an_interrupt_is_exit_130():
    program = (
        "import sys, mcptest_action.shell.clock as clock\n"
        "def stop(): raise KeyboardInterrupt\n"
        "clock.now = stop\n"
        "from mcptest_action.cli import main\n"
        "sys.exit(main(['policy', 'facts']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"interrupted\n")
