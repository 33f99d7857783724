"""`.pre-commit-hooks.yaml`: hooks that can be installed, and that fail when they should."""

import re
import shlex

import pytest
import yaml
from conftest import ROOT
from in_process import mcptest_text

from mcptest_action.commands import COMMANDS

HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
POLICY = 'version: "1.0"\nrules:\n- {id: some-ran, fact: run.total, min: 1}\n'
WAIVER = 'waivers:\n- {rule: some-ran, owner: me, reason: x, expiry: "2026-01-01T00:00:00Z"}\n'
SUITE = "tools:\n- {name: one, tool: t, expect: [{target: result, exists: true}]}\n"
# What each finds nothing in, and what it fails on, with its exit code.
SOUND = {"policy.yml": POLICY, "api/policy.yaml": POLICY, "suite.yml": SUITE, "suites/a.yml": SUITE}
BROKEN = {
    "mcptest-policy-lint": ({"api/policy.yaml": "rules: 1\n"}, 2, "api/policy.yaml"),
    "mcptest-suite-validate": ({"suites/a.yml": "tools: 1\n"}, 2, "suites/a.yml"),
    "mcptest-waiver-expiry": ({"policy.yml": POLICY + WAIVER}, 1, "policy.yml:5: expired"),
}


def run(folder, hook, files):
    """As pre-commit does: the entry, and the names of the files that the hook is for."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    words = shlex.split(hook["entry"])[1:]
    if hook.get("pass_filenames", True):
        words += [name for name in files if re.search(hook["files"], name)]
    return mcptest_text(*words, cwd=folder)


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_a_hook_has_what_pre_commit_asks_for(hook):
    assert {"id", "name", "entry", "language"} <= hook.keys()
    assert hook["language"] == "python"
    assert hook["description"].endswith(".")
    program, *words = shlex.split(hook["entry"])
    assert program == "mcptest"
    known = {command.words for command in COMMANDS}
    assert known & {words[0], " ".join(words[:2])}
    assert ("files" in hook) != (hook.get("pass_filenames") is False)


def test_the_hooks_are_those_that_the_page_lists():
    page = (ROOT / "docs" / "adopt.md").read_text()
    assert set(re.findall(r"- id: (mcptest-[a-z-]+)", page)) == set(HOOKS)


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_passes_what_is_sound(tmp_path, name):
    done = run(tmp_path, HOOKS[name], SOUND)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_names_the_file_that_is_not(tmp_path, name):
    files, code, said = BROKEN[name]
    done = run(tmp_path, HOOKS[name], {**SOUND, **files})
    assert done.returncode == code
    assert said in done.stdout + done.stderr


def test_the_hook_of_waivers_takes_another_policy_as_the_page_says(tmp_path):
    hook = HOOKS["mcptest-waiver-expiry"]
    page = (ROOT / "docs" / "adopt.md").read_text()
    (args,) = re.findall(r"- id: mcptest-waiver-expiry\n +args: \[(.*)\]", page)
    files = {"ci/policy.yml": POLICY}
    assert run(tmp_path, hook, files).returncode == 2
    told = {**hook, "entry": f"{hook['entry']} {args.replace(',', '')}"}
    assert run(tmp_path, told, files).returncode == 0
    assert run(tmp_path, told, {"ci/policy.yml": POLICY + WAIVER}).returncode == 1


def test_the_patterns_find_what_is_usual_and_nothing_else():
    lint, validate = HOOKS["mcptest-policy-lint"], HOOKS["mcptest-suite-validate"]
    policies = ["policy.yml", "ci/policy.yaml"]
    suites = ["suite.yml", "mcptest-suite.yaml", "a/weather.suite.yml", "suites/x/a.yml"]
    others = ["policy.md", "network-policy.yml", "suite.json", "suites.md", "mysuites/a.yml"]
    for hook, own in ((lint, policies), (validate, suites)):
        found = [n for n in (*policies, *suites, *others) if re.search(hook["files"], n)]
        assert found == own
