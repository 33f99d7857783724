"""`gate:` in `mcptest.yml`: it says what flags say, flags win, and mistakes are told at their line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from mcptest_action.app.target import read_config
from mcptest_action.commands import gate
from mcptest_action.core.request.config import NOT_IN_FILE, GateKeys, file_layer, load_config
from mcptest_action.core.request.options import Takes
from mcptest_action.core.text.errors import InputError
from mcptest_action.parsing.parser import Parser

BIN = Path(sys.executable).parent
DEMO = f"'{BIN / 'mcptest'}' mock --preset demo"


def gate_flags():
    parser = Parser("mcptest gate", "", ())
    gate.add_arguments(parser)
    return parser.flags()


FLAGS = gate_flags()
KEYS = GateKeys(FLAGS, NOT_IN_FILE)
IN_FILE = [flag for flag in FLAGS if flag.name not in NOT_IN_FILE]
STRICT = 'version: "1.0"\nrules:\n  - {id: no-tools, fact: safety.tools, max: 0}\n'
LAX = 'version: "1.0"\nrules:\n  - {id: ran, fact: run.passed, min: 1}\n'


@pytest.fixture
def place(tmp_path):
    (tmp_path / "strict.yml").write_text(STRICT)
    (tmp_path / "lax.yml").write_text(LAX)
    return tmp_path


def write(place, section):
    lines = "".join(f"  {line}\n" for line in section)
    (place / "mcptest.yml").write_text(f"gate:\n{lines}")


def run(place, *words, program="mcptest", **env):
    command = [BIN / program, *words]
    done = subprocess.run(
        command, cwd=place, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    return done


def asked(words):
    parser = Parser("mcptest gate", "", ())
    gate.add_arguments(parser)
    return parser.options(words)


def values(options):
    return {name: options.value(name) for name in options.defaults}


def example(flag):
    """A value that is not the default: as YAML, and as words."""
    if flag.takes is Takes.NOTHING:
        return "true", [f"--{flag.name}"]
    if flag.takes is Takes.VALUES:
        return "[one, '2']", [f"--{flag.name}=one", f"--{flag.name}=2"]
    word = flag.choices[-1] if flag.choices else "10"
    return word, [f"--{flag.name}={word}"]


def test_what_is_no_key_is_a_flag_all_the_same():
    assert NOT_IN_FILE.keys() <= {flag.name for flag in FLAGS}


@pytest.mark.parametrize("flag", IN_FILE, ids=lambda flag: flag.name)
def test_every_other_flag_is_a_key_that_says_the_same(flag):
    written, words = example(flag)
    config = load_config(f"gate: {{{flag.name}: {written}}}\n", "mcptest.yml", KEYS)
    layer = file_layer(config, asked([]))
    assert layer.keys() == {flag.name}
    assert values(asked([]).over(layer)) == values(asked(words))


@pytest.mark.parametrize("flag", IN_FILE, ids=lambda flag: flag.name)
def test_a_flag_wins_over_its_key(flag):
    written, _ = example(flag)
    config = load_config(f"gate: {{{flag.name}: {written}}}\n", "mcptest.yml", KEYS)
    if flag.takes is Takes.NOTHING:
        word, value = f"--no-{flag.name}", False
    else:
        text = flag.choices[0] if flag.choices else "other"
        word, value = f"--{flag.name}={text}", (text,) if flag.takes is Takes.VALUES else text
    options = asked([word])
    layer = file_layer(config, options)
    assert layer == {}
    assert options.over(layer).value(flag.name) == value


@pytest.mark.parametrize("name", NOT_IN_FILE)
def test_what_has_no_place_in_the_file_is_told_why(name):
    with pytest.raises(InputError) as raised:
        load_config(f"gate: {{{name}: true}}\n", "mcptest.yml", KEYS)
    assert str(raised.value) == (
        f"mcptest.yml:1:8: gate: {name} has no place in the file: {NOT_IN_FILE[name]} "
        f"(use --{name}, or the input)"
    )


@pytest.mark.parametrize(
    "which", ["--server-url=http://other/", "--server-command=x", "--server=b"]
)
def test_a_token_for_the_servers_of_the_file_is_sent_to_no_other(which):
    text = """
gate:
  server-url: http://api/mcp
  bearer-token-env: API_TOKEN
  header-env: [X-Key=API_KEY]
  host-header: api
  ca-file: ca.pem
  proxy: http://proxy
  timeout: 5s
"""
    config = load_config(text, "mcptest.yml", KEYS)
    layer = file_layer(config, asked([which]))
    assert layer.keys() == {"timeout"}
    options = asked([which]).over(layer)
    assert options.text("bearer-token-env") is None
    assert options.texts("header-env") == ()
    assert options.word("timeout") == "5s"


def test_a_gate_needs_no_flag(place):
    write(place, [f'server-command: "{DEMO}"', "policy: strict.yml", "out: results",
                  "only: [unknown_tool, wrong_type]", "skip: get_record", "format: json"])  # fmt: skip
    done = run(place, "gate")
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["rules"][0]["id"] == "no-tools"
    tests = json.loads((place / "results" / "run.json").read_text())["tests"]
    assert {test["check"] for test in tests} == {"unknown_tool", "wrong_type"}
    assert "get_record" not in {test["tool"] for test in tests}


def test_flags_then_inputs_then_the_file(place):
    """Also where the one who wins says no."""
    write(place, [f'server-command: "{DEMO}"', "policy: strict.yml", "report-only: true",
                  "only: [unknown_tool]"])  # fmt: skip
    assert run(place, "gate").returncode == 0
    assert run(place, "gate", "--no-report-only").returncode == 1
    assert run(place, "gate", "--no-report-only", "--policy", "lax.yml").returncode == 0
    by_input = {"program": "mcptest-action", "MCPTEST_REPORT_ONLY": "false"}
    assert run(place, **by_input).returncode == 1
    assert run(place, **by_input, MCPTEST_POLICY="lax.yml").returncode == 0
    assert run(place, program="mcptest-action", MCPTEST_TIMEOUT="9s").returncode == 0


def test_paths_count_from_where_the_gate_runs(place):
    (place / "ci").mkdir()
    (place / "ci" / "mcptest.yml").write_text(
        f'gate:\n  server-command: "{DEMO}"\n  policy: lax.yml\n  only: unknown_tool\n'
    )
    assert run(place, "gate", "--config", "ci/mcptest.yml").returncode == 0
    done = run(place, "gate", "--working-directory", "ci")
    assert (done.returncode, "lax.yml: cannot be read" in done.stderr) == (2, True)


def test_artifacts_alone_make_an_offline_gate(place):
    (place / "run.json").write_text(
        '{"summary": {"total": 1, "passed": 1, "failed": 0, "skipped": 0}}'
    )
    write(place, ["policy: lax.yml", "run-report: run.json"])
    assert run(place, "gate").returncode == 0


@pytest.mark.parametrize(
    ("section", "words", "said"),
    [
        (["timeout: soon"], ["--server-command=x"],
         "mcptest.yml:2:12: gate: timeout: 'soon' is not a length of time (for example"),
        (["max-calls: many"], ["--server-command=x"],
         "mcptest.yml:2:14: gate: max-calls: 'many' is not a number in range (0 or more)"),
        (["server-url: ftp://x"], [],
         "mcptest.yml:2:15: gate: server-url: 'ftp://x' is not an http or https address"),
        (["server-url: http://x/", "server-command: x"], [],
         "mcptest.yml:3:19: gate: server-command and server-url: name one server, not two"),
        (["server-command: x", "ca-file: ca.pem"], [],
         "mcptest.yml:3:12: gate: ca-file: headers, CA file and proxy are for servers with a URL"),
        (["out: ./", "junit: lax.yml", "policy: lax.yml"], ["--server-command=x"],
         "mcptest.yml:3:10: gate: junit: would overwrite the input lax.yml"),
        (["run-report: run.json"], ["--server-command=x"],
         "mcptest.yml:2:15: gate: run-report: the run report is made by this very run"),
        (["skip: [wrong-tpye]"], ["--server-command=x"],
         "mcptest.yml:2:9: gate: skip: 'wrong-tpye' is neither a probe nor a tool that mcptest.yml names"),
        (["only: [qqqq]"], [f"--server-command={DEMO}"],
         "mcptest.yml:2:9: gate: only: 'qqqq' is neither a probe nor a tool (probes: "),
        (["policy: nowhere.yml"], ["--server-command=x"], "nowhere.yml: cannot be read"),
        (["timeout: 5s"], ["--server-command=x", "--timeout=soon"],
         "error: --timeout: 'soon' is not a length of time"),
    ],
    ids=lambda value: value[0].partition(":")[0] if isinstance(value, list) and value else None,
)  # fmt: skip
def test_what_is_wrong_in_the_file_is_told_at_its_line(place, section, words, said):
    write(place, section)
    done = run(place, "gate", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("error: ") == 1


@pytest.mark.parametrize(("variable", "off"), [({}, 1), ({"MCPTEST_ENABLE_DEEP_SCAN": "true"}, 0)])
def test_the_deep_scan_keeps_its_second_switch_in_the_environment(place, variable, off):
    write(place, ["deep-scan: true", "policy: lax.yml", "only: unknown_tool"])
    done = run(place, "gate", "--server-command", DEMO, **variable)
    assert done.returncode == 0
    note = "the deep scan is off: it also needs MCPTEST_ENABLE_DEEP_SCAN=true in the environment"
    assert done.stderr.count(f"note: {note}") == off
    with pytest.raises(InputError, match="unknown key 'enable-deep-scan'"):
        load_config("gate: {enable-deep-scan: true}\n", "mcptest.yml", KEYS)


@pytest.mark.parametrize("command", ["surface", "safety"])
def test_the_section_is_for_the_gate_alone(place, command):
    write(place, ["timeout: soon", "no-such-key: 1"])
    assert run(place, command, "--server-command", DEMO).returncode == 0


def test_an_artifact_that_the_run_would_replace_is_refused_beside_servers_of_the_file(place):
    (place / "mcptest.yml").write_text("servers: {api: {command: no-such-program}}\n")
    done = run(place, "gate", "--run-report", "run.json")
    assert done.returncode == 2
    assert "--run-report: the run report is made by this very run" in done.stderr


PAGE = (ROOT / "docs" / "gate.md").read_text()


def kind(flag):
    if flag.takes is Takes.NOTHING:
        return "`true` or `false`"
    if flag.choices:
        return ", ".join(f"`{choice}`" for choice in flag.choices)
    parser = Parser("mcptest gate", "", ())
    gate.add_arguments(parser)
    metavar = parser._option_string_actions[f"--{flag.name}"].metavar
    return f"a list of `{metavar}`" if flag.takes is Takes.VALUES else f"`{metavar}`"


def test_the_page_lists_the_keys():
    """Whoever adds a flag, or a value of one, copies the table that this test shows."""
    rows = [f"| `{flag.name}` | {kind(flag)} |" for flag in IN_FILE]
    table = "\n".join(["| key | value |", "|---|---|", *rows])
    assert f"\n{table}\n" in PAGE, f"docs/gate.md: the table of keys has to be\n{table}"
    reasons = "\n".join(f"- `{name}`: {why}." for name, why in NOT_IN_FILE.items())
    assert f"\n{reasons}\n" in PAGE, f"docs/gate.md: the list of reasons has to be\n{reasons}"


def test_the_example_of_the_page_is_one(tmp_path):
    example = re.search(r"```yaml\n# mcptest.yml\n(.*?)```", PAGE, re.DOTALL)[1]
    (tmp_path / "m.yml").write_text(example)
    config = read_config(str(tmp_path / "m.yml"), KEYS)
    assert len(config.gate) > 5


@pytest.mark.parametrize(
    ("words", "variables", "section"),
    [
        (["--timeout=soon"], {}, []),
        (["--max-calls=many"], {}, []),
        ([], {"MCPTEST_CALL_DELAY": "soon"}, []),
        ([], {}, ["max-time: soon"]),
    ],
    ids=["flag", "number", "variable", "file"],
)
def test_a_gate_that_cannot_begin_deletes_nothing(place, words, variables, section):
    (place / "mcptest-out").mkdir()
    for name in ("verdict.json", "run.json", "summary.md"):
        (place / "mcptest-out" / name).write_text("of an earlier gate")
    write(place, [f'server-command: "{DEMO}"', *section])
    program = "mcptest-action" if variables else "mcptest"
    done = run(place, *([] if variables else ["gate"]), *words, program=program, **variables)
    assert done.returncode == 2, done.stderr
    left = {path.name: path.read_text() for path in (place / "mcptest-out").iterdir()}
    assert left == dict.fromkeys(("verdict.json", "run.json", "summary.md"), "of an earlier gate")
