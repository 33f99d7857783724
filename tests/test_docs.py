"""The documentation tells the truth."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

from mcptest_action.app.exit_code import MEANING, ExitCode
from mcptest_action.commands import COMMANDS
from mcptest_action.core.pipeline.formats import FORMATS

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_generated_pages_are_fresh():
    script = [sys.executable, str(ROOT / "scripts" / "docs.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout or done.stderr


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
        row = f"`mcptest {command.words}"
        assert row in readme, f"README.md: add a row to the table of commands: {row}`"
    for code in ExitCode:
        assert f"| {int(code)} |" in readme.replace("`", ""), code
    assert set(MEANING) == set(ExitCode)


def test_the_workflow_runs_what_the_readme_says():
    assert "make test" in (ROOT / "README.md").read_text()
    assert "make test" in (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert "make test" in (ROOT / ".ci" / "run").read_text()


SECTIONS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]


def test_the_changelog_keeps_its_shape():
    """As Keep a Changelog has it: unreleased on top, newest first, known sections in order."""
    text = (ROOT / "CHANGELOG.md").read_text()
    head, *releases = re.split(r"^## ", text, flags=re.MULTILINE)
    assert head.startswith("# Changelog\n")
    assert releases[0].startswith("[Unreleased]\n")
    dated = [re.match(r"\[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)\n", each) for each in releases[1:]]
    assert all(dated), "a release is `## [1.2.3] - 2026-11-18`"
    dates = [match[1] for match in dated if match]
    assert dates == sorted(dates, reverse=True)
    for release in releases:
        name = release.partition("\n")[0]
        sections = re.findall(r"^### (.*)$", release, re.MULTILINE)
        assert sections == [each for each in SECTIONS if each in sections], name
        for section in re.split(r"^#{3,4} .*$", release, flags=re.MULTILINE)[1:]:
            lines = [line for line in section.splitlines() if line]
            assert all(line.startswith(("- ", "  ")) for line in lines), name


def test_every_format_has_a_part_of_the_page_on_reports():
    page = (ROOT / "docs" / "reports.md").read_text()
    missing = [row.name for row in FORMATS if f"\n## {row.name}\n" not in page]
    assert not missing, f"docs/reports.md: add a part `## {missing[0]}`"
