"""Servers in `pyproject.toml`, and in a folder with no more than `requirements.txt`."""

import re
from typing import Any

from .manifests import part, paths_of, toml_in
from .model import Candidate, Repository, folder_of, inside
from .python_setup import Runner, python_setup
from .words import key_for, word_in

SDKS = frozenset(("mcp", "fastmcp", "mcp-types", "fastapi-mcp", "mcp-agent-server"))
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_FILES = ("server.py", "main.py", "app.py")


def python_candidates(
    repository: Repository, remarks: list[str], unstartable: list[str]
) -> list[Candidate]:
    found = []
    for path in paths_of(repository, "pyproject.toml"):
        data = toml_in(repository, path, remarks)
        if data is not None:
            found += _of_project(repository, path, data, unstartable)
    projects = {folder_of(path) for path in paths_of(repository, "pyproject.toml")}
    for path in paths_of(repository, "requirements.txt"):
        if folder_of(path) not in projects:
            found += _of_requirements(repository, path)
    return found


def _of_project(
    repository: Repository, path: str, data: dict[str, Any], unstartable: list[str]
) -> list[Candidate]:
    folder = folder_of(path)
    evidence = _evidence(data)
    runner = python_setup(repository, path, data)
    name = _text(part(data, "project"), "name") or _text(part(data, "tool", "poetry"), "name")
    entry = _from_scripts(path, data, name, runner) or _from_module(
        repository, folder, name, runner
    )
    if entry is None and evidence:
        entry = _from_file(repository, folder, runner)
    if entry is None:
        if evidence:
            what = "there are neither scripts, a __main__.py nor a server.py to start"
            unstartable.append(f"{path}: {evidence[0]}, but {what}")
        return []
    words, because, notes = entry
    return [
        Candidate(
            key_for(name or folder),
            folder,
            name,
            words,
            runner.setup,
            (*(f"{path}: {one}" for one in evidence), *because),
            bool(evidence),
            tuple(f"{path}: {note}" for note in notes),
        )
    ]


def _text(data: dict[str, Any], key: str) -> str:
    return word_in(data.get(key)) or ""


def _evidence(data: dict[str, Any]) -> tuple[str, ...]:
    listed = part(data, "project").get("dependencies")
    wanted = _sdks_in(listed if isinstance(listed, list) else [])
    if wanted:
        return (f"project.dependencies has {wanted[0]}",)
    poetry = _sdks_in(list(part(data, "tool", "poetry", "dependencies")))
    return (f"tool.poetry.dependencies has {poetry[0]}",) if poetry else ()


def _sdks_in(requirements: list[Any]) -> list[str]:
    named = (_REQUIREMENT.match(one) for one in requirements if isinstance(one, str))
    return sorted({_normal(match[1]) for match in named if match} & SDKS)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


Entry = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def _from_scripts(path: str, data: dict[str, Any], name: str, runner: Runner) -> Entry | None:
    for keys in (("project", "scripts"), ("tool", "poetry", "scripts")):
        usable = [one for one in part(data, *keys) if word_in(one)]
        if usable:
            own = {_normal(one): one for one in usable}.get(_normal(name))
            taken = own or min(usable, key=lambda one: ("mcp" not in one, one))
            others = sorted(one for one in usable if one != taken)
            label = ".".join(keys)
            notes = (f"{label} also has {', '.join(others)}; {taken} was taken",) if others else ()
            return (*runner.prefix, taken), (f"{path}: {label} has {taken}",), notes
    return None


def _from_module(repository: Repository, folder: str, name: str, runner: Runner) -> Entry | None:
    module = _normal(name).replace("-", "_")
    for place in (f"src/{module}", module):
        if module and repository.has(folder, f"{place}/__main__.py"):
            where = inside(folder, f"{place}/__main__.py")
            return (*runner.python, "-m", module), (f"{where} is there",), ()
    return None


def _from_file(repository: Repository, folder: str, runner: Runner) -> Entry | None:
    for name in (*_FILES, *(f"src/{file}" for file in _FILES)):
        if path := repository.has(folder, name):
            return (*runner.python, path), (f"{path} is there",), ()
    return None


def _of_requirements(repository: Repository, path: str) -> list[Candidate]:
    folder = folder_of(path)
    sdks = _sdks_in(repository.texts[path].splitlines())
    runner = python_setup(repository, path, {})
    entry = _from_file(repository, folder, runner) if sdks else None
    if entry is None:
        return []
    words, because, _ = entry
    clauses = (f"{path}: it has {sdks[0]}", *because)
    return [Candidate(key_for(folder), folder, "", words, runner.setup, clauses, certain=True)]
