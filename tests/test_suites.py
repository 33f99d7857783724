"""`mcptest run`, `mcptest validate` and `mcptest gate --suite` on servers that run."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from conftest import FIXTURES, ROOT
from in_process import mcptest_text
from jsonschema import Draft202012Validator
from meeting import ALONE, TOGETHER, Meeting, held
from patience import GIVES_UP_S

from mcptest_action.app.suite_files import read_suites
from mcptest_action.core.pipeline.header import suites_of_header
from mcptest_action.core.text.errors import InputError

MCPTEST = [sys.executable, "-m", "mcptest_action"]
SEARCH = """\
mock_server:
  name: search
  tools:
    - name: search
      input_schema: {type: object, properties: {query: {type: string}}, required: [query]}
      response: {content: [{type: text, text: "found ${args.query}"}]}
    - name: create_note
      input_schema: {type: object}
      response: {content: [{type: text, text: made}]}
    - name: delete_note
      input_schema: {type: object}
      response: {content: [{type: text, text: gone}]}
"""
SUITE = """\
variables:
  key: {from_env: KEY}
tools:
  - name: finds what it is asked for
    tool: search
    args: {query: "${key}"}
    expect:
      - {target: "result.content[0].text", exact: "found ${key}"}
  - {name: makes a note, tool: create_note, tags: [writes]}
  - {name: makes another, tool: create_note, tags: [writes]}
  - {name: deletes a note, tool: delete_note, tags: [writes]}
"""
FAILING = """\
tools:
  - name: finds snow
    tool: search
    args: {query: rain}
    expect: [{target: "result.content[0].text", contains: snow}]
"""


def mcptest(*words, cwd, env=None):
    done = mcptest_text(*words, cwd=cwd, env=env)
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def place(tmp_path):
    (tmp_path / "search.yml").write_text(SEARCH)
    (tmp_path / "suite.yml").write_text(SUITE)
    (tmp_path / "failing.yml").write_text(FAILING)
    return tmp_path


MOCK = f'"{sys.executable}" -m mcptest_action mock --tools-from search.yml'
KEY = {"KEY": "a long secret"}


def test_the_example_of_the_documents_runs_as_it_is_written(place):
    example = (FIXTURES / "suite" / "accepted" / "seed.yml").read_text()
    python, module = json.dumps(sys.executable), "-m, mcptest_action, "
    example = example.replace("command: mcptest, args: [", f"command: {python}, args: [{module}")
    (place / "seed.yml").write_text(example)
    done = mcptest("run", "seed.yml", "--reporter", "json", cwd=place)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    schema = json.loads((ROOT / "src/mcptest_action/schemas/run.schema.json").read_text())
    Draft202012Validator(schema).validate(document)
    assert document["summary"]["passed"] == document["summary"]["total"] == 1
    (test,) = document["tests"]
    assert [check["status"] for check in test["suite"]["checks"]] == ["passed"] * 3
    assert document["negative_path"]["gate_passed"] == 1


def test_a_suite_runs_over_stdio_under_the_policy_and_hides_secrets(place):
    words = ("--server-command", MOCK, "--transcript", "t.jsonl", "--output", "junit.xml")
    done = mcptest("run", "suite.yml", *words, "--reporter", "junit", cwd=place, env=KEY)
    assert done.returncode == 0, done.stderr
    (suite,) = ET.fromstring((place / "junit.xml").read_text())  # noqa: S314 - our own
    assert (suite.get("name"), suite.get("tests"), suite.get("skipped")) == (
        Path(sys.executable).name, "4", "2",
    )  # fmt: skip
    assert "called once although they change something: create_note" in done.stderr
    written = [path.read_text() for path in place.iterdir()]
    assert not any(KEY["KEY"] in text for text in [*written, done.stdout, done.stderr])
    lines = [json.loads(line) for line in (place / "t.jsonl").read_text().splitlines()]
    called = [
        line["sent"]["message"]["params"]["name"]
        for line in lines
        if line.get("sent", {}).get("step") == "CallTool" and "message" in line["sent"]
    ]
    assert sorted(called) == ["create_note", "search"]


def test_what_is_no_pass_has_its_exit_code(place):
    failing = mcptest("run", "failing.yml", "--server-command", MOCK, cwd=place)
    assert failing.returncode == 1
    assert "expected to contain 'snow', found 'found rain'" in failing.stdout
    assert "exit 1: 1 failed" in failing.stderr
    nothing = mcptest(
        "run", "suite.yml", "--filter", "deletes", "--server-command", MOCK, cwd=place, env=KEY
    )
    assert (nothing.returncode, "exit 1: nothing ran: 1 skipped" in nothing.stderr) == (1, True)
    unset = mcptest("run", "suite.yml", "--server-command", MOCK, cwd=place)
    assert unset.returncode == 2
    wanted = "suite.yml:2:3: variables.key: the environment variable KEY is not set"
    assert wanted in unset.stderr


def test_no_suite_is_an_error(place):
    (place / "empty").mkdir()
    done = mcptest("run", "empty", cwd=place)
    assert done.returncode == 2
    assert "empty: there is no suite in this folder" in done.stderr
    with pytest.raises(InputError, match="cannot be read: no such file"):
        read_suites([str(place / "nowhere.yml")], {})
    over = mcptest("run", "suite.yml", "--output", "suite.yml", cwd=place, env=KEY)
    assert over.returncode == 2
    assert "--output: would overwrite the suite suite.yml" in over.stderr


def test_a_suite_is_read_once_and_two_of_one_name_are_refused(place):
    suite = str(place / "suite.yml")
    assert len(read_suites([suite, suite], KEY, str(place))) == 1
    (place / "a").mkdir()
    (place / "a" / "suite.yml").write_text(SUITE)
    both = [suite, str(place / "a" / "suite.yml")]
    assert [s.suite.file for s in read_suites(both, KEY, str(place))] == [
        "suite.yml",
        "a/suite.yml",
    ]
    with pytest.raises(InputError, match="two suites have this name"):
        read_suites(both, KEY, str(place / "elsewhere"))


def test_what_would_run_is_listed_without_a_server(place):
    done = mcptest("run", "suite.yml", "failing.yml", "--list", "--skip-tag", "writes", cwd=place)
    assert done.stdout.splitlines() == [
        "suite.yml::finds what it is asked for (tool search)",
        "failing.yml::finds snow (tool search)",
    ]


def test_suites_are_validated_all_at_once(place):
    (place / "suites").mkdir()
    (place / "suites" / "mcptest.yml").write_text("servers: {a: {command: b}}\n")
    (place / "suites" / "good.yml").write_text(SUITE)
    good = mcptest("validate", "suites", "suite.yml", cwd=place)
    assert good.returncode == 0
    assert good.stdout == "suites/good.yml: ok, 4 tests\nsuite.yml: ok, 4 tests\n"
    (place / "suites" / "bad.yaml").write_text("tols: []\n")
    (place / "suites" / "worse.yml").write_text("tools: [{name: x}]\n")
    bad = mcptest("validate", "suites", cwd=place)
    assert bad.returncode == 2
    assert "suites/bad.yaml:1:1: the suite has an unknown key 'tols'" in bad.stderr
    assert "suites/worse.yml:1:9: tools[0] has no 'tool'" in bad.stderr


def test_a_gate_runs_a_suite_and_replay_makes_the_same_files(place):
    (place / "policy.yml").write_text(
        'version: "1.0"\nrules:\n  - {id: tests, fact: suite.failed, max: 0}\n'
    )
    words = ("--only", "unknown_tool", "--server-command", MOCK)
    for suite, code in (("suite.yml", 0), ("failing.yml", 1)):
        done = mcptest(
            "gate", "--suite", suite, "--policy", "policy.yml", *words, "--out", suite[:4],
            cwd=place, env=KEY,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
        again = mcptest("replay", f"{suite[:4]}/transcript.jsonl", "--out", "again", cwd=place)
        assert again.returncode == 0, again.stderr
        for path in (place / "again").iterdir():
            assert path.read_bytes() == (place / suite[:4] / path.name).read_bytes(), path.name
    assert KEY["KEY"] not in (place / "suit" / "transcript.jsonl").read_text()
    over = mcptest("gate", "--suite", "suite.yml", *words, "--junit", "suite.yml", cwd=place)
    assert "--junit: would overwrite the input suite.yml" in over.stderr
    assert (place / "suite.yml").read_text() == SUITE
    edited = (place / "suit" / "transcript.jsonl").read_text().replace('"environment"', '"env"', 1)
    (place / "edited.jsonl").write_text(edited)
    refused = mcptest("replay", "edited.jsonl", "--out", "again", cwd=place)
    assert refused.returncode == 2
    assert "the header holds a suite that cannot be read" in refused.stderr


def test_a_header_that_was_edited_is_refused():
    suite = {"file": "s.yml", "text": FAILING, "environment": {}}
    for header in ({"suites": [suite]}, {"suites": 5, "server": {"name": "x"}}, {"suites": {}}):
        with pytest.raises(InputError, match="the header holds no suites that can be read"):
            suites_of_header(header, "t.jsonl")
    assert suites_of_header({}, "t.jsonl") == ()
    assert len(suites_of_header({"suites": [suite], "server": {"name": "x"}}, "t.jsonl")) == 1


def test_a_gate_takes_the_server_of_the_suite_where_there_is_no_other(place):
    command = json.dumps(sys.executable)
    server = f"servers: {{api: {{command: {command}, args: [-m, mcptest_action, mock, --tools-from, search.yml]}}}}\n"
    (place / "own.yml").write_text(server + FAILING.replace("snow}", "rain}"))
    words = ("--only", "unknown_tool", "--out", "out")
    done = mcptest("gate", "--suite", "own.yml", *words, cwd=place)
    assert done.returncode == 0, done.stderr
    assert "tests of api: 1 passed" in done.stdout


def test_concurrency_holds_at_the_server(place):
    tests = "".join(f"  - {{name: t{n}, tool: {TOGETHER}}}\n" for n in range(9))
    last = f"  - {{name: alone, tool: {ALONE}, serial: true}}\n"
    (place / "many.yml").write_text(f"tools:\n{tests}{last}")
    meeting = Meeting(3)
    with held(meeting) as url:
        words = ("many.yml", "--server-url", url, "--concurrency", "3", "--call-delay", "1ms")
        done = mcptest("run", *words, cwd=place)
    assert done.returncode == 0, done.stderr
    assert meeting.most == 3
    assert meeting.calls == [*[TOGETHER] * 9, ALONE]


def test_a_call_delay_holds_at_the_server(place):
    tests = "".join(f"  - {{name: t{n}, tool: {ALONE}}}\n" for n in range(2))
    (place / "two.yml").write_text(f"tools:\n{tests}")
    meeting = Meeting(1)
    with held(meeting) as url:
        words = ("two.yml", "--server-url", url, "--call-delay", "1h", "--timeout", "1h")
        command = [*MCPTEST, "run", *words]
        with subprocess.Popen(command, cwd=place, stderr=subprocess.PIPE) as running:
            assert meeting.called.wait(GIVES_UP_S)
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(0.5)  # in which the second call could come
            running.terminate()
            running.communicate()
    assert meeting.calls == [ALONE]
