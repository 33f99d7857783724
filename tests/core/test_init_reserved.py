"""What belongs to the job: no manifest sets it, and no server gets it."""

import json

import pytest
import yaml
from init_cases import CASES, repository_of, request_of

from mcptest_action.core.authoring.init.model import Repository
from mcptest_action.core.authoring.init.propose import SYSTEMS, InitRequest, propose
from mcptest_action.core.authoring.init.reserved import held_in, is_reserved, open_runtime

OURS = (
    "MCPTEST_REPORT_ONLY", "INPUT_POLICY", "CI", "CI_JOB_TOKEN", "GITLAB_TOKEN", "GITHUB_TOKEN",
    "github_token", "GH_TOKEN", "ACTIONS_RUNTIME_TOKEN", "RUNNER_TEMP", "JENKINS_URL", "BUILD_TAG",
    "PATH", "HOME", "LD_PRELOAD", "DYLD_LIBRARY_PATH", "PYTHONPATH", "NODE_OPTIONS", "BASH_ENV",
    "ENV", "DOCKER_HOST", "PIP_INDEX_URL", "NPM_TOKEN", "npm_config_registry", "GIT_SSH_COMMAND",
    "https_proxy",
)  # fmt: skip
THEIRS = ("API_KEY", "PORT", "CIRCLE", "GITEA_TOKEN", "BUILD_DIR", "NODE_ENV", "GOOGLE_API_KEY",
          "ENVIRONMENT", "DATABASE_PATH", "SERVER_GITHUB_TOKEN")  # fmt: skip
RENAMED = [case for case in CASES if case.name.startswith("names-of-the-job")]


def test_names_of_the_job_are_known_in_any_spelling():
    assert [name for name in OURS if not is_reserved(name)] == []
    assert [name for name in THEIRS if is_reserved(name)] == []
    assert held_in("GITHUB_TOKEN") == "SERVER_GITHUB_TOKEN"
    assert held_in("API_KEY") == "API_KEY"


@pytest.mark.parametrize(
    ("words", "kept", "left_out"),
    [
        ("", "", ""),
        ("--env A --network none", "--env A --network none", ""),
        ("-e PATH=/x -e A=1", "-e A=1", "PATH"),
        ("--env=CI -eGH_TOKEN -e=HOME=x -eA", "-eA", "CI GH_TOKEN HOME"),
        ("-ie CI_JOB_TOKEN -iteCI -ie=PATH -it -ie A", "-it -ie A", "CI_JOB_TOKEN CI PATH"),
        ("--env-file .env --env-file=x --rm", "--rm", "--env-file --env-file"),
        ("--entrypoint CI --env", "--entrypoint CI --env", ""),
    ],
)
def test_a_container_is_handed_nothing_of_the_job(words, kept, left_out):
    assert open_runtime(tuple(words.split())) == (tuple(kept.split()), tuple(left_out.split()))


@pytest.mark.parametrize("case", RENAMED, ids=lambda case: case.name)
def test_no_pipeline_sets_or_lends_what_is_its_own(case):
    files = {one.path: one.text for one in propose(repository_of(case), request_of(case)).files}
    config = files.pop("mcptest.yml")
    (pipeline,) = (text for path, text in files.items() if path not in ("policy.yml", ".gitignore"))
    assert "MCPTEST_REPORT_ONLY" not in pipeline
    assert "secrets.GITHUB_TOKEN" not in pipeline
    assert "SERVER_GITHUB_TOKEN" in pipeline
    server = next(iter(yaml.safe_load(config)["servers"].values()))
    if "command" in server:
        assert server["env"]["GITHUB_TOKEN"] == {"env": "SERVER_GITHUB_TOKEN"}
        assert ("MCPTEST_REPORT_ONLY" in server["env"]) == (server["command"] != "docker")


def test_gitlab_sets_the_values_of_the_server_for_its_service_only():
    case = next(one for one in RENAMED if one.name == "names-of-the-job-in-a-container-on-gitlab")
    files = {one.path: one.text for one in propose(repository_of(case), request_of(case)).files}
    job = yaml.safe_load(files[".gitlab-ci.yml"])["mcptest"]
    assert job["services"][0]["variables"] == {
        "GITHUB_TOKEN": "$FOR_SERVICE_SERVER_GITHUB_TOKEN",
        "NOTES_KEY": "$FOR_SERVICE_NOTES_KEY",
        "NOTES_PLACE": "$$CI_REGISTRY_PASSWORD",
    }
    assert job["variables"].keys() == {
        "MCPTEST_SERVER_URL", "MCPTEST_WAIT_FOR_READY", "FOR_SERVICE_SERVER_GITHUB_TOKEN",
        "FOR_SERVICE_NOTES_KEY",
    }  # fmt: skip


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_variable_that_is_listed_twice_is_set_once(system):
    key = {"name": "GH_TOKEN", "isRequired": True, "isSecret": True}
    other = {**key, "name": "SERVER_GH_TOKEN"}
    package = {"registryType": "npm", "identifier": "x-mcp", "environmentVariables": [key, other]}
    package["environmentVariables"].append({**key, "isSecret": False, "value": "x"})
    texts = {
        "package.json": json.dumps({"name": "x-mcp", "bin": "x.js"}),
        "server.json": json.dumps({"packages": [package]}),
    }
    proposal = propose(Repository(texts, frozenset(texts)), InitRequest(ci=system))
    assert [(one.name, one.value) for one in proposal.chosen.target.variables] == [
        ("GH_TOKEN", None), ("SERVER_GH_TOKEN", None),
    ]  # fmt: skip
    pipeline = proposal.files[2].text
    assert pipeline.count("SERVER_GH_TOKEN") == (2 if system == "github" else 1)
