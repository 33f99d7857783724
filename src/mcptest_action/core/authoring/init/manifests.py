"""Which files of a repository are looked at, and how they are read: what is broken is a remark."""

import json
import tomllib
from collections.abc import Iterable
from typing import Any

from mcptest_action.core.document import read_json
from mcptest_action.core.text import InputError
from .model import Repository, folder_of
from .words import path_in

# Read wherever they lie, as long as that is not deep down.
MANIFESTS = (
    "package.json", "pyproject.toml", "requirements.txt", "go.mod", "Dockerfile", "server.json",
    "README.md",
)  # fmt: skip
# Read at the top only: what a proposal goes by, or would change.
AT_TOP = (".gitignore", ".gitlab-ci.yml", "Jenkinsfile", "mcptest.yml", "policy.yml")
WORKFLOWS = ".github/workflows"
DEEPEST = 4
# Folders whose manifests belong to others, or to what is no server.
PASSED_OVER = frozenset(
    (
        "node_modules", "vendor", "dist", "build", "target", "venv", "site-packages",
        "test", "tests", "__tests__", "e2e", "fixtures", "testdata", "docs", "doc",
        "example", "examples", "sample", "samples", "demo", "templates", "template",
        "__pycache__", "mcptest-out",
    )
)  # fmt: skip


def is_read(path: str) -> bool:
    """Whether the text of the file matters, and not only that it is there."""
    folder, _, name = path.rpartition("/")
    if folder == WORKFLOWS:
        return name.endswith((".yml", ".yaml"))
    return name in MANIFESTS or (not folder and name in AT_TOP)


def is_entered(folder: str) -> bool:
    """Whether the folder is looked into."""
    if folder in (".github", WORKFLOWS):
        return True
    name = folder.rpartition("/")[2]
    return name not in PASSED_OVER and not name.startswith(".") and folder.count("/") < DEEPEST


def paths_of(repository: Repository, name: str) -> list[str]:
    """Every manifest of that name, those at the top first."""
    named = (path for path in repository.texts if path.rpartition("/")[2] == name)
    found = [path for path in named if path_in(path)]
    return sorted(found, key=lambda path: (path.count("/"), path))


def json_in(repository: Repository, path: str, remarks: list[str]) -> dict[str, Any] | None:
    try:
        value = read_json(repository.texts[path].removeprefix("\ufeff"), path)
    except InputError as error:
        problem = error.problems[0]
        remarks.append(f"{problem.where}: {problem.what}; it is passed over")
        return None
    return _mapping(value, path, remarks)


def toml_in(repository: Repository, path: str, remarks: list[str]) -> dict[str, Any] | None:
    try:
        return tomllib.loads(repository.texts[path].removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        remarks.append(f"{path}: not valid TOML: {reason}; it is passed over")
        return None


def _mapping(value: Any, path: str, remarks: list[str]) -> dict[str, Any] | None:
    if isinstance(value, dict):
        return value
    remarks.append(f"{path}: not a mapping; it is passed over")
    return None


def part(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    """The mapping at that place; an empty one if there is none."""
    for key in keys:
        inner = data.get(key)
        data = inner if isinstance(inner, dict) else {}
    return data


def exec_form(text: str) -> object:
    """The list in `CMD ["a", "b"]`; None if it is written otherwise."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def unusable_paths(repository: Repository) -> list[str]:
    """Manifests in folders whose names no command line can take as they are."""
    named = (path for path in repository.texts if path.rpartition("/")[2] in MANIFESTS[:-1])
    return sorted(path for path in named if not path_in(path))


def above(folder: str) -> Iterable[str]:
    """The folder, and those that it lies in, up to the top."""
    while folder:
        yield folder
        folder = folder_of(folder)
    yield ""
