"""Policies that extend others, as commands and steps of a job use them."""

import hashlib
import json
import os
import subprocess
import sys

import pytest
from conftest import ROOT
from github_api import TOKEN
from github_runner import HEAD as HEAD_COMMIT
from github_runner import MERGE, hub_with_base, running
from in_process import mcptest_text
from jsonschema import Draft202012Validator
from patience import GIVES_UP_S

HEAD = 'version: "1.0"\n'
ORG = f"{HEAD}rules:\n- {{id: none-failed, fact: run.failed, max: 0, waivable: false}}\n"
RAN = "- {id: some-ran, fact: run.total, min: 1}\n"
OWN = f"{HEAD}extends: org/policy.yml\nrules:\n{RAN}"
RUN = '{"summary": {"total": 5, "passed": 4, "failed": 1, "skipped": 0}}'
RUN_WORDS = ("--run-report", "run.json")
WAIVER = "waivers:\n- {rule: none-failed, owner: me, reason: x, expiry: 2099-01-01T00:00:00Z}\n"


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture
def folder(tmp_path):
    """A repository with a policy, and that of its organisation."""
    made = tmp_path / "repo"
    (made / "org").mkdir(parents=True)
    for name, text in {"policy.yml": OWN, "org/policy.yml": ORG, "run.json": RUN}.items():
        (made / name).write_text(text)
    return made


def simulate(folder, *words):
    return mcptest_text(
        "policy", "simulate", "--policy", "policy.yml", *RUN_WORDS, *words, cwd=folder
    )


def test_the_organisations_rule_fails_the_gate(folder):
    done = simulate(folder, "--gate")
    assert done.returncode == 1
    assert (
        "none-failed  run.failed is 1 (from run.json), expected at most 0 [org/policy.yml]"
        in done.stdout
    )


def make_pipe(path):
    os.mkfifo(path)


def make_folder(path):
    path.mkdir()


def make_device(path):
    path.symlink_to("/dev/zero")


def make_loop(path):
    path.symlink_to(path.name)


def make_large(path):
    path.write_bytes(b"# x\n" * (1024 * 1024 // 4) + b"#")


HOSTILE = {
    "a pipe": (make_pipe, "policy.yml:2:10: extends org/policy.yml, which is not a regular file"),
    "a folder": (make_folder, "policy.yml:2:10: extends org/policy.yml, which is a directory"),
    "a device": (make_device, "policy.yml:2:10: extends org/policy.yml, which is not a regular file"),
    "a link to itself": (make_loop, "policy.yml:2:10: extends org/policy.yml, which cannot be read: too many"),
    "large": (make_large, "policy.yml:2:10: extends org/policy.yml, which is larger than 1 MiB"),
    "missing": (lambda _: None, "policy.yml:2:10: extends org/policy.yml, which cannot be read: no such file"),
    "not UTF-8": (lambda path: path.write_bytes(b"version: \xff"), "org/policy.yml:1:10: the byte 0xff is not UTF-8"),
    "UTF-16": (lambda path: path.write_text(ORG, "utf-16"), "org/policy.yml:1:1: is UTF-16"),
    "a hidden end of line": (
        lambda path: path.write_text(f"{ORG}# strict\u2028"), "org/policy.yml:4:9: the character U+2028 ends the line",
    ),
    "no YAML": (lambda path: path.write_text("a: [\n"), "org/policy.yml:2:1: not valid YAML"),
    "a list": (lambda path: path.write_text("- a\n"), "org/policy.yml:1:1: the policy is a list, not a mapping"),
    "a word": (lambda path: path.write_text("hello\n"), "org/policy.yml:1:1: a policy is a mapping"),
    "deep": (lambda path: path.write_text("[" * 1000), "org/policy.yml:1:51: nested more than 50 levels deep"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_below_is_one_located_sentence(folder, name):
    make, said = HOSTILE[name]
    (folder / "org" / "policy.yml").unlink()
    make(folder / "org" / "policy.yml")
    command = [
        sys.executable,
        "-m",
        "mcptest_action",
        "policy",
        "simulate",
        "--policy",
        "policy.yml",
    ]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=GIVES_UP_S, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"error: {said}")


def test_another_spelling_of_itself_is_a_cycle(folder):
    (folder / "policy.yml").write_text(f"{HEAD}extends: {folder}/policy.yml\nrules:\n{RAN}")
    done = simulate(folder)
    assert done.returncode == 2
    assert "would extend itself: " in done.stderr


def test_a_report_replaces_no_policy_that_it_rests_on(folder):
    done = simulate(folder, "--output", "org/policy.yml")
    assert done.returncode == 2
    assert "would overwrite the input org/policy.yml" in done.stderr
    words = ("--policy", "policy.yml", *RUN_WORDS, "--json", "org/policy.yml")
    done = mcptest_text("gate", *words, cwd=folder)
    assert done.returncode == 2
    assert "--json: would overwrite the input org/policy.yml" in done.stderr
    assert (folder / "org" / "policy.yml").read_text() == ORG
    assert not (folder / "mcptest-out").exists()


def test_the_other_commands_know_the_layers(folder):
    (folder / "org" / "policy.yml").write_text(ORG.replace("run.failed", "run.faild"))
    done = mcptest_text("policy", "lint", "policy.yml", cwd=folder)
    assert done.returncode == 2
    assert (
        "org/policy.yml:3:27: error: 'none-failed' names an unknown fact 'run.faild'" in done.stdout
    )
    (folder / "org" / "policy.yml").write_text("a: [\n")
    done = mcptest_text("policy", "lint", "policy.yml", cwd=folder)
    assert done.returncode == 2
    assert done.stdout.startswith("org/policy.yml:2:1: error: not valid YAML")
    (folder / "org" / "policy.yml").write_text(ORG + WAIVER)
    done = mcptest_text("waiver", "list", cwd=folder)
    assert done.stdout.startswith("org/policy.yml:5: active, ")
    done = mcptest_text("policy", "explain", "none-failed", *RUN_WORDS, cwd=folder)
    assert "layer:     org/policy.yml, by way of policy.yml:2\n" in done.stdout


def test_a_waiver_that_expired_below_is_listed_and_fails_no_commit_above(folder):
    (folder / "org" / "policy.yml").write_text(ORG + WAIVER)
    later = ("--fail-on", "expired", "--now", "2100-01-01T00:00:00Z")
    done = mcptest_text("waiver", "list", *later, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("org/policy.yml:5: expired, ")
    soon = ("--fail-on", "expiring", "--expiring-in", "100years")
    assert mcptest_text("waiver", "list", *soon, cwd=folder).returncode == 0
    below = ("--policy", "org/policy.yml", *later)
    assert mcptest_text("waiver", "list", *below, cwd=folder).returncode == 1


def test_a_waiver_is_added_above_and_checked_below(folder):
    words = ("--owner", "me", "--reason", "later", "--for", "30d", "--rule")
    done = mcptest_text("waiver", "add", *words, "none-failed", cwd=folder)
    assert done.returncode == 2
    assert "'none-failed' may not be waived (org/policy.yml:3 does not allow it)" in done.stderr
    assert (folder / "policy.yml").read_text() == OWN
    open_to_all = ORG.replace(", waivable: false", "")
    (folder / "org" / "policy.yml").write_text(open_to_all)
    assert mcptest_text("waiver", "add", *words, "none-failed", cwd=folder).returncode == 0
    assert simulate(folder, "--gate").returncode == 0
    assert (folder / "org" / "policy.yml").read_text() == open_to_all


def test_a_replay_needs_no_file_of_then(folder):
    (folder / "policy.yml").write_text(
        OWN.replace("org/policy.yml", "[org/policy.yml, pack:starter@1]")
    )
    demo = f"{sys.executable} -m mcptest_action mock --preset demo"
    done = mcptest_text("gate", "--server-command", demo, "--only", "unknown_tool", cwd=folder)
    assert done.returncode == 1  # of what was not looked at, the pack's rules are unevaluated
    out = folder / "mcptest-out"
    assert "org/policy.yml" in {
        each["file"] for each in json.loads((out / "verdict.json").read_text())["inputs"]
    }
    for name in ("policy.yml", "org/policy.yml"):
        (folder / name).unlink()
    words = ("mcptest-out/transcript.jsonl", "--out", "again")
    again = mcptest_text("replay", *words, cwd=folder)
    assert again.returncode == 0, again.stderr
    made = sorted(path.name for path in (folder / "again").iterdir())
    assert "verdict.json" in made
    for name in made:
        assert (folder / "again" / name).read_bytes() == (out / name).read_bytes(), name


def test_a_transcript_without_the_files_below_does_not_replay(folder):
    demo = f"{sys.executable} -m mcptest_action mock --preset demo"
    mcptest_text("gate", "--server-command", demo, "--only", "unknown_tool", cwd=folder)
    transcript = folder / "mcptest-out" / "transcript.jsonl"
    header, *lines = transcript.read_text().splitlines(keepends=True)
    document = json.loads(header)
    document["policy"].pop("extends")
    (folder / "t.jsonl").write_text(json.dumps(document) + "\n" + "".join(lines))
    done = mcptest_text("replay", "t.jsonl", "--out", "again", cwd=folder)
    assert done.returncode == 2
    assert "policy.yml:2:10: extends org/policy.yml, which is not at hand" in done.stderr


SCHEMA = json.loads(
    (ROOT / "src" / "mcptest_action" / "schemas" / "policy.schema.json").read_text()
)


@pytest.mark.parametrize(
    ("more", "valid"),
    [
        ({}, False), ({"rules": []}, False), ({"rules": None}, False),
        ({"extends": "a.yml"}, True), ({"extends": ["a.yml", "pack:starter@1"]}, True),
        ({"extends": "a.yml", "rules": []}, True), ({"extends": "a.yml", "rules": None}, True),
        ({"extends": []}, False), ({"extends": None}, False), ({"extends": [None]}, False),
        ({"extends": "https://example.org/a.yml"}, False), ({"extends": "~/a.yml"}, False),
        ({"rules": [{"id": "a", "fact": "run.total", "min": 1, "waivable": False}]}, True),
        ({"rules": [{"id": "a", "fact": "run.total", "min": 1, "waivable": "no"}]}, False),
    ],
)  # fmt: skip
def test_the_schema_for_editors(more, valid):
    assert Draft202012Validator(SCHEMA).is_valid({"version": "1.0", **more}) is valid


# On a pull request.

TODAY = "d" * 7 + "3" * 33
LAX_ORG = ORG.replace("max: 0", "max: 9")
BASE_FILES = {"policy.yml": OWN, "org/policy.yml": ORG}
BY_BASE = {"run-report": "run.json", "policy-ref": "base"}
BY_HEAD = {"run-report": "run.json"}


class Case:
    """A pull request: what main has, and what the head has."""

    def __init__(self, runner, hub):
        self.runner, self.hub, self.folder = runner, hub, runner.folder

    def run(self, inputs, main, head):
        self.hub.files.update({(TODAY, name): text.encode() for name, text in main.items()})
        for name, text in {**head, "run.json": RUN}.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        self.done = self.runner.run({"token": TOKEN, **inputs})
        return self.done.returncode

    @property
    def log(self):
        return self.done.stderr.decode()


@pytest.fixture
def case(tmp_path):
    hub = hub_with_base()
    hub.files.clear()
    hub.commits.add(TODAY)
    hub.parents[MERGE] = (TODAY, HEAD_COMMIT)
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    with running(workspace, hub) as runner:
        yield Case(runner, hub)


def test_what_the_bases_policy_extends_comes_from_the_base(case):
    head = {**BASE_FILES, "org/policy.yml": LAX_ORG}
    assert case.run(BY_BASE, BASE_FILES, head) == 1
    assert b"none-failed  run.failed is 1 (from run.json), expected at most 0" in case.done.stdout
    assert case.run(BY_HEAD, BASE_FILES, head) == 0


def test_what_only_the_head_has_is_not_extended_unless_it_is_pinned(case):
    main = {"policy.yml": OWN}
    assert case.run(BY_BASE, main, BASE_FILES) == 2
    said = "policy.yml:2:10: extends org/policy.yml, which is not in the base commit ddddddd "
    assert f"{said}(pin it in the policy of the base branch: FILE@sha256:…)" in case.log
    pinned = {"policy.yml": OWN.replace("policy.yml\n", f"policy.yml@sha256:{sha256(ORG)}\n", 1)}
    assert case.run(BY_BASE, pinned, {**BASE_FILES, **pinned}) == 1
    assert case.run(BY_BASE, pinned, {**pinned, "org/policy.yml": LAX_ORG}) == 2
    assert f"its SHA-256 is {sha256(LAX_ORG)}, not {sha256(ORG)}" in case.log


def test_what_is_pinned_may_lie_outside_of_the_workspace(case, tmp_path):
    (tmp_path / "org.yml").write_text(ORG)
    own = f"{HEAD}extends: ../org.yml\n"
    assert case.run(BY_BASE, {"policy.yml": own}, {"policy.yml": own}) == 2
    assert "extends ../org.yml, which is not in the workspace" in case.log
    own = f"{HEAD}extends: ../org.yml@sha256:{sha256(ORG)}\n"
    assert case.run(BY_BASE, {"policy.yml": own}, {"policy.yml": own}) == 1
    (tmp_path / "org.yml").unlink()
    assert case.run(BY_BASE, {"policy.yml": own}, {"policy.yml": own}) == 2
    assert "extends ../org.yml, which is not in the workspace" in case.log


def test_a_pinned_file_of_the_base_is_used_when_the_head_has_changed_it(case):
    own = f"{HEAD}extends: org/policy.yml@sha256:{sha256(ORG)}\n"
    main = {**BASE_FILES, "policy.yml": own}
    assert case.run(BY_BASE, main, {**main, "org/policy.yml": LAX_ORG}) == 1


def test_a_layer_that_is_loosened_or_left_out_is_told_to_reviewers(case):
    case.run(BY_HEAD, BASE_FILES, {**BASE_FILES, "org/policy.yml": LAX_ORG})
    was = "was run.failed at most 0 (fail, not waivable)"
    assert (
        f"**rule changed** for none-failed: run.failed at most 9 (fail, not waivable), {was}"
        in case.runner.summary
    )
    case.run(BY_HEAD, BASE_FILES, {**BASE_FILES, "policy.yml": f"{HEAD}rules:\n{RAN}"})
    assert f"**rule removed** for none-failed: {was}" in case.runner.summary
    case.run(BY_HEAD, BASE_FILES, BASE_FILES)
    assert "Changed in this pull request" not in case.runner.summary


def test_what_lies_outside_of_the_workspace_is_no_change_of_a_pull_request(case, tmp_path):
    (tmp_path / "org.yml").write_text(ORG)
    own = {"policy.yml": f"{HEAD}extends: ../org.yml\n"}
    case.run(
        BY_HEAD,
        own,
        {"policy.yml": f"{HEAD}extends: ../org.yml\n{WAIVER}".replace("none-failed", "x")},
    )
    assert case.done.returncode == 2
    case.run(BY_HEAD, own, {"policy.yml": f"{HEAD}extends: ../org.yml\nrules:\n{RAN}"})
    assert case.done.returncode == 1
    assert "is not known" not in case.runner.summary
    assert "Changed in this pull request" not in case.runner.summary


def test_a_layer_of_the_base_that_cannot_be_had_is_said(case):
    case.run(BY_HEAD, {"policy.yml": OWN}, BASE_FILES)
    assert "What it changes in the policy is not known" in case.runner.summary
    assert "extends org/policy.yml, which is not in the base commit ddddddd" in case.runner.summary
