"""Servers in `go.mod`."""

import re

from .manifests import paths_of
from .model import Candidate, Repository, Setup, Tool, folder_of, inside
from .words import key_for, path_in

SDKS = (
    "github.com/modelcontextprotocol/go-sdk",
    "github.com/mark3labs/mcp-go",
    "github.com/metoro-io/mcp-golang",
    "github.com/ThinkInAIXYZ/go-mcp",
)
_MODULE = re.compile(r"^module +(\S+)", re.MULTILINE)
_MAJOR = re.compile(r"/v\d+$")


def go_candidates(repository: Repository, unstartable: list[str]) -> list[Candidate]:
    found = []
    for path in paths_of(repository, "go.mod"):
        text = repository.texts[path]
        sdk = next((one for one in SDKS if one in text), None)
        module = _MODULE.search(text)
        if sdk is None or module is None:
            continue
        name = path_in(_MAJOR.sub("", module[1]).rpartition("/")[2]) or ""
        programs = _programs(repository, folder_of(path))
        if not programs or not name:
            unstartable.append(
                f"{path}: it requires {sdk}, but there is neither main.go nor cmd/*/main.go"
            )
            continue
        taken = min(programs, key=lambda one: (one[0] != name, "mcp" not in one[0], one))
        found.append(_candidate(path, sdk, name, taken, programs))
    return found


Program = tuple[str, str]
"""Its name, and its folder from the module's."""


def _programs(repository: Repository, folder: str) -> list[Program]:
    below = inside(folder, "cmd/")
    ends = "/main.go"
    names = (path for path in repository.names if path.startswith(below) and path.endswith(ends))
    inner = sorted(path.removeprefix(below).removesuffix(ends) for path in names)
    found = [(name, f"cmd/{name}") for name in inner if "/" not in name and path_in(name)]
    return [("", ""), *found] if repository.has(folder, "main.go") else found


def _candidate(
    path: str, sdk: str, name: str, taken: Program, programs: list[Program]
) -> Candidate:
    folder = folder_of(path)
    program = taken[0] or name
    where = f"./{taken[1]}" if taken[1] else "."
    built = inside(folder, f"bin/{program}")
    build = f"go build {f'-C {folder} ' if folder else ''}-o bin/{program} {where}"
    others = sorted(one[1] or "main.go" for one in programs if one != taken)
    notes = (f"{path}: there are also {', '.join(others)}; {program} was taken",) if others else ()
    main = inside(folder, f"{taken[1]}/main.go" if taken[1] else "main.go")
    return Candidate(
        key_for(program),
        folder,
        name,
        (f"./{built}",),
        Setup(Tool.GO, path, (build,), (f"/{built}",)),
        (f"{path}: it requires {sdk}", f"{main} is there"),
        certain=True,
        remarks=notes,
    )
