"""`mcptest safety`: what users see, and what the exit code says."""

import json
import shlex
import subprocess
import sys

import pytest
from conftest import FIXTURES, ROOT
from in_process import mcptest
from jsonschema import Draft202012Validator

RECORDS = FIXTURES / "mock" / "records.yaml"
SCHEMA = json.loads((ROOT / "src/mcptest_action/schemas/safety.schema.json").read_text())
MCPTEST = [sys.executable, "-m", "mcptest_action"]


def mock(*words):
    return ["--server-command", shlex.join([*MCPTEST, "mock", *map(str, words)])]


def safety(*words, cwd, server=("--tools-from", RECORDS)):
    return mcptest("safety", *mock(*server), *words, cwd=cwd)


def manifest(tmp_path, *tools):
    """A server with these tools, to the letter."""
    path = tmp_path / "tools.json"
    schema = {"type": "object"}
    path.write_text(json.dumps({"tools": [{"inputSchema": schema, **tool} for tool in tools]}))
    return "--tools-from", path


CONFIRMED = {
    "name": "delete_x",
    "_meta": {"mcp.dev/effect": "delete", "mcp.dev/requiresConfirmation": True},
}
CONFLICT = {
    "name": "x",
    "annotations": {"readOnlyHint": True},
    "_meta": {"mcp.dev/effect": "write"},
}
MALFORMED = {"name": "x", "annotations": {"readOnlyHint": "yes"}}


def test_the_records_manifest_in_text(tmp_path):
    done = safety(cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "records: 2 tools"
    assert lines[1].split()[:4] == ["delete_record", "Destructive", "name", "Refuse"]
    assert lines[2].split()[:4] == ["search_records", "ReadOnly", "annotations", "Execute"]


def test_a_page_for_a_readme(tmp_path):
    done = safety("--format", "markdown", "--output", "SAFETY.md", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == b"wrote SAFETY.md\n"
    page = (tmp_path / "SAFETY.md").read_text()
    assert page.startswith("## Tool safety: records\n\n| Tool | Class | Source |")
    assert (
        "| search\\_records | ReadOnly | annotations | readOnlyHint is true | none | Execute |"
        in page
    )


def test_the_json_keeps_its_schema_and_its_fields(tmp_path):
    done = safety("--format", "json", "--presumed", "refuse", "--max-calls", "3", cwd=tmp_path)
    document = json.loads(done.stdout)
    Draft202012Validator(SCHEMA).validate(document)
    assert document["execution"]["presumed"] == "refuse"
    assert document["execution"]["max_calls"] == 3
    fields = ("name", "class", "source", "because", "hints", "decision")
    assert [[tool[field] for field in fields] for tool in document["tools"]] == [
        ["delete_record", "Destructive", "name", "the name contains 'delete'", {}, "Refuse"],
        ["search_records", "ReadOnly", "annotations", "readOnlyHint is true", {}, "Execute"],
    ]


def test_the_schema_is_printed(tmp_path):
    assert json.loads(mcptest("schema", "safety", cwd=tmp_path).stdout) == SCHEMA


@pytest.mark.parametrize(
    ("tools", "code", "said"),
    [
        ([{"name": "get_x"}], 0, ""),
        ([CONFIRMED], 0, ""),
        ([{"name": "delete_x"}], 1, "delete_x: is destructive (the name contains 'delete'), but does not declare mcp.dev/requiresConfirmation: true in its _meta"),
        ([CONFLICT], 1, "x: readOnlyHint is true, which means ReadOnly, but the hint effect is 'write', which means Mutating"),
        ([MALFORMED], 1, 'x: annotations.readOnlyHint: "yes" is not true or false; it is ignored'),
    ],
    ids=["harmless", "confirmed", "unconfirmed", "conflict", "malformed"],
)  # fmt: skip
def test_check_fails_for_what_an_author_should_change(tools, code, said, tmp_path):
    done = safety("--check", cwd=tmp_path, server=manifest(tmp_path, *tools))
    assert done.returncode == code, done.stderr
    assert said in done.stdout.decode()


@pytest.mark.parametrize("form", ["pretty", "markdown", "json"])
def test_check_decides_about_the_exit_code_and_nothing_else(form, tmp_path):
    checked, plain = (safety(*words, "--format", form, cwd=tmp_path) for words in (["--check"], []))
    assert (checked.returncode, plain.returncode) == (1, 0), checked.stderr
    assert checked.stdout == plain.stdout


def test_hints_that_change_between_connections_are_found(tmp_path):
    words = ("--preset", "demo", "--fault", "flaky-hints", "--state", tmp_path / "state")
    done = safety("--check", "--format", "json", cwd=tmp_path, server=words)
    assert done.returncode == 1, done.stderr
    (unstable,) = json.loads(done.stdout)["unstable"]
    assert unstable["because"] == "readOnlyHint was true, and on a new connection it is false"


def test_a_stable_server_is_not_accused(tmp_path):
    done = safety("--format", "json", cwd=tmp_path, server=("--preset", "demo"))
    assert json.loads(done.stdout)["unstable"] == []


def test_nothing_is_called(tmp_path):
    everything = ("--presumed", "execute", "--execute-destructive", "--transcript", "t.jsonl")
    assert safety(*everything, cwd=tmp_path).returncode == 0
    transcript = (tmp_path / "t.jsonl").read_text()
    assert "tools/list" in transcript
    assert "tools/call" not in transcript


def write_config(tmp_path, text):
    (tmp_path / "mcptest.yml").write_text(text)


def test_the_file_decides_and_flags_win_over_it(tmp_path):
    write_config(
        tmp_path,
        "tools:\n"
        "  delete_record: {class: ReadOnlyPresumed}\n"
        "  search_records: {hints: {requiresConfirmation: true}}\n"
        "execution: {presumed: refuse}\n",
    )
    rows = json.loads(safety("--format", "json", cwd=tmp_path).stdout)["tools"]
    assert [(row["class"], row["source"], row["held_back"], row["overridden"]) for row in rows] == [
        ("ReadOnlyPresumed", "override", "presumed", True),
        ("ReadOnly", "annotations", "requires_confirmation", True),
    ]
    done = safety("--format", "json", "--presumed", "execute", cwd=tmp_path)
    assert [row["decision"] for row in json.loads(done.stdout)["tools"]] == ["Execute", "Refuse"]
    assert "mcptest.yml says so" in safety("--presumed", "execute", cwd=tmp_path).stdout.decode()


def test_a_tool_that_is_not_there_is_a_typo(tmp_path):
    write_config(tmp_path, "tools:\n  serch_records: {allow: true}\n  zzz: {allow: true}\n")
    done = safety(cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == [
        "error: mcptest.yml: tools.serch_records: the server has no tool of this name, "
        "did you mean search_records? (correct the name, or remove the entry)",
        "error: mcptest.yml: tools.zzz: the server has no tool of this name "
        "(correct the name, or remove the entry)",
    ]


def test_in_a_file_for_several_servers_it_may_be_anothers(tmp_path):
    write_config(
        tmp_path,
        "servers: {a: {url: 'http://127.0.0.1:9/'}, b: {url: 'http://127.0.0.1:9/'}}\n"
        "tools: {other_tool: {allow: true}}\n",
    )
    done = safety(cwd=tmp_path)
    assert done.returncode == 0
    said = "warning: mcptest.yml: tools.other_tool: the server has no tool of this name\n"
    assert done.stderr.decode() == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--calls", "nothing"], "mcptest safety: argument --calls: invalid choice: 'nothing'"),
        (["--presumed", "cautios"], "mcptest safety: argument --presumed: invalid choice: 'cautios'"),
        (["--max-calls", "-1"], "--max-calls: '-1' is not a number in range (0 or more)"),
        (["--max-calls", "1e3"], "--max-calls: '1e3' is not a number in range (0 or more)"),
        (["--max-calls", "٣"], "--max-calls: '٣' is not a number in range (0 or more)"),
        (["--concurrency", "0"], "--concurrency: '0' is not a number in range (1 to 64)"),
        (["--concurrency", "65"], "--concurrency: '65' is not a number in range (1 to 64)"),
        (["--call-delay", "soon"], "--call-delay: 'soon' is not a length of time"),
        (["--call-delay", "-1s"], "--call-delay: "),
        (["--execute-destructiv"], "there is no flag --execute-destructiv (did you mean --execute-destructive?)"),
        (["--max-calls", "1", "--max-calls", "2"], "--max-calls is given twice"),
        (["--format", "junit"], "invalid choice: 'junit'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_a_bad_flag_is_exit_2_in_one_sentence(words, said, tmp_path):
    done = safety(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("error: ")
    assert said.split("argument ")[-1] in lines[0]


def test_a_bad_file_is_exit_2_with_its_place(tmp_path):
    write_config(tmp_path, "execution:\n  presumed: cautios\n")
    done = safety(cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        "error: mcptest.yml:2:13: execution: presumed is 'cautios' "
        "(use cautious or execute or refuse)\n"
    )


def test_a_server_that_is_gone_the_second_time_is_exit_3(tmp_path):
    flag = tmp_path / "was-here"
    script = tmp_path / "server.sh"
    script.write_text(
        f"[ -e {flag} ] && exit 1\ntouch {flag}\nexec {shlex.join(MCPTEST)} mock --preset demo\n"
    )
    done = mcptest("safety", "--server-command", f"sh {script}", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"error: the server did not answer on a second connection: " in done.stderr


def test_half_a_table_is_exit_3(tmp_path):
    words = ("--preset", "demo", "--fault", "disconnect@tools/list")
    done = safety("--check", cwd=tmp_path, server=words)
    assert done.returncode == 3
    assert b"warning: tools/list: " in done.stderr


def test_over_http(tmp_path):
    server = subprocess.Popen(
        [*MCPTEST, "mock", "--preset", "demo", "--http", "0"], stderr=subprocess.PIPE
    )
    try:
        url = server.stderr.readline().decode().split()[-1]
        done = mcptest("safety", "--server-url", url, "--format", "json", cwd=tmp_path)
    finally:
        server.kill()
        server.communicate()
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["unstable"] == []
