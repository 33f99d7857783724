"""The packages that `server.json` lists, and their own files in the repository."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.document import kind_of_json, read_json
from mcptest_action.core.text import InputError
from .model import TextFile
from .server_json_rules import VERSIONED, is_clean
from .shape import Holder, cut, holder, objects

NPM, PYPI = "npm", "pypi"
KNOWN = (*VERSIONED, "oci", "mcpb")
_MANIFEST = {NPM: "package.json", PYPI: "pyproject.toml"}
MANIFESTS = tuple(_MANIFEST.values())
MARKER = "mcp-name: "
_ELSEWHERE = "repository.subfolder may name another folder"


class Listed(NamedTuple):
    """An entry of `packages` whose own file may lie beside."""

    type: str
    name: str
    version: str
    pointer: str


class Manifest(NamedTuple):
    """What the package says about itself."""

    file: str
    version: str | None
    """None where the file leaves it to the build."""
    claims: str | None
    """npm: the server that it says it is; None where it says nothing."""
    readme: str | None = None
    """PyPI: the text of its page, as far as it is there."""


def listed(root: Holder, kind: str) -> list[Listed]:
    """The packages of the kind; one without a name is a problem of its own."""
    return [
        Listed(kind, each.text("identifier"), each.text("version"), each.pointer)
        for each in objects(root, "packages")
        if each.text("registryType") == kind and each.text("identifier")
    ]


def unplaced(root: Holder, kinds: Collection[str]) -> Iterator[str]:
    """Entries of `packages` that may be of these kinds, and nobody can look up: each as a clause.

    A type in a spelling of its own must not pass for a package of another kind.
    """
    packages = root.fields.get("packages", [])
    if not isinstance(packages, list):
        yield f"packages is {kind_of_json(packages)}, not a list"
        return
    for position, entry in enumerate(packages):
        of = holder(entry, f"/packages/{position}")
        if of is None:
            yield f"/packages/{position} is {kind_of_json(entry)}, not an object"
            continue
        kind, name = of.text("registryType"), cut(of.text("identifier")) or of.pointer
        if kind not in KNOWN:
            said = f"is {cut(kind)}, which we do not know" if kind.strip() else "is missing"
            yield f"the registryType of {name} {said} (known: {', '.join(KNOWN)})"
        elif kind in kinds and not of.text("identifier"):
            yield f"{of.pointer} has no identifier"


def folders(root: Holder) -> tuple[str, ...]:
    """Where the files may lie, from `server.json`: beside it, and in the folder that it names."""
    repository = holder(root.fields.get("repository"), "")
    named = repository.text("subfolder") if repository else ""
    return ("", f"{named}/") if named and is_clean(named) else ("",)


def wanted(root: Holder, read: Sequence[TextFile]) -> tuple[str, ...]:
    """The files to read: manifests, and the README that one of them names once it is read."""
    kinds = [kind for kind in _MANIFEST if listed(root, kind)]
    files = [f"{folder}{_MANIFEST[kind]}" for kind in kinds for folder in folders(root)]
    for file in read:
        if file.file in files and file.file.endswith(_MANIFEST[PYPI]):
            readme = _readme_file(_toml(file))
            if readme and is_clean(readme):
                files.append(_beside(file.file, readme))
    return tuple(files)


def _beside(file: str, name: str) -> str:
    folder, slash, _ = file.rpartition("/")
    return f"{folder}{slash}{name}"


def manifest_of(package: Listed, root: Holder, files: Sequence[TextFile]) -> Manifest | str:
    """The package's own file, or why there is none to look at."""
    name = _MANIFEST[package.type]
    places = [f"{folder}{name}" for folder in folders(root)]
    there = [file for file in files if file.file in places]
    if not there:
        return f"there is no {' or '.join(places)} beside server.json; {_ELSEWHERE}"
    read = _npm if package.type == NPM else _pypi
    because = ""
    for file in there:
        found = read(package, file, files)
        if isinstance(found, Manifest):
            return found
        because = because or found
    return because


def _npm(package: Listed, file: TextFile, _files: Sequence[TextFile]) -> Manifest | str:
    try:
        data = read_json(file.text, file.file)
    except InputError as error:
        return f"{file.file} cannot be read: {error.problems[0].what}"
    root = holder(data, "")
    if root is None or root.text("name") != package.name:
        return f"{file.file} is not that of {package.name}; {_ELSEWHERE}"
    return Manifest(file.file, root.text("version") or None, root.text("mcpName") or None)


def _pypi(package: Listed, file: TextFile, files: Sequence[TextFile]) -> Manifest | str:
    data = _toml(file)
    if data is None:
        return f"{file.file} is not TOML"
    project, poetry = _table(data, "project"), _table(_table(data, "tool"), "poetry")
    name = project.get("name", poetry.get("name"))
    if not isinstance(name, str) or _same_name(name) != _same_name(package.name):
        return f"{file.file} is not that of {package.name}; {_ELSEWHERE}"
    version = project.get("version", poetry.get("version"))
    readme = _readme_file(data)
    text = next((f.text for f in files if readme and f.file == _beside(file.file, readme)), None)
    inline = _table(project, "readme").get("text")
    page = inline if isinstance(inline, str) else text
    return Manifest(file.file, version if isinstance(version, str) else None, None, page)


def _toml(file: TextFile) -> Mapping[str, Any] | None:
    import tomllib  # noqa: PLC0415 - few look at a pyproject.toml, and all would wait

    try:
        return tomllib.loads(file.text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key)
    return found if isinstance(found, Mapping) else {}


def _readme_file(data: Mapping[str, Any] | None) -> str:
    """The file that a pyproject.toml names as its README."""
    if data is None:
        return ""
    poetry = _table(_table(data, "tool"), "poetry")
    for named in _readmes(_table(data, "project")), _readmes(poetry):
        for file in named:
            return file
    return ""


def _readmes(table: Mapping[str, Any]) -> Iterator[str]:
    named = table.get("readme")
    if isinstance(named, Mapping):
        named = named.get("file")
    for each in named if isinstance(named, list) else [named]:
        if isinstance(each, str):
            yield each.removeprefix("./")


def _same_name(name: str) -> str:
    """PyPI takes `My.Server` and `my-server` for the same."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declares(page: str, server: str) -> bool:
    """Whether a page holds `mcp-name: SERVER`, and no name that only begins with it."""
    marker = re.compile(rf"{MARKER}{re.escape(server)}(?![A-Za-z0-9._/-])")
    return marker.search(page) is not None
