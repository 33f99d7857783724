"""Servers in `package.json`."""

import re
from typing import Any

from .manifests import json_in, part, paths_of
from .model import Candidate, Repository, folder_of, inside
from .npm_setup import npm_setup
from .words import key_for, path_in, word_in

# What a server is written with. A client, or a collection of servers, is none by that.
SDKS = frozenset(
    f"@modelcontextprotocol/{name}" for name in ("sdk", "server", "node", "express", "hono")
) | {"fastmcp", "mcp-framework", "mcp-handler", "xmcp", "tmcp", "litemcp", "muppet"}  # fmt: skip
_DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies")
_RUNS = re.compile(r"(?:\S+=\S+ +)*(node|bun|tsx) +(\S+)((?: +\S+)*)")
_LONGEST_SCRIPT = 400
_OVER_HTTP = re.compile(r"http|sse", re.IGNORECASE)


def npm_candidates(
    repository: Repository, remarks: list[str], unstartable: list[str]
) -> list[Candidate]:
    found = []
    for path in paths_of(repository, "package.json"):
        data = json_in(repository, path, remarks)
        if data is not None:
            found += _candidate(repository, path, data, unstartable)
    return found


def _candidate(
    repository: Repository, path: str, data: dict[str, Any], unstartable: list[str]
) -> list[Candidate]:
    evidence = _evidence(data)
    entry = _entry(path, data, named_mcp=bool(evidence))
    if entry is None:
        if evidence:
            what = "neither bin, scripts.start nor main names a file to start"
            unstartable.append(f"{path}: {evidence[0]}, but {what}")
        return []
    argv, because, notes, called = entry
    package = word_in(data.get("name")) or ""
    return [
        Candidate(
            key_for(called or package or folder_of(path)),
            folder_of(path),
            package,
            argv,
            npm_setup(repository, path, data),
            tuple(f"{path}: {clause}" for clause in (*evidence, *because)),
            bool(evidence),
            tuple(f"{path}: {note}" for note in notes),
        )
    ]


def _evidence(data: dict[str, Any]) -> tuple[str, ...]:
    """What says that it speaks MCP."""
    for key in _DEPENDENCIES:
        for sdk in sorted(SDKS & part(data, key).keys()):
            return (f"{key} has {sdk}",)
    return ("mcpName is there",) if isinstance(data.get("mcpName"), str) else ()


Entry = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], str]


def _entry(path: str, data: dict[str, Any], *, named_mcp: bool) -> Entry | None:
    """How it is started, why, what should be known of it, and what the command is called."""
    folder = folder_of(path)
    entry = _from_bin(folder, data) or _from_start(folder, data)
    if entry is None and named_mcp and (main := path_in(data.get("main"))):
        return ("node", inside(folder, main)), (f"main is {main}",), (), ""
    return entry


def _from_bin(folder: str, data: dict[str, Any]) -> Entry | None:
    own = (word_in(data.get("name")) or "").rpartition("/")[2]
    given = data.get("bin")
    named = {own: given} if isinstance(given, str) else part(data, "bin")
    usable = {name: file for name, text in named.items() if (file := path_in(text)) is not None}
    if not usable:
        return None
    name = own if own in usable else min(usable, key=lambda one: ("mcp" not in one, one))
    others = sorted({one for one, file in usable.items() if file != usable[name]})
    notes = (f"bin also has {', '.join(others)}; {name} was taken",) if others else ()
    where = "bin" if isinstance(given, str) else f"bin.{name}"
    file = usable[name]
    return ("node", inside(folder, file)), (f"{where} is {file}",), notes, name


def _from_start(folder: str, data: dict[str, Any]) -> Entry | None:
    """Only a script that starts one file, and says nothing of HTTP."""
    script: Any = part(data, "scripts").get("start")
    short = isinstance(script, str) and len(script) <= _LONGEST_SCRIPT
    match = _RUNS.fullmatch(script.strip()) if short else None
    file = path_in(match[2]) if match else None
    if match is None or file is None or _OVER_HTTP.search(match[3]):
        return None
    rest = [word_in(word) for word in match[3].split()]
    if None in rest:
        return None
    runner = ("npx", "tsx") if match[1] == "tsx" else (match[1],)
    argv = (*runner, inside(folder, file), *(word for word in rest if word))
    return argv, (f"scripts.start is {' '.join(match[0].split())}",), (), ""
