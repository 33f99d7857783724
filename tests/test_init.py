"""`mcptest init` as a process: what it says, what it writes, and what it leaves alone."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import FIXTURES
from in_process import mcptest_text
from init_cases import CASES, repository_of, request_of

from mcptest_action.core.authoring.init import propose
from mcptest_action.core.text.errors import InputError

BIN = Path(sys.executable).parent
NPM = FIXTURES / "init" / "npm-builds-before-it-starts" / "repository"
ALL = {"policy.yml", "mcptest.yml", ".github/workflows/mcptest.yml"}


def init(folder, *words):
    return mcptest_text("init", *words, cwd=folder)


@pytest.fixture
def checkout(tmp_path):
    """A copy of a repository, to break."""
    shutil.copytree(NPM, tmp_path / "checkout")
    return tmp_path / "checkout"


def tree(folder):
    paths = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_a_diff_is_shown_and_nothing_is_written(checkout):
    before = tree(checkout)
    done = init(checkout)
    assert done.returncode == 0
    assert done.stderr.startswith("tides-mcp: node dist/index.js\n  because package.json: ")
    assert done.stderr.endswith("nothing was written; --write does it\n")
    heads = [line for line in done.stdout.splitlines() if line.startswith(("--- ", "+++ "))]
    assert heads[0::2] == ["--- /dev/null"] * 3 + ["--- a/.gitignore"]
    assert {head.removeprefix("+++ b/") for head in heads[1::2]} == {*ALL, ".gitignore"}
    assert tree(checkout) == before


def test_the_diff_is_what_write_writes(checkout, git):
    other = checkout.parent / "other"
    shutil.copytree(checkout, other)
    git("x")
    (checkout.parent / "x.diff").write_text(init(checkout).stdout)
    apply = ["git", "apply", "--directory", "other", "x.diff"]
    subprocess.run(apply, cwd=checkout.parent, check=True)
    done = init(checkout, "--write")
    assert done.returncode == 0
    assert tree(checkout) == tree(other)
    *_, head, first, second, third = done.stderr.splitlines()
    assert head == "next:"
    assert first == "  1. try it here: npm ci && npm run build && mcptest gate"
    assert (second[:5], third[:5]) == ("  2. ", "  3. ")


def test_a_second_run_has_nothing_to_propose(checkout):
    init(checkout, "--write")
    before = tree(checkout)
    done = init(checkout, "--write")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "there is nothing to propose: everything is there\n"
    assert tree(checkout) == before


def test_a_file_that_is_there_is_left_as_it_is(checkout):
    (checkout / "policy.yml").write_text("mine\n")
    (checkout / ".gitignore").write_text("dist/")
    done = init(checkout, "--write")
    assert done.returncode == 0
    assert "note: policy.yml is there, and stays as it is\n" in done.stderr
    assert (checkout / "policy.yml").read_text() == "mine\n"
    assert (checkout / ".gitignore").read_text() == "dist/\nmcptest-out/\nnode_modules/\n"


def test_another_folder_can_be_named(checkout):
    done = init(checkout.parent, "--working-directory", "checkout", "--write")
    assert done.returncode == 0
    assert tree(checkout).keys() >= ALL
    done = init(checkout.parent, "--working-directory", "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: nowhere: is no folder (name the top of a repository)\n"


def test_programs_get_the_same_as_json(checkout):
    document = json.loads(init(checkout, "--format", "json").stdout)
    assert document["server"]["command"] == ["node", "dist/index.js"]
    assert [file["path"] for file in document["files"]][:2] == ["policy.yml", "mcptest.yml"]
    assert document["files"][3] == {
        "path": ".gitignore", "action": "append", "text": "mcptest-out/\n",
    }  # fmt: skip


def test_where_nothing_is_found_the_flag_to_give_is_named(tmp_path):
    done = init(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "looked for bin, scripts.start and main in package.json" in done.stderr
    assert "(say how it is started: --server-command or --server-url)" in done.stderr
    assert init(tmp_path, "--server-command", "python server.py").returncode == 0
    assert init(tmp_path, "--server-url", "nonsense").returncode == 2


# What a checkout may hold that is no plain file, or no text.
ODD = {
    "a link": lambda path: path.symlink_to("/etc/hostname"),
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "bytes": lambda path: path.write_bytes(b"\xff\xfe{}"),
    "a giant": lambda path: path.write_bytes(b" " * (1024 * 1024 + 1)),
    "nothing": lambda path: path.write_bytes(b""),
    "a depth": lambda path: path.write_text("[" * 100_000),
    "no mapping": lambda path: path.write_text("3\n"),
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    "name", ["pyproject.toml", "server.json", "Dockerfile", "go.mod", "README.md"]
)
def test_what_cannot_be_read_is_said_and_passed_over(checkout, odd, name):
    ODD[odd](checkout / name)
    done = init(checkout)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "tides-mcp: node dist/index.js\n" in done.stderr
    if odd in ("a link", "a link to nowhere", "a pipe"):
        assert f"note: {name} is no regular file; it is not read\n" in done.stderr
    if odd in ("bytes", "a giant"):
        assert f"note: {name}: " in done.stderr


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", ["policy.yml", "mcptest.yml", "Jenkinsfile", ".gitlab-ci.yml"])
def test_what_is_there_in_any_form_is_never_written_to(checkout, odd, name):
    ODD[odd](checkout / name)
    before = os.lstat(checkout / name)
    done = init(checkout, "--write", "--ci", "jenkins" if name == "Jenkinsfile" else "gitlab")
    assert "Traceback" not in done.stderr
    after = os.lstat(checkout / name)
    assert (after.st_mode, after.st_size, after.st_ino) == (
        before.st_mode, before.st_size, before.st_ino,
    )  # fmt: skip


@pytest.mark.parametrize("odd", [*ODD])
def test_an_odd_gitignore_is_left_alone(checkout, odd):
    (checkout / ".gitignore").unlink()
    ODD[odd](checkout / ".gitignore")
    before = os.lstat(checkout / ".gitignore")
    done = init(checkout, "--write")
    if odd in ("nothing", "a depth", "no mapping"):
        assert (checkout / ".gitignore").read_text().endswith("mcptest-out/\nnode_modules/\n")
    elif odd == "a folder":
        assert done.returncode == 2
        assert done.stderr.endswith("error: .gitignore: is there, and is no file (move it away)\n")
        assert not (checkout / "policy.yml").exists()
    else:
        assert ".gitignore is left alone; it should have mcptest-out/" in done.stderr
        assert os.lstat(checkout / ".gitignore").st_ino == before.st_ino


@pytest.mark.parametrize("linked", [".github", ".github/workflows"])
def test_nothing_is_written_through_a_link_that_leads_out(checkout, tmp_path, linked):
    (tmp_path / "outside").mkdir()
    shutil.rmtree(checkout / ".github")
    (checkout / linked).parent.mkdir(exist_ok=True)
    (checkout / linked).symlink_to(tmp_path / "outside")
    done = init(checkout, "--write")
    assert done.returncode == 2
    assert "leads out of the repository by a symbolic link" in done.stderr
    assert list((tmp_path / "outside").iterdir()) == []
    assert not (checkout / "policy.yml").exists()


def test_a_file_where_a_folder_belongs_is_refused_before_anything_is_written(checkout):
    shutil.rmtree(checkout / ".github")
    (checkout / ".github").write_text("x")
    done = init(checkout, "--write")
    assert done.returncode == 2
    what = ".github/workflows/mcptest.yml: cannot be written: .github is no folder (move it away)"
    assert done.stderr.endswith(f"error: {what}\n")
    assert not (checkout / "policy.yml").exists()


def test_a_command_may_lead_to_an_address(tmp_path):
    words = ("--server-command", "node x.js", "--server-url", "http://127.0.0.1:3000/mcp")
    done = init(tmp_path, *words)
    assert "+      - run: node x.js &\n" in done.stdout
    assert '+    url: "http://127.0.0.1:3000/mcp"\n' in done.stdout
    done = init(tmp_path, *words, "--write")
    assert "  1. try it here: start it (see mcptest.yml); mcptest gate\n" in done.stderr


def test_a_checkout_of_any_size_is_looked_at_in_part(checkout):
    (checkout / "many").mkdir()
    for number in range(450):
        folder = checkout / "many" / f"{number:03}"
        folder.mkdir()
        (folder / "package.json").write_text("{}")
    done = init(checkout)
    assert done.returncode == 0
    assert "more than 400 manifests; it is not read" in done.stderr


@pytest.fixture(scope="module")
def pipelines(tmp_path_factory):
    """What is written for every case of the fixtures, by the name of the file."""
    folder = tmp_path_factory.mktemp("pipelines")
    for case in CASES:
        try:
            files = propose(repository_of(case), request_of(case)).files
        except InputError:
            continue
        for file in files:
            name = Path(file.path).name.removeprefix(".")
            if name not in ("policy.yml", "gitignore"):
                kind = "workflow.yml" if file.path.startswith(".github") else name
                kind = "config.yml" if file.path == "mcptest.yml" else kind
                (folder / f"{case.name}.{kind}").write_text(file.text)
    return folder


def lint(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_workflow_passes_zizmor_and_its_schema(pipelines):
    workflows = sorted(pipelines.glob("*.workflow.yml"))
    assert len(workflows) > 20
    lint(BIN / "zizmor", "--quiet", "--offline", "--persona", "pedantic", *workflows)
    check = (BIN / "check-jsonschema", "--quiet", "--builtin-schema")
    lint(*check, "vendor.github-workflows", *workflows)
    lint(*check, "custom.github-workflows-require-timeout", *workflows)


def test_every_pipeline_of_gitlab_passes_its_schema(pipelines):
    files = sorted(pipelines.glob("*gitlab-ci.yml"))
    assert len(files) > 5
    check = (BIN / "check-jsonschema", "--quiet", "--builtin-schema", "vendor.gitlab-ci")
    lint(*check, "--data-transform", "gitlab-ci", *files)


def test_the_actions_are_pinned_where_our_own_workflows_pin_them(pipelines):
    own = (FIXTURES.parent / "examples/weather/.github/workflows/gate.yml").read_text()
    for workflow in pipelines.glob("*.workflow.yml"):
        for step in yaml.safe_load(workflow.read_text())["jobs"]["gate"]["steps"]:
            name = step.get("uses", "").partition("@")[0]
            if name in ("actions/checkout", "actions/setup-python"):
                assert f"uses: {step['uses']} " in own
