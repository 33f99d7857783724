"""How a package of npm is installed and built: which manager its lock file is of."""

import re
from typing import Any, NamedTuple

from .manifests import above, json_in, part
from .model import Repository, Setup, Tool, folder_of, inside

NODE = 22
# The first that is there wins: who moves from one manager to another leaves the old file behind.
_LOCKS = {
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lock": "bun",
    "bun.lockb": "bun",
    "package-lock.json": "npm",
    "npm-shrinkwrap.json": "npm",
}
_AT_LEAST = re.compile(r"(?:>=|\^|~)? *v?(\d{1,3})(?:\.[\dx*]+)*")


class _Place(NamedTuple):
    top: str
    """Where the manager installs: the folder of the lock file."""
    below: str
    """Where the package lies, from there; empty if there."""
    at: str
    """The flag that takes the manager there; empty at the top of the repository."""


def npm_setup(repository: Repository, path: str, data: dict[str, Any]) -> Setup:
    folder = folder_of(path)
    lock = next((p for top in above(folder) if (p := repository.has(top, *_LOCKS))), None)
    top = _top_without_lock(repository, folder) if lock is None else folder_of(lock)
    manager = "npm" if lock is None else _LOCKS[lock.rpartition("/")[2]]
    place = _Place(top, folder[len(top) :].strip("/"), top)
    why = [f"{lock}: so {manager} installs"] if lock else [f"{path}: no lock file, so npm installs"]
    commands = _install(repository, manager, place, locked=lock is not None)
    if "build" in part(data, "scripts"):
        commands.append(_build(manager, place))
        why.append(f"{path}: scripts.build is there, so it is built first")
    elif lock and place.below and _builds(repository, inside(top, "package.json")):
        commands.append(_build(manager, _Place(top, "", top)))
        why.append(f"{inside(top, 'package.json')}: scripts.build is there, so all is built first")
    return Setup(Tool.NODE, _version(data), tuple(commands), ("node_modules/",), tuple(why))


def _top_without_lock(repository: Repository, folder: str) -> str:
    """A workspace is installed from where its members are listed."""
    for top in above(folder):
        manifest = inside(top, "package.json")
        if top != folder and manifest in repository.texts:
            data = json_in(repository, manifest, [])
            if data is not None and "workspaces" in data:
                return top
    return folder


def _builds(repository: Repository, manifest: str) -> bool:
    data = json_in(repository, manifest, []) if manifest in repository.texts else None
    return data is not None and "build" in part(data, "scripts")


def _version(data: dict[str, Any]) -> str:
    wanted = part(data, "engines").get("node")
    match = _AT_LEAST.match(wanted.strip()) if isinstance(wanted, str) else None
    return str(max(NODE, int(match[1]))) if match else str(NODE)


def _install(repository: Repository, manager: str, place: _Place, *, locked: bool) -> list[str]:
    at = place.at
    match manager:
        case "pnpm":
            return ["corepack enable", f"pnpm{_flag('--dir', at)} install --frozen-lockfile"]
        case "yarn":
            frozen = "immutable" if repository.has(place.top, ".yarnrc.yml") else "frozen-lockfile"
            return ["corepack enable", f"yarn{_flag('--cwd', at)} install --{frozen}"]
        case "bun":
            install = f"bun install{_flag('--cwd', at)} --frozen-lockfile"
            return ["npm install --global bun", install]
        case _:
            return [f"npm {'ci' if locked else 'install'}{_flag('--prefix', at)}"]


def _build(manager: str, place: _Place) -> str:
    at, below = place.at, place.below
    match manager:
        case "pnpm":
            # The dots: and what the package needs from its own repository.
            chosen = f' --filter "./{below}..."' if below else ""
            return f"pnpm{_flag('--dir', at)}{chosen} run build"
        case "yarn":
            return f"yarn{_flag('--cwd', inside(at, below) if at else below)} run build"
        case "bun":
            return (
                f"bun run{_flag('--cwd', inside(at, below) if at and below else at or below)} build"
            )
        case _:
            chosen = f" --workspace {below}" if below else ""
            return f"npm run build{_flag('--prefix', at)}{chosen}"


def _flag(name: str, folder: str) -> str:
    return f" {name} {folder}" if folder else ""
