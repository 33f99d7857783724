"""The documentation tells the truth."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

from mcptest_action.commands import COMMANDS
from mcptest_action.exit_code import MEANING, ExitCode

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_generated_pages_are_fresh():
    script = [sys.executable, str(ROOT / "scripts" / "docs.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_named_in_the_documentation_exist(page):
    """In code, be it a line of its own or a few words in a sentence."""
    known = {command.words for command in COMMANDS}
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", page.read_text(), re.DOTALL))
    for first, second in re.findall(
        r"(?<![\w/.-])mcptest ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?", code
    ):
        assert {first, f"{first} {second}"} & known, f"{page.name} names mcptest {first} {second}"


def test_the_readme_lists_every_command_and_exit_code():
    readme = (ROOT / "README.md").read_text()
    for command in COMMANDS:
        assert f"`mcptest {command.words}" in readme, command.words
    for code in ExitCode:
        assert f"| {int(code)} |" in readme.replace("`", ""), code
    assert set(MEANING) == set(ExitCode)


def test_the_workflow_runs_what_the_readme_says():
    assert "make test" in (ROOT / "README.md").read_text()
    assert "make test" in (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert "make test" in (ROOT / ".ci" / "run").read_text()
