"""One contract in six places: two actions, the command, the variables, the documentation, the templates."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import ROOT

from mcptest_action.commands import gate
from mcptest_action.core.publish.outputs import OUTPUTS
from mcptest_action.core.request.inputs import read_inputs
from mcptest_action.core.text.errors import InputError
from mcptest_action.parsing.parser import Parser

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
NATIVE = yaml.safe_load((ROOT / "native" / "action.yml").read_text())
PAGE = (ROOT / "docs" / "action.md").read_text()
BIN = Path(sys.executable).parent
# What is an input and no flag, and why.
ONLY_AN_INPUT = {"token": "a secret has no business on a command line"}


def gate_flags():
    parser = Parser("mcptest gate", "", ())
    gate.add_arguments(parser)
    return parser.flags()


def flags():
    """As users see them: asked of the command itself."""
    shown = subprocess.run(
        [BIN / "mcptest", "gate", "--help"], capture_output=True, text=True, check=True
    )
    return set(re.findall(r"^  --([a-z-]+)", shown.stdout, re.MULTILINE))


def test_the_two_actions_have_the_same_inputs_and_outputs():
    assert list(ACTION["inputs"].items()) == list(NATIVE["inputs"].items())
    described = {
        name: {"description": made["description"]} for name, made in NATIVE["outputs"].items()
    }
    assert list(ACTION["outputs"].items()) == list(described.items())


def test_every_flag_of_the_gate_is_an_input_and_nothing_else_is():
    assert set(ACTION["inputs"]) - set(ONLY_AN_INPUT) == flags()
    assert set(ONLY_AN_INPUT) <= set(ACTION["inputs"])


@pytest.mark.parametrize("name", ACTION["inputs"])
@pytest.mark.parametrize("on_github", [True, False], ids=["github", "elsewhere"])
def test_an_input_is_read_under_the_name_it_is_promised(monkeypatch, tmp_path, name, on_github):
    """And a name beside it is refused, where it would leave the gate at a default."""
    monkeypatch.chdir(tmp_path)
    variable = f"MCPTEST_{name.upper().replace('-', '_')}"
    if on_github:
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        variable = f"INPUT_{name.upper()}"
    monkeypatch.setenv(variable, "true")
    flags = gate_flags()
    takes = {flag.name: flag for flag in flags}
    if name in takes and takes[name].choices:
        monkeypatch.setenv(variable, takes[name].choices[0])
    layer = read_inputs(os.environ, flags).layer
    assert list(layer) == ["token-env" if name == "token" else name]
    monkeypatch.setenv(f"{variable}X", "true")
    with pytest.raises(InputError, match="there is no such input"):
        read_inputs(os.environ, flags)


def test_the_page_lists_every_input_its_variable_and_every_output():
    rows = re.findall(r"^\| `([a-z-]+)` \| (?:`(MCPTEST_[A-Z_]+)` \|)?", PAGE, re.MULTILINE)
    inputs = {name: variable for name, variable in rows if variable}
    assert inputs == {
        name: f"MCPTEST_{name.upper().replace('-', '_')}" for name in ACTION["inputs"]
    }
    assert [name for name, variable in rows if not variable] == list(ACTION["outputs"])


def test_the_outputs_are_those_that_the_entry_point_writes():
    assert tuple(ACTION["outputs"]) == OUTPUTS
    for name, made in NATIVE["outputs"].items():
        assert made["value"] == f"${{{{ steps.gate.outputs.{name} }}}}"


def test_no_input_of_the_native_action_reaches_a_shell_as_code():
    for step in NATIVE["runs"]["steps"]:
        assert "${{" not in step["run"]
        assert step["env"] == {"MCPTEST_INPUTS": "${{ toJSON(inputs) }}"}


def test_no_input_has_a_default_that_would_win_over_the_configuration_file():
    defaults = {
        name: made["default"] for name, made in ACTION["inputs"].items() if "default" in made
    }
    assert defaults == {"token": "${{ github.token }}"}


def test_the_image_is_built_from_the_checkout_or_pinned_by_its_digest():
    """A tag could be moved under the feet of those who pin our commit."""
    assert ACTION["runs"]["using"] == "docker"
    assert re.fullmatch(
        r"Dockerfile|docker://ghcr\.io/.+@sha256:[0-9a-f]{64}", ACTION["runs"]["image"]
    )


def test_a_release_finds_the_line_that_it_rewrites():
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    assert "s|^  image: .*|" in release
    assert len(re.findall(r"^  image: .*$", (ROOT / "action.yml").read_text(), re.MULTILINE)) == 1


def test_the_description_fits_the_marketplace():
    assert len(ACTION["description"]) < 125
    assert ACTION["branding"] == NATIVE["branding"]


@pytest.mark.parametrize(
    "file",
    [
        "templates/gitlab-ci.yml",
        "templates/Jenkinsfile",
        "docs/ci/gitlab.md",
        "docs/ci/jenkins.md",
        "docs/ci/networking.md",
    ],
)
def test_templates_and_pages_use_variables_that_exist(file):
    known = {f"MCPTEST_{name.upper().replace('-', '_')}" for name in ACTION["inputs"]}
    used = set(re.findall(r"MCPTEST_[A-Z_]+", (ROOT / file).read_text()))
    assert used <= known


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "ci").glob("*.md")), ids=lambda page: page.name
)
def test_links_of_the_ci_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        assert "://" in target or (page.parent / target).exists(), target
