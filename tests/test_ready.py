"""`mcptest ready`, and a gate whose policy asks what directories want, with servers and files."""

import json
import sys

import in_process
import pytest
import yaml
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator
from readiness import PACKAGE_JSON, PYPI, PYPROJECT, README, SERVER_JSON, TOOL, annotated, tool

SCHEMAS = ROOT / "src" / "mcptest_action" / "schemas"
BOTH = {"readOnlyHint": True, "destructiveHint": True, "openWorldHint": True}
RULES = """\
version: "1.0"
rules:
  - {id: titles, fact: readiness.anthropic_untitled, max: 0}
  - {id: in-step, fact: readiness.registry_out_of_step, max: 0}
"""


def mcptest(*words, cwd, env=None):
    return in_process.mcptest_text(*words, cwd=cwd, env=env)


@pytest.fixture
def home(tmp_path):
    """A repository with a server, a package, and what is published of them."""
    (tmp_path / "server.json").write_text(json.dumps(SERVER_JSON))
    (tmp_path / "package.json").write_text(json.dumps(PACKAGE_JSON))
    (tmp_path / "tools.json").write_text(json.dumps({"tools": [TOOL], **hello()}))
    (tmp_path / "policy.yml").write_text(RULES)
    return tmp_path


def hello(version="1.2.0"):
    return {"serverInfo": {"name": "records", "version": version}}


def mock(home, *tools, version="1.2.0"):
    """The command of a server with these tools."""
    keys = {"inputSchema": "input_schema", "outputSchema": "output_schema"}
    listed = [{keys.get(key, key): value for key, value in each.items()} for each in tools]
    manifest = {"mock_server": {"name": "records", "version": version, "tools": listed}}
    (home / "mock.yml").write_text(json.dumps(manifest))
    return f"{sys.executable} -m mcptest_action mock --tools-from mock.yml"


def ready(*words, cwd, env=None):
    return mcptest("ready", *words, cwd=cwd, env=env)


def test_a_server_is_listed_and_called_for_nothing(home):
    server = mock(home, tool(annotations=None))
    done = ready(
        "--for", "anthropic-connectors", "--for", "mcp-registry", "--server-json", "server.json",
        "--server-command", server, "--transcript", "t.jsonl", "--format", "json", cwd=home,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    schema = json.loads((SCHEMAS / "readiness.schema.json").read_text())
    Draft202012Validator(schema).validate(document)
    unmet = [each["id"] for each in document["criteria"] if each["status"] == "unmet"]
    assert unmet == ["ANT-01", "ANT-02"]
    assert "tools/call" not in (home / "t.jsonl").read_text()


def test_a_dump_gives_what_its_server_gives(home):
    (home / "tools.json").write_text(json.dumps({"tools": [tool(name="x" * 70)], **hello()}))
    words = ("--for", "openai-apps", "--for", "anthropic-connectors", "--format", "json")
    of_dump = ready("tools.json", *words, cwd=home)
    of_server = ready(
        *words, "--server-command", mock(home, tool(name="x" * 70)), "--output", "r.json", cwd=home
    )
    assert (of_dump.returncode, of_server.returncode) == (0, 0), of_server.stderr
    dumped, live = json.loads(of_dump.stdout), json.loads((home / "r.json").read_text())
    assert [(c["id"], c["status"], c["findings"]) for c in dumped["criteria"]] == [
        (c["id"], c["status"], c["findings"]) for c in live["criteria"]
    ]


def test_what_is_not_met_comes_first(home):
    (home / "tools.json").write_text(json.dumps({"tools": [tool(annotations=None)]}))
    done = ready("tools.json", "--for", "anthropic-connectors", cwd=home)
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert lines[2] == "anthropic-connectors: 2 unmet, 5 met, 13 not checked here"
    assert lines[3].startswith("unmet     ANT-01  Every tool has a title")
    assert "not checked here, so not met either:" in lines


@pytest.mark.parametrize(
    ("tools", "fail_on", "code", "said"),
    [
        ([TOOL], "unmet", 0, ""),
        ([tool(outputSchema=None)], "required", 0, ""),
        ([tool(outputSchema=None)], "unmet", 1, "exit 1: not met: OAI-07\n"),
        ([tool(annotations=None)], "required", 1, "exit 1: not met: OAI-01, OAI-02, OAI-03\n"),
        ([annotated(title="A", **BOTH)], "required", 0, ""),
        ([], "required", 1, "exit 1: nothing was checked for openai-apps\n"),
    ],
    ids=["sound", "advised only", "advised", "required", "not sure", "no tools"],
)
def test_fail_on_decides_the_exit_code(home, tools, fail_on, code, said):
    (home / "tools.json").write_text(json.dumps({"tools": tools}))
    done = ready("tools.json", "--for", "openai-apps", "--fail-on", fail_on, cwd=home)
    assert (done.returncode, done.stderr) == (code, said)
    assert ready("tools.json", "--for", "openai-apps", cwd=home).returncode == 0


def test_an_incomplete_listing_is_exit_3(home):
    (home / "tools.json").write_text(json.dumps({"tools": [TOOL], "nextCursor": "2"}))
    done = ready("tools.json", "--for", "openai-apps", cwd=home)
    assert done.returncode == 3
    assert "one page of several" in done.stderr
    assert "nothing was checked" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tools.json"], "--for: no pack is named (one of anthropic-connectors, openai-apps, mcp-registry)"),
        (["tools.json", "--for", "openai-app"], "--for: there is no directory 'openai-app' (did you mean openai-apps?)"),
        (["tools.json", "--for", "strict"], "--for: there is no directory 'strict' (one of anthropic-connectors,"),
        (["tools.json", "--for", "mcp-registry"], "mcp-registry is about server.json, and none was given (add --server-json FILE)"),
        (["--for", "openai-apps"], "mcptest ready: there is nothing to look at (name a file with what tools/list returned"),
        (["tools.json", "--for", "openai-apps", "--server-url", "http://127.0.0.1:1"], "--server-url: tools.json is looked at, and no server"),
        (["tools.json", "--for", "openai-apps", "--output", "tools.json"], "--output: would overwrite the input tools.json"),
        (["tools.json", "--for", "mcp-registry", "--server-json", "server.json", "--output", "server.json"], "would overwrite the input server.json"),
        (["tools.json", "--for", "mcp-registry", "--server-json", "none.json"], "none.json: cannot be read: no such file"),
        (["tools.json", "--for", "mcp-registry", "--server-json", "list.json"], "list.json:1:1: holds a list, not an object"),
        (["tools.json", "--for", "mcp-registry", "--server-json", "broken.json"], "broken.json:1:2: "),
        (["policy.yml", "--for", "openai-apps"], "policy.yml:1:1: "),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence_and_exit_2(home, words, sentence):
    (home / "list.json").write_text("[]")
    (home / "broken.json").write_text("{")
    done = ready(*words, cwd=home)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_packages_lie_beside_server_json_wherever_that_is(home):
    inner = home / "published"
    inner.mkdir()
    made = {**SERVER_JSON, "packages": [*SERVER_JSON["packages"], PYPI]}
    (inner / "server.json").write_text(json.dumps(made))
    (inner / "package.json").write_text(json.dumps({**PACKAGE_JSON, "version": "1.1.0"}))
    (inner / "pyproject.toml").write_text(PYPROJECT)
    (inner / "README.md").write_text(README)
    done = ready(
        "tools.json", "--for", "mcp-registry", "--server-json", "published/server.json", cwd=home
    )
    assert "package.json is of version 1.1.0, and server.json lists 1.2.0" in done.stdout
    assert "  met       REG-01, REG-02, REG-03, REG-04, REG-06, REG-07, REG-08\n" in done.stdout


def test_a_file_beside_server_json_must_be_there_itself(home):
    (home / "package.json").unlink()
    (home / "package.json").symlink_to("/etc/hostname")
    words = ("tools.json", "--for", "mcp-registry", "--server-json", "server.json")
    done = ready(*words, cwd=home)
    assert done.returncode == 2
    assert "package.json: is a symbolic link that leads elsewhere" in done.stderr


def test_the_tag_that_is_built_is_compared(home):
    words = ("tools.json", "--for", "mcp-registry", "--server-json", "server.json")
    done = ready(*words, cwd=home, env={"GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v1.3.0"})
    assert "the tag is v1.3.0, and server.json is of version 1.2.0" in done.stdout
    assert "not known to be the build of a tag" in ready(*words, cwd=home).stdout


def gate(home, *words, tools=(TOOL,), version="1.2.0", env=None):
    server = mock(home, *tools, version=version)
    quick = ("--conformance", "off", "--security-scan", "off")
    return mcptest("gate", "--server-command", server, *quick, *words, cwd=home, env=env)


def rules_of(home):
    verdict = json.loads((home / "mcptest-out" / "verdict.json").read_text())
    return {rule["id"]: (rule["outcome"], rule["because"]) for rule in verdict["rules"]}


def test_a_gate_looks_at_what_its_rules_ask_and_a_replay_comes_to_the_same(home):
    done = gate(
        home, "--server-json", "server.json", tools=[tool(annotations=None)], version="1.1.0"
    )
    assert done.returncode == 1
    assert rules_of(home) == {
        "titles": ("fail", "readiness.anthropic_untitled is 1 (from readiness.json), expected at most 0: ANT-01:get_record"),
        "in-step": ("fail", "readiness.registry_out_of_step is 1 (from readiness.json), expected at most 0: REG-04:version"),
    }  # fmt: skip
    out = home / "mcptest-out"
    document = json.loads((out / "readiness.json").read_text())
    assert [each["name"] for each in document["directories"]] == [
        "anthropic-connectors",
        "mcp-registry",
    ]
    assert "readiness for mcp-registry: 1 unmet" in done.stdout
    header = json.loads((out / "transcript.jsonl").read_text().splitlines()[0])
    schema = json.loads((SCHEMAS / "transcript.schema.json").read_text())
    Draft202012Validator(schema).validate(header)
    (home / "server.json").unlink()
    (home / "package.json").unlink()
    again = mcptest("replay", "mcptest-out/transcript.jsonl", "--out", "again", cwd=home)
    assert again.returncode == 0, again.stderr
    for file in sorted((home / "again").iterdir()):
        assert file.read_bytes() == (out / file.name).read_bytes(), file.name
    offline = mcptest(
        "policy", "simulate", "--policy", "policy.yml",
        "--readiness-report", "mcptest-out/readiness.json", cwd=home,
    )  # fmt: skip
    assert "readiness.registry_out_of_step is 1" in offline.stdout


def test_a_gate_without_server_json_does_not_pass_what_is_about_it(home):
    done = gate(home)
    assert done.returncode == 1
    outcome, because = rules_of(home)["in-step"]
    assert outcome == "unevaluated"
    assert "no server.json was given (--server-json)" in because


def test_a_gate_whose_rules_do_not_ask_makes_nothing_of_it(home):
    (home / "policy.yml").write_text('version: "1.0"\nrules: [{id: a, fact: safety.tools, min: 1}]')
    done = gate(home, "--server-json", "server.json")
    assert done.returncode == 0, done.stderr
    assert not (home / "mcptest-out" / "readiness.json").exists()
    assert "server.json is not looked at: no rule names a fact readiness.registry_…" in done.stderr
    assert "readiness" not in (home / "mcptest-out" / "transcript.jsonl").read_text()


def test_a_report_that_was_brought_along_is_used_and_none_is_made(home):
    words = ("tools.json", "--for", "anthropic-connectors", "--for", "mcp-registry")
    ready(
        *words, "--server-json", "server.json", "--format", "json", "--output", "r.json", cwd=home
    )
    done = gate(home, "--readiness-report", "r.json", tools=[tool(annotations=None)])
    assert done.returncode == 0, done.stderr
    assert not (home / "mcptest-out" / "readiness.json").exists()
    assert "(from r.json)" in rules_of(home)["titles"][1]


def test_an_input_is_never_overwritten(home):
    done = gate(home, "--server-json", "server.json", "--json", "server.json")
    assert done.returncode == 2
    assert "would overwrite the input server.json" in done.stderr


@pytest.mark.parametrize("name", ["server.json", "package.json", "pyproject.toml", "README.md"])
def test_no_file_of_a_package_is_overwritten(home, name):
    inner = home / "sub"
    inner.mkdir()
    made = {**SERVER_JSON, "packages": [*SERVER_JSON["packages"], PYPI]}
    texts = {
        "server.json": json.dumps(made), "package.json": json.dumps(PACKAGE_JSON),
        "pyproject.toml": PYPROJECT, "README.md": README,
    }  # fmt: skip
    for file, text in texts.items():
        (inner / file).write_text(text)
    done = gate(home, "--server-json", "sub/server.json", "--summary", f"sub/{name}")
    assert done.returncode == 2
    assert f"--summary: would overwrite the input sub/{name}" in done.stderr
    words = ("tools.json", "--for", "mcp-registry", "--server-json", "sub/server.json")
    done = ready(*words, "--output", f"sub/{name}", cwd=home)
    assert done.returncode == 2
    assert f"--output: would overwrite the input sub/{name}" in done.stderr
    assert {file: (inner / file).read_text() for file in texts} == texts


def test_a_type_of_package_that_we_do_not_know_does_not_pass(home):
    """Nor does a waiver of what is found in another one hide it."""
    odd = {**SERVER_JSON["packages"][0], "registryType": "NPM"}
    (home / "policy.yml").write_text('version: "1.0"\nextends: pack:mcp-registry@1\n')
    (home / "server.json").write_text(json.dumps({**SERVER_JSON, "packages": [odd]}))
    done = gate(home, "--server-json", "server.json")
    assert done.returncode == 1
    found = rules_of(home)
    assert {id_ for id_, (outcome, _) in found.items() if outcome == "unevaluated"} == {
        "registry-npm-name", "registry-pypi-name", "registry-in-step",
    }  # fmt: skip
    assert "is NPM, which we do not know (known: npm, pypi," in found["registry-npm-name"][1]


def test_a_finding_can_be_waived_alone(home):
    """As of any fact that counts what has names."""
    gate(home, "--server-json", "server.json", tools=[tool(annotations=None)])
    add = ("waiver", "add", "--from", "mcptest-out/verdict.json", "--rule", "titles")
    done = mcptest(*add, "--owner", "us", "--reason", "soon", "--for", "1month", cwd=home)
    assert done.returncode == 0, done.stderr
    waiver = yaml.safe_load((home / "policy.yml").read_text())["waivers"][0]
    assert len(waiver["findings"]) == 1
    bare = [tool(annotations=None), tool(name="new", annotations=None)]
    assert gate(home, "--server-json", "server.json", tools=bare[:1]).returncode == 0
    done = gate(home, "--server-json", "server.json", tools=bare)
    assert done.returncode == 1
    assert "ANT-01:new" in rules_of(home)["titles"][1]


def test_policy_explain_says_what_a_criterion_asks(home):
    gate(home, tools=[tool(annotations=None)])
    done = mcptest("policy", "explain", "titles", cwd=home)
    assert (
        "ANT-01 on get_record: Every tool has a title inside its annotations. "
        "https://github.com/org/mcptest-action/blob/main/docs/packs.md#ant-01"
    ) in done.stdout


@pytest.mark.parametrize("name", ["anthropic-connectors", "starter", "strict@1"])
def test_a_policy_that_extends_a_pack_is_written(home, name):
    done = mcptest("policy", "init", "new.yml", "--pack", name, cwd=home)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    plain = name.partition("@")[0]
    text = (home / "new.yml").read_text()
    assert text == (FIXTURES / "packs" / f"{plain}.overlay.yml").read_text()
    assert yaml.safe_load(text)["extends"] == f"pack:{plain}@1"


def test_a_pack_that_is_not_there_is_refused_with_all_that_are(home):
    done = mcptest("policy", "init", "new.yml", "--pack", "opnai-apps", cwd=home)
    assert done.returncode == 2
    assert (
        "there is no pack 'opnai-apps' (did you mean openai-apps? known: starter@1:" in done.stderr
    )
    assert not (home / "new.yml").exists()
    other = mcptest("policy", "init", "new.yml", "--pack", "strict@2", cwd=home)
    assert "the pack 'strict' has no version '2' (the newest is 1)" in other.stderr
