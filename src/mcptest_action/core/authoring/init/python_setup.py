"""How a Python project is installed: with uv, poetry or pip, by its lock file."""

import re
from typing import Any, NamedTuple

from .manifests import above, part
from .model import Repository, Setup, Tool, folder_of

# The native action needs 3.11 or newer.
_VERSIONS = ("3.13", "3.12", "3.11")
_BOUND = re.compile(r"(<=|<|>=|>|==|~=|\^|~) *(\d+)\.(\d+)")


class Runner(NamedTuple):
    prefix: tuple[str, ...]
    """What stands before a script of the project, and before `python`."""
    setup: Setup

    @property
    def python(self) -> tuple[str, ...]:
        return (*self.prefix, "python")


def python_setup(repository: Repository, path: str, data: dict[str, Any]) -> Runner:
    """How its scripts are run, how it is installed, and why."""
    folder = folder_of(path)
    locks = (repository.has(top, "uv.lock") for top in above(folder))
    if uv := next((lock for lock in locks if lock), None):
        at = ("--project", folder) if folder else ()
        lines = ("python -m pip install uv", " ".join(("uv sync --frozen", *at)))
        return _runner(("uv", "run", "--frozen", *at), data, lines, f"{uv}: so uv installs")
    poetry = repository.has(folder, "poetry.lock")
    if poetry or (part(data, "tool", "poetry") and "project" not in data):
        at = ("--directory", folder) if folder else ()
        lines = ("python -m pip install poetry", " ".join(("poetry", *at, "install")))
        why = f"{poetry}: so poetry installs" if poetry else f"{path}: tool.poetry, so it installs"
        return _runner(("poetry", *at, "run"), data, lines, why)
    wanted = repository.has(folder, "requirements.txt")
    if "project" not in data and wanted:
        line = f"python -m pip install --requirement {wanted}"
        return _runner((), data, (line,), f"{wanted}: so pip installs")
    line = f"python -m pip install {f'./{folder}' if folder else '.'}"
    return _runner((), data, (line,), f"{path}: there is no lock file, so pip installs")


def _runner(
    prefix: tuple[str, ...], data: dict[str, Any], lines: tuple[str, ...], because: str
) -> Runner:
    ignored = (".venv/",) if prefix[:1] == ("uv",) else ()
    return Runner(prefix, Setup(Tool.PYTHON, _version(data), lines, ignored, (because,)))


def _version(data: dict[str, Any]) -> str:
    """The newest that the project takes; the newest of all where it takes none, or says nothing."""
    wanted = part(data, "project").get("requires-python")
    wanted = wanted or part(data, "tool", "poetry", "dependencies").get("python")
    bounds = _BOUND.findall(wanted) if isinstance(wanted, str) else []
    fit = [version for version in _VERSIONS if all(_allows(bound, version) for bound in bounds)]
    return (fit or _VERSIONS)[0]


def _allows(bound: tuple[str, str, str], version: str) -> bool:
    sign, major, minor = bound
    limit = int(major[:6]), int(minor[:6])
    ours = int(version.partition(".")[0]), int(version.partition(".")[2])
    match sign:
        case "<":
            return ours < limit
        case "<=" | "==":
            return ours <= limit and (sign == "<=" or ours == limit)
        case "~":
            return ours == limit
        case _:  # also ^ and ~=, which end at the next major version
            return ours >= limit
