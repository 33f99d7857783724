"""The workflow for GitHub Actions."""

import re
from urllib.parse import urlsplit

from mcptest_action.core.document.yaml_value import word
from .config_file import start_line
from .model import Chosen, Http, Setup, Stdio, Tool, secrets_of

PATH = ".github/workflows/mcptest.yml"
CHECKOUT = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2"
# Pinned to commits, as whoever reviews the workflow will ask for; and what tells them the version.
_NODE = "actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0"
_PYTHON = "actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0"
_GO = "actions/setup-go@d35c59abb061a4a6fb18e82ac0862c26744d6ab5 # v5.5.0"
_TOOLS = {
    Tool.NODE: (_NODE, "node-version"),
    Tool.PYTHON: (_PYTHON, "python-version"),
    Tool.GO: (_GO, "go-version-file"),
}
_HEAD = """\
# Every pull request is gated: probes, conformance, security, and what policy.yml makes of them.
name: mcptest
on:
  push:
    branches: [main, master]
  pull_request:

permissions: {}

concurrency:
  group: mcptest-${{ github.ref }}
  cancel-in-progress: true

jobs:
  gate:
    name: gate
    runs-on: ubuntu-24.04
    timeout-minutes: 20
    permissions:
      contents: read # to check the code out
      pull-requests: write # to keep one comment up to date
    steps:
"""
_UNPINNED = "# zizmor: ignore[unpinned-uses] there is no release yet"
_UNLOCKED = "# zizmor: ignore[adhoc-packages] no lock file names it"
_PLAIN = re.compile(r"[a-z](?:[A-Za-z0-9@%+=,./_ \"'$-]|:(?! ))*(?: &)?")
_LOCAL = ("127.0.0.1", "localhost", "::1")


def workflow_text(chosen: Chosen) -> str:
    lines = [f"      - uses: {CHECKOUT}", "        with:", "          persist-credentials: false"]
    lines += _setup(chosen.setup)
    target = chosen.target
    outside = False
    if isinstance(target, Http):
        outside = urlsplit(target.url).hostname not in _LOCAL
        lines += _start(target)
    lines += [
        "      # What it is to do stands in mcptest.yml. Pin it to a commit, as those above.",
        f"      - uses: org/mcptest-action{'' if outside else '/native'}@v1 {_UNPINNED}",
    ]
    if not isinstance(target, Http):
        lines += _secrets(target)
    return _HEAD + "\n".join(lines) + "\n"


def _setup(setup: Setup) -> list[str]:
    lines = []
    if setup.tool in _TOOLS:
        action, key = _TOOLS[setup.tool]
        version = setup.version if setup.tool is Tool.GO else f'"{setup.version}"'
        lines += [f"      - uses: {action}", "        with:", f"          {key}: {version}"]
        if setup.tool is Tool.GO:
            lines.append(
                "          cache: false # nothing that an earlier job has left is built in"
            )
    return lines + [_run(command) for command in setup.commands]


def _start(target: Http) -> list[str]:
    if target.image is None and not target.start:
        return []
    return [_run(start_line(target)), *_secrets(target)]


def _run(command: str) -> str:
    """As it is where YAML takes it so, in quotes otherwise."""
    line = f"      - run: {command if _PLAIN.fullmatch(command) else word(command)}"
    return f"{line} {_UNLOCKED}" if command.startswith("npm install") else line


def _secrets(target: Stdio | Http) -> list[str]:
    """References to secrets of the repository; somebody has to put them there."""
    named = secrets_of(target)
    if not named:
        return []
    asked = (
        "        # Set these in the settings of the repository. Pull requests of forks have none."
    )
    return [asked, "        env:", *(f"          {n}: ${{{{ secrets.{n} }}}}" for n in named)]
