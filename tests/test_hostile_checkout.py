"""What a pull request commits has no say in which policy judges it, and in where reports go."""

import json
import os
import shutil
import subprocess

import pytest
from github_api import TOKEN
from github_runner import BASE, hub_with_base, running

STRICT = 'version: "1.0"\nrules:\n- {id: none-failed, fact: run.failed, max: 0}\n'
LAX = 'version: "1.0"\nrules:\n- {id: some-ran, fact: run.total, min: 1}\n'
BY_BASE = {"run-report": "run.json", "policy-ref": "base", "token": TOKEN}
WHO = ("-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false")


@pytest.fixture
def hub():
    made = hub_with_base()
    made.files.clear()
    made.parents.clear()  # the base is the one that the event names: see `base_is`
    return made


@pytest.fixture
def runner(tmp_path, hub):
    (tmp_path / "workspace").mkdir()
    with running(tmp_path / "workspace", hub) as made:
        (made.folder / "policy.yml").unlink()
        yield made


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def git(folder, *words):
    done = subprocess.run(
        ["git", *WHO, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def commit(folder):
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "x")
    return git(folder, "rev-parse", "HEAD")


def base_is(runner, sha):
    """The event names this commit as its base."""
    path = runner.folder / "event.json"
    path.write_text(path.read_text().replace(BASE, sha))


def judged_by(done):
    """Which policy it was: by its only rule."""
    return [name for name in ("none-failed", "some-ran") if name in done.stdout.decode()]


def test_a_repository_that_is_committed_is_not_the_checkout(runner, tmp_path):
    """Git takes a folder with HEAD, objects and refs for one, and obeys its refs/replace."""
    write(runner.folder, {"ci/policy.yml": STRICT})
    base = commit(runner.folder)
    base_is(runner, base)
    evil = tmp_path / "evil"
    write(evil, {"policy.yml": LAX, "ci/policy.yml": LAX})
    fake = commit(evil)
    git(evil, "fetch", "--quiet", str(runner.folder), base)
    git(evil, "update-ref", f"refs/replace/{base}", fake)
    for name in ("HEAD", "objects", "refs"):
        copied = evil / ".git" / name
        place = runner.folder / "ci" / name
        shutil.copytree(copied, place) if copied.is_dir() else shutil.copy(copied, place)
    config = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n"
    write(runner.folder, {"ci/config": config, "ci/policy.yml": LAX})
    commit(runner.folder)
    done = runner.run({**BY_BASE, "policy": "ci/policy.yml"})
    assert (done.returncode, judged_by(done)) == (1, ["none-failed"])
    words = {**BY_BASE, "run-report": "../run.json", "working-directory": "ci"}
    assert judged_by(runner.run(words)) == ["none-failed"]


def test_a_commit_that_a_ref_replaces_is_still_itself(runner):
    write(runner.folder, {"policy.yml": STRICT})
    base = commit(runner.folder)
    base_is(runner, base)
    write(runner.folder, {"policy.yml": LAX})
    git(runner.folder, "update-ref", f"refs/replace/{base}", commit(runner.folder))
    assert judged_by(runner.run(BY_BASE)) == ["none-failed"]


def with_files(runner, hub, where, files):
    """The base branch with these files, known to the checkout or only to the API."""
    write(runner.folder, files)
    if where == "git":
        base_is(runner, commit(runner.folder))
    hub.files.update({(BASE, name): text.encode() for name, text in files.items()})


@pytest.mark.parametrize("where", ["git", "api"])
@pytest.mark.parametrize(
    "elsewhere", [{"lab/policy.yml": LAX}, {"lab/readme": "x"}], ids=["lax", "none"]
)
@pytest.mark.parametrize("how", ["folder", "policy"])
def test_a_link_leads_to_no_other_policy(runner, hub, where, elsewhere, how):
    with_files(runner, hub, where, {"server/policy.yml": STRICT, **elsewhere})
    shutil.rmtree(runner.folder / "server")
    (runner.folder / "server").symlink_to("lab")
    words = {"folder": {"working-directory": "server", "run-report": "../run.json"},
             "policy": {"policy": "server/policy.yml"}}  # fmt: skip
    done = runner.run({**BY_BASE, **words[how]})
    assert done.returncode == 2
    assert b"policy-ref: base: server is a symbolic link, which a pull request" in done.stderr


def test_a_policy_that_is_itself_a_link_is_refused_and_not_compared(runner, hub):
    with_files(runner, hub, "git", {"policy.yml": STRICT, "lax.yml": LAX})
    (runner.folder / "policy.yml").unlink()
    (runner.folder / "policy.yml").symlink_to("lax.yml")
    assert b"policy.yml is a symbolic link" in runner.run(BY_BASE).stderr
    done = runner.run({**BY_BASE, "policy-ref": "head"})
    assert done.returncode == 0
    assert "not known: policy.yml is a symbolic link" in runner.summary


def test_a_folder_that_was_a_link_at_the_base_is_not_taken_for_one_without_a_policy(runner):
    write(runner.folder, {"real/policy.yml": STRICT})
    (runner.folder / "server").symlink_to("real")
    base_is(runner, commit(runner.folder))
    (runner.folder / "server").unlink()
    (runner.folder / "server").mkdir()
    words = {**BY_BASE, "working-directory": "server", "run-report": "../run.json"}
    done = runner.run(words)
    assert done.returncode == 2
    assert b"server is no plain folder at the base commit" in done.stderr


def test_the_api_is_asked_the_same(runner, hub):
    (runner.folder / "server").mkdir()
    hub.links[BASE, "server"] = "real"
    words = {**BY_BASE, "working-directory": "server", "run-report": "../run.json"}
    done = runner.run(words)
    assert (done.returncode, b"server is no folder at the base commit" in done.stderr) == (2, True)


def test_a_submodule_does_not_change_what_a_path_means(runner, hub):
    """A pull request may put its own repository, which holds the base commit, into a folder."""
    with_files(runner, hub, "git", {"policy.yml": LAX, "ci/policy.yml": STRICT})
    shutil.rmtree(runner.folder / "ci")
    git(runner.folder, "clone", "--quiet", str(runner.folder), "ci")
    done = runner.run({**BY_BASE, "policy": "ci/policy.yml"})
    assert done.returncode == 2
    assert (
        b"ci is a repository inside of another one (.); check both out side by side" in done.stderr
    )


def test_a_second_checkout_inside_of_the_first_is_refused(runner, hub):
    """Which of them `policy.yml` belongs to, nobody says; the outer one has no `pr/policy.yml`."""
    with_files(runner, hub, "git", {"policy.yml": STRICT})
    git(runner.folder, "clone", "--quiet", str(runner.folder), "pr")
    words = {**BY_BASE, "working-directory": "pr", "run-report": "../run.json"}
    done = runner.run(words)
    assert (done.returncode, b"pr is a repository inside of another" in done.stderr) == (2, True)


EVENTS = {
    "an empty payload": ("pull_request", {}),
    "no pull request": ("pull_request", {"pull_request": None}),
    "text": ("pull_request", "x"),
    "an empty group": ("merge_group", {}),
    "no repository": ("workflow_run", {"workflow_run": {"event": "pull_request"}}),
    "a comment": ("issue_comment", {"issue": {"number": 7, "pull_request": {"url": "x"}}}),
    "a check": ("check_run", {"check_run": {"pull_requests": [{"number": 7}]}}),
    "a branch": ("push", {"ref": "refs/heads/mine", "repository": {"default_branch": "trunk"}}),
}


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_whose_base_is_not_known_does_not_go_by_the_head(runner, name):
    event, payload = EVENTS[name]
    write(runner.folder, {"policy.yml": LAX, "event.json": json.dumps(payload)})
    runner.event_name = event
    done = runner.run(BY_BASE)
    assert (done.returncode, done.stdout.count(b"verdict")) == (2, 0)
    assert done.stderr.count(b"error: policy-ref: base: the event does not name the base") == 1
    assert runner.run({**BY_BASE, "policy-ref": "head"}).returncode == 0


def test_a_policy_that_only_the_head_has_does_not_replace_the_default_one(runner):
    write(runner.folder, {"policy.yml": LAX})
    done = runner.run(BY_BASE)
    assert done.returncode == 1
    assert b"the default policy: " in done.stdout
    said = "policy.yml of this pull request is not used: the base branch has none."
    assert said in runner.summary
    done = runner.run({**BY_BASE, "policy": "policy.yml"})
    assert done.returncode == 2
    assert b"the base commit bbbbbbb has no policy.yml (merge the file first" in done.stderr


ORIGIN = '[core]\n\tbare = false\n[remote "origin"]\n\turl = {}\n\tfetch = x\n'


@pytest.mark.parametrize(
    ("url", "used"),
    [
        ("https://github.com/octo/server", True),
        ("git@github.com:Octo/Server.git", True),
        ("https://github.com/octo/policies", False),
        ("", False),
    ],
)
def test_a_checkout_in_a_folder_of_the_workspace_is_where_paths_count_from(runner, hub, url, used):
    """`actions/checkout` with `path: src`, and no git, as in our image."""
    hub.files[BASE, "policy.yml"] = STRICT.encode()
    hub.files[BASE, "src/policy.yml"] = LAX.encode()
    (runner.folder / "src" / ".git").mkdir(parents=True)
    write(runner.folder, {"src/policy.yml": LAX, "src/.git/config": ORIGIN.format(url)})
    words = {**BY_BASE, "working-directory": "src", "run-report": "../run.json"}
    no_git = {"PATH": str(runner.folder / "nowhere")}
    done = runner.run(words, **no_git)
    if used:
        assert (done.returncode, judged_by(done)) == (1, ["none-failed"])
    else:
        assert (done.returncode, b"src is no checkout of octo/server" in done.stderr) == (2, True)


def test_without_git_and_token_only_the_token_is_asked_for(runner):
    write(runner.folder, {"policy.yml": LAX})
    words = {"run-report": "run.json", "policy-ref": "base"}
    done = runner.run(words, PATH=str(runner.folder / "nowhere"))
    assert b"there is no git here" in done.stderr
    assert b"fetch-depth" not in done.stderr
    assert b"fetch-depth: 0" in runner.run(words).stderr


def test_a_policy_outside_of_the_workspace_has_no_base_and_is_not_compared(runner, tmp_path):
    (tmp_path / "central.yml").write_text(LAX)
    named = {**BY_BASE, "policy": str(tmp_path / "central.yml")}
    done = runner.run(named)
    assert (done.returncode, b"central.yml is not in the workspace" in done.stderr) == (2, True)
    done = runner.run({**named, "policy-ref": "head"})
    assert done.returncode == 0
    assert "Changed in this pull request" not in runner.summary
    assert "is not known" not in runner.summary


REPORTS = ("run.json", "verdict.json", "summary.md", "junit.xml", "annotations.txt", "report.sarif", "transcript.jsonl")  # fmt: skip
HERE = {"run-report": "run.json", "policy": "policy.yml"}


def test_reports_are_not_written_through_links(runner, tmp_path):
    write(runner.folder, {"policy.yml": LAX})
    write(tmp_path, {f"outside/{name}": "theirs" for name in REPORTS})
    out = runner.folder / "mcptest-out"
    out.mkdir()
    for name in REPORTS:
        (out / name).symlink_to(tmp_path / "outside" / name)
    (runner.folder / "copy.xml").symlink_to(tmp_path / "outside" / "junit.xml")
    done = runner.run({**HERE, "junit": "copy.xml"})
    assert done.returncode == 0, done.stderr
    assert {path.read_text() for path in (tmp_path / "outside").iterdir()} == {"theirs"}
    assert not [path for path in (*out.iterdir(), runner.folder / "copy.xml") if path.is_symlink()]
    assert "<testsuites" in (runner.folder / "copy.xml").read_text()


@pytest.mark.parametrize("pid", [1, 7])
def test_nor_through_the_link_of_a_part(runner, tmp_path, pid):
    """In a container our number is 1, or little more."""
    write(tmp_path, {"theirs": "theirs"})
    (runner.folder / f".x.{pid}.part").symlink_to(tmp_path / "theirs")
    program = (
        f"import os; os.getpid = lambda: {pid}\n"
        "from mcptest_action.shell.files import write_text\nwrite_text('x', 'ours')"
    )
    assert runner.run(None, "-c", program, module=None).returncode == 0
    assert (tmp_path / "theirs").read_text() == "theirs"
    assert (runner.folder / "x").read_text() == "ours"


@pytest.mark.parametrize(
    ("linked", "inputs"),
    [
        ("mcptest-out", {}),
        ("reports", {"junit": "reports/junit.xml"}),
        ("deep", {"out": "deep/down/here"}),
        ("deep", {"out": "deep/../mcptest-out"}),
        ("server", {"working-directory": "server", "policy": "../workspace/policy.yml",
                    "run-report": "../workspace/run.json"}),
    ],
)  # fmt: skip
def test_a_folder_that_is_a_link_out_of_the_workspace_is_refused(runner, tmp_path, linked, inputs):
    write(runner.folder, {"policy.yml": LAX})
    write(tmp_path, {"outside/junit.xml": "theirs", "outside/verdict.json": "theirs"})
    (runner.folder / linked).symlink_to(tmp_path / "outside")
    before = sorted(tmp_path.rglob("*"))
    done = runner.run({**HERE, **inputs})
    assert done.returncode == 2, done.stderr
    assert b"leads out of the workspace by a symbolic link" in done.stderr
    after = set(tmp_path.rglob("*")) - {runner.output_file, runner.summary_file}
    assert sorted(after) == before
    assert (tmp_path / "outside" / "junit.xml").read_text() == "theirs"


def test_a_link_within_the_workspace_is_nobodys_business(runner):
    write(runner.folder, {"policy.yml": LAX, "build/x": ""})
    (runner.folder / "mcptest-out").symlink_to("build")
    assert runner.run(HERE).returncode == 0
    assert (runner.folder / "build" / "verdict.json").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_root_gives_away_nothing_behind_a_link(runner, tmp_path):
    os.chown(runner.folder, 4321, 4321)
    write(tmp_path, {"outside/verdict.json": "theirs"})
    (runner.folder / "mcptest-out").symlink_to(tmp_path / "outside")
    assert runner.run({"run-report": "run.json"}).returncode == 2
    assert (tmp_path / "outside" / "verdict.json").stat().st_uid == 0


def test_what_root_links_to_by_name_is_left_where_it_is(runner, tmp_path):
    """`--junit /dev/stdout` is a link too, and no part of the workspace."""
    write(runner.folder, {"policy.yml": LAX})
    write(tmp_path, {"target": ""})
    (tmp_path / "link").symlink_to(tmp_path / "target")
    assert runner.run({**HERE, "junit": str(tmp_path / "link")}).returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert "<testsuites" in (tmp_path / "target").read_text()


OLD = "## Policy verdict: ✅ pass\n"
BROKEN = {
    "policy": ({"policy.yml": "rules: 1"}, {}),
    "no policy": ({"policy.yml": LAX}, {"policy": "nowhere.yml"}),
    "config": ({"policy.yml": LAX, "mcptest.yml": "x: ["}, {}),
    "switch": ({"policy.yml": LAX}, {"report-only": "yes"}),
    "choice": ({"policy.yml": LAX}, {"comment": "false"}),
    "name": ({"policy.yml": LAX}, {"polcy": "x"}),
    "copies": ({"policy.yml": LAX}, {"junit": "run.json"}),
    "server": ({"policy.yml": LAX}, {"run-report": "", "server-url": "http://127.0.0.1:9/mcp"}),
}


@pytest.mark.parametrize("linked", [False, True], ids=["file", "link"])
@pytest.mark.parametrize("what", BROKEN)
def test_a_wrong_input_deletes_nothing_and_a_run_leaves_no_earlier_verdict(runner, what, linked):
    files, inputs = BROKEN[what]
    write(runner.folder, {**files, "old.md": OLD})
    earlier = [runner.folder / "mcptest-out" / name for name in ("junit.xml", "verdict.json")]
    earlier.append(runner.folder / "copy.md")
    earlier[0].parent.mkdir()
    for path in earlier:
        path.symlink_to(runner.folder / "old.md") if linked else path.write_text(OLD)
    done = runner.run({**HERE, "summary": "copy.md", **inputs})
    assert done.returncode == (3 if what == "server" else 2)
    left = [path for path in earlier if os.path.lexists(path)]
    assert left == ([] if what == "server" else earlier)
    assert [path.is_symlink() for path in left] == [linked] * len(left)
    assert (runner.folder / "old.md").read_text() == OLD


def test_what_the_verdict_would_rest_on_is_not_cleared_away(runner):
    shutil.copytree(runner.folder, runner.folder / "mcptest-out", ignore=lambda *_: ["mcptest-out"])
    write(runner.folder, {"policy.yml": "rules: 1", "mcptest.yml": "x: ["})
    for files in ({}, {"mcptest.yml": "{}\n"}, {"policy.yml": LAX}):
        write(runner.folder, files)
        done = runner.run({**HERE, "run-report": "mcptest-out/run.json"})
        assert (runner.folder / "mcptest-out" / "run.json").exists()
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"junit": "mcptest.yml"}, "the input junit: would overwrite the input mcptest.yml"),
        (
            {"junit": "ca.pem", "ca-file": "ca.pem"},
            "the input junit: would overwrite the input ca.pem",
        ),
        (
            {"json": "x", "summary": "./x"},
            "the input summary: would overwrite another report at ./x",
        ),
        ({"json": "mcptest-out/summary.md"}, "the input json: would overwrite another report"),
        (
            {"json": "mcptest-out/transcript.jsonl"},
            "the input json: would overwrite another report",
        ),
        ({"out": os.fsdecode(b"\xff")}, "the input out: the name is not UTF-8"),
        ({"sarif": os.fsdecode(b"\xff")}, "the input sarif: the name is not UTF-8"),
    ],
)
def test_no_report_replaces_an_input_or_another(runner, inputs, said):
    write(runner.folder, {"policy.yml": LAX, "mcptest.yml": "{}\n", "ca.pem": "x"})
    done = runner.run({**HERE, **inputs})
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)
    assert said in done.stderr.decode()
    assert (runner.folder / "mcptest.yml").read_text() == "{}\n"


def test_two_reports_may_share_a_device_and_one_may_be_where_it_is_anyway(runner):
    write(runner.folder, {"policy.yml": LAX})
    same = {"json": "/dev/null", "summary": "/dev/null", "junit": "mcptest-out/junit.xml"}
    assert runner.run({**HERE, **same}).returncode == 0
