"""What native/action.yml runs: install the checkout of the action, once per job, and gate.

It is installed from the locked, hashed requirements into an environment of its own, which is on
nobody's PATH: the server under test sees the runner as its own steps do.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
TEMP = Path(os.environ.get("RUNNER_TEMP") or tempfile.gettempdir())
OLDEST = (3, 11)
INPUTS = "MCPTEST_INPUTS"
# The workspace holds what a pull request has committed: with it as the current folder, or named in
# PYTHONPATH, Python would import a `venv.py` or a `logging.py` from there. `-I` looks at neither.
ISOLATED = "-I"
PIP = (ISOLATED, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
GATE = (ISOLATED, "-m", "mcptest_action.entry")


def main() -> NoReturn:
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:2]))
        print(
            f"::error title=mcptest-action::this runner has Python {found}, and 3.11 or newer is "
            "needed: put actions/setup-python in front, or use the container action"
        )
        sys.exit(2)
    environment = dict(os.environ)
    # As the runner hands inputs to a container action, which is what the entry point reads.
    inputs = json.loads(environment.pop(INPUTS, "{}"))
    environment.update({f"INPUT_{name.upper()}": str(text) for name, text in inputs.items()})
    become([installed(), *GATE], environment)


def become(command: list[str], environment: dict[str, str]) -> NoReturn:
    if os.name == "nt":  # there, exec would let the step end before the gate does
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    os.execve(command[0], command, environment)  # noqa: S606 - signals reach it without us between


def installed() -> str:
    """The Python that has it. What was not installed to the end is installed again."""
    made_of = f"{ROOT}\n{sys.executable}\n{sys.version}"
    name = f"mcptest-action-{hashlib.sha256(made_of.encode()).hexdigest()[:12]}"
    home = TEMP / name
    python = str(home / ("Scripts" if os.name == "nt" else "bin") / "python")
    if not (home / "complete").exists():
        print("::group::Install mcptest-action", flush=True)
        run(sys.executable, ISOLATED, "-m", "venv", "--clear", str(home))
        locked = [str(ROOT / "requirements" / name) for name in ("runtime.txt", "build.txt")]
        run(python, *PIP, "--require-hashes", "-r", locked[0], "-r", locked[1])
        run(python, *PIP, "--no-deps", "--no-build-isolation", "--no-index", str(ROOT))
        (home / "complete").touch()
        print("::endgroup::", flush=True)
    return python


def run(*command: str) -> None:
    # What these start in turn is not isolated.
    plain = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    if subprocess.run(command, cwd=TEMP, env=plain, check=False).returncode != 0:
        print("::endgroup::")
        print("::error title=mcptest-action::it could not be installed; the lines above say why")
        sys.exit(2)


if __name__ == "__main__":
    main()
