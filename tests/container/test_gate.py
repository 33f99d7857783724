"""A gate in one container, a server in another, and the name of the latter between them."""

import json
import os
import time

import pytest
from conftest import ROOT
from container.conftest import OWNER
from container.engine import IMAGE, LOCKED_DOWN, docker, mounted

pytestmark = pytest.mark.container
REPORTS = {"transcript.jsonl", "run.json", "verdict.json", "summary.md", "junit.xml"}
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


def inputs(url: str, **more: str):
    """As `docker run` is given them."""
    return {"MCPTEST_SERVER_URL": url, "MCPTEST_WAIT_FOR_READY": "60s", **more}


def verdict(workspace, out="mcptest-out"):
    return json.loads((workspace / out / "verdict.json").read_text())["verdict"]


def owners(folder):
    return {(path.stat().st_uid, path.stat().st_gid) for path in (folder, *folder.rglob("*"))}


@pytest.mark.smoke
def test_a_stranger_without_any_right_gates_a_service_with_nothing_but_variables(
    net, demo, tmp_path
):
    """No root, nothing to write to but the workspace, no flags: the narrowest place to run in."""
    uid, gid = 23456, 65432
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    tmp_path.chmod(0o755)
    if os.geteuid() == 0:
        os.chown(workspace, uid, gid)
    else:
        workspace.chmod(0o777)
    done = net.run(f"--user={uid}:{gid}", *LOCKED_DOWN, *mounted(workspace), env=inputs(demo))
    assert done.code == 0, done.err
    assert "verdict: PASS" in done.out
    out = workspace / "mcptest-out"
    assert {path.name for path in out.iterdir()} >= REPORTS
    assert owners(out) == {(uid, gid)}
    assert verdict(workspace) == "pass"


def test_a_sound_server_passes_under_a_policy_of_the_workspace(net, demo, workspace):
    done = net.run(*mounted(workspace), env=inputs(demo, MCPTEST_POLICY="policy.yml"))
    assert done.code == 0, done.err
    assert verdict(workspace) == "pass"


@as_root
def test_what_root_writes_belongs_to_the_owner_of_the_workspace(net, demo, workspace):
    done = net.run(*mounted(workspace), env=inputs(demo, MCPTEST_OUT="deep/down/reports"))
    assert done.code == 0, done.err
    assert (workspace / "deep/down/reports/verdict.json").exists()
    assert owners(workspace) == {(OWNER, OWNER)}


def test_root_without_any_capability_works_where_root_may_write(net, demo, tmp_path):
    done = net.run("--user=0", *LOCKED_DOWN, *mounted(tmp_path), env=inputs(demo))
    assert done.code == 0, done.err
    assert verdict(tmp_path) == "pass"


def test_without_a_workspace_there_is_a_verdict_all_the_same(net, demo):
    done = net.run("--user=12345", env=inputs(demo, MCPTEST_ONLY="wrong_type"))
    assert done.code == 0, done.err
    assert "verdict: PASS" in done.out


def test_a_server_that_checks_nothing_fails(net, lenient, workspace):
    variables = inputs(lenient, MCPTEST_POLICY="policy.yml", MCPTEST_ONLY="wrong_type")
    done = net.run(*mounted(workspace), env=variables)
    assert done.code == 1, done.err
    assert "verdict: FAIL" in done.out
    assert verdict(workspace) == "fail"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--server-url", "http://records:8080/mcp", "--policy", "none.yml"), "none.yml: "),
        (("--server-url", "records"), "is not an http or https address"),
        ((), "there is neither a server nor an artifact"),
    ],
    ids=["no-policy", "no-address", "nothing"],
)
def test_an_invocation_that_cannot_work_is_two(net, workspace, words, said):
    done = net.run(*mounted(workspace), "--", "gate", *words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_variable_that_is_no_input_is_two(net, demo, workspace):
    done = net.run(*mounted(workspace), env=inputs(demo, MCPTEST_POLICYY="policy.yml"))
    assert (done.code, done.out) == (2, "")
    assert "MCPTEST_POLICYY" in done.err
    assert "MCPTEST_POLICY" in done.err.replace("MCPTEST_POLICYY", "")


def test_artifacts_alone_are_enough(net):
    folder = ROOT / "examples" / "policy"
    words = ("--policy", "policy.yml", "--run-report", "run.json", "--judge-cert", "cert.json")
    more = ("--conformance-report", "conformance.json", "--security", "security.json")
    rest = ("--model-compat", "model-compat.json", "--evidence", "evidence.json")
    read_only = ("--volume", f"{folder}:/work:ro")
    done = net.run(*read_only, "--", "gate", "--out", "/tmp/out", *words, *more, *rest)  # noqa: S108
    assert done.code == 0, done.err


def test_a_stopped_container_ends_in_order(net, demo, workspace):
    """`docker stop` signals process 1, which the kernel does not end on its own."""
    words = ("run", "--detach", "--network", net.name, *mounted(workspace))
    slow = ("gate", "--server-url", demo, "--call-delay", "2s")
    container = docker(*words, IMAGE, *slow).out.strip()
    try:
        transcript = workspace / "mcptest-out" / "transcript.jsonl"
        while not (transcript.exists() and len(transcript.read_bytes().splitlines()) > 8):
            running = docker("inspect", "--format", "{{.State.Running}}", container)
            assert running.out.strip() == "true"
            time.sleep(0.1)
        docker("stop", "--time", "200", container)  # and then the engine kills it: exit code 137
        assert docker("wait", container).out.strip() == "130"
    finally:
        docker("rm", "--force", container)
    assert verdict(workspace) == "fail"
