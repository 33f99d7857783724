"""What is looked at in `server.json`, and what must be in step with it."""

import re
from collections.abc import Callable, Iterator

from mcptest_action.core.document import read_json
from mcptest_action.core.text import plural
from .model import (
    Flaw,
    Found,
    Look,
    Looked,
    Material,
    NotApplicable,
    NotChecked,
    RegistryFiles,
    Subject,
)
from .packages import NPM, PYPI, Listed, Manifest, declares, listed, manifest_of
from .server_json_rules import refusals
from .server_json_schema import CURRENT, SCHEMAS, breaches
from .shape import Holder, Problem, holder
from .versions import same_release, tag_names

NO_FILE = "no server.json was given (--server-json)"
_ENDING = "/server.schema.json"
_LONGEST = 60


def _with_file(look: Callable[[Holder, RegistryFiles, Material], Found]) -> Look:
    """Looks only where there is a `server.json`."""

    def looked(material: Material) -> Found:
        files = material.registry
        if files is None:
            return NotChecked(NO_FILE)
        text, file = files.server_json.text, files.server_json.file
        root = holder(read_json(text, file), "")
        if root is None:
            return NotChecked("server.json does not hold an object")
        return look(root, files, material)

    return looked


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _problems(find: Callable[[Holder], Iterator[Problem]]) -> Look:
    def look(root: Holder, _files: RegistryFiles, _material: Material) -> Found:
        flaws = [_flaw(root, each.pointer, each.what) for each in dict.fromkeys(find(root))]
        return Looked("server.json", tuple(flaws))

    return _with_file(look)


_ENTRY = re.compile(r"/(packages|remotes)/(\d+)(?=/|\Z)", re.ASCII)


def _flaw(root: Holder, pointer: str, because: str) -> Flaw:
    """A flaw of a package is known by the package, wherever in the list it stands."""

    def named(entry: re.Match[str]) -> str:
        of = holder(root.fields[entry[1]][int(entry[2])], "")
        name = "" if of is None else of.text("identifier") or of.text("url")
        return f"/{entry[1]}/{name}" if name else entry[0]

    subject = Subject("server.json", _ENTRY.sub(named, pointer, count=1))
    return Flaw(subject, pointer, because, because)


valid = _problems(breaches)
accepted = _problems(refusals)


def _schema(root: Holder, _files: RegistryFiles, _material: Material) -> Found:
    named = root.text("$schema")
    if named == f"{SCHEMAS}{CURRENT}{_ENDING}":
        return Looked("server.json")
    date = named.removeprefix(SCHEMAS).removesuffix(_ENDING)
    is_one_of_them = named == f"{SCHEMAS}{date}{_ENDING}"
    if is_one_of_them and _DATE.fullmatch(date) and date > CURRENT:
        known = f"the newest schema known here is {CURRENT}"
        return NotChecked(f"$schema names {date}, and {known}")
    shown = f"$schema is {_cut(date if is_one_of_them else named)}, not {CURRENT}"
    return Looked("server.json", (_flaw(root, "/$schema", shown if named else _NO_SCHEMA),))


_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_NO_SCHEMA = "$schema is missing"
schema_is_current = _with_file(_schema)


def _published(root: Holder) -> str | NotChecked:
    """The version of `server.json`; some files get theirs only when they are published."""
    version = root.text("version")
    if not version:
        return NotChecked("server.json has no version")
    if _PLACEHOLDER.search(version):
        return NotChecked(f"the version {_cut(version)} of server.json is yet to be filled in")
    return version


_PLACEHOLDER = re.compile(r"[${}<>]|%%|__")


def _server_version(root: Holder, _files: RegistryFiles, material: Material) -> Found:
    published = _published(root)
    told = material.surface.server.get("version")
    if isinstance(published, NotChecked):
        return published
    if not isinstance(told, str) or not told:
        return NotChecked("the server does not tell its version")
    if same_release(published, told):
        return Looked("the version that the server tells")
    because = f"the server says it is {_cut(told)}, and server.json says {_cut(published)}"
    return Looked("the version that the server tells", (_told("server", "version", because),))


def _told(kind: str, name: str, because: str) -> Flaw:
    """A flaw that stays the same from release to release, until it is mended."""
    return Flaw(Subject(kind, name), "/version", because, "version")


server_in_step = _with_file(_server_version)


def _releases(root: Holder, _files: RegistryFiles, _material: Material) -> Found:
    published = _published(root)
    packages = [each for kind in (NPM, PYPI, "nuget", "cargo") for each in listed(root, kind)]
    versions = {each.version for each in packages if each.version}
    if isinstance(published, NotChecked):
        return published
    if not versions:
        return NotApplicable("server.json lists no package with a version")
    if any(same_release(published, each) for each in versions):
        return Looked(plural(len(packages), "package"))
    told = ", ".join(_cut(each) for each in sorted(versions))
    because = f"server.json is of version {_cut(published)}, and its packages of {told}"
    return Looked(plural(len(packages), "package"), (_told("server.json", "version", because),))


release_in_step = _with_file(_releases)


def _each_package(
    kinds: tuple[str, ...], because_of: Callable[[Listed, Manifest, str], str | NotChecked]
) -> Look:
    """Looks at the own files of all packages of these kinds. One that nobody could look at leaves
    the criterion unchecked, unless another one has a flaw.
    """

    def look(root: Holder, files: RegistryFiles, _material: Material) -> Found:
        packages = [each for kind in kinds for each in listed(root, kind)]
        if not packages:
            return NotApplicable(f"server.json lists no package of {' or '.join(kinds)}")
        flaws, unseen = [], []
        for package in packages:
            manifest = manifest_of(package, root, files.beside)
            if isinstance(manifest, str):
                unseen.append(NotChecked(manifest))
                continue
            said = because_of(package, manifest, root.text("name"))
            if isinstance(said, NotChecked):
                unseen.append(said)
            elif said:
                subject = Subject("package", package.name)
                flaws.append(Flaw(subject, package.pointer, said, package.type))
        if unseen and not flaws:
            return unseen[0]
        return Looked(plural(len(packages), "package"), tuple(flaws))

    return _with_file(look)


def _version_of(package: Listed, manifest: Manifest, _server: str) -> str | NotChecked:
    if manifest.version is None:
        return NotChecked(f"{manifest.file} leaves its version to the build")
    if same_release(package.version, manifest.version):
        return ""
    listed_as = _cut(package.version) if package.version else "none"
    return (
        f"{manifest.file} is of version {_cut(manifest.version)}, and server.json lists {listed_as}"
    )


def _npm_claims(_package: Listed, manifest: Manifest, server: str) -> str | NotChecked:
    if manifest.claims == server:
        return ""
    if manifest.claims is None:
        return f"{manifest.file} has no mcpName"
    return f"mcpName in {manifest.file} is {_cut(manifest.claims)}, not {_cut(server)}"


def _pypi_claims(_package: Listed, manifest: Manifest, server: str) -> str | NotChecked:
    if manifest.readme is None:
        return NotChecked(f"{manifest.file} names no README that is there")
    return "" if declares(manifest.readme, server) else f"no line mcp-name: {_cut(server)} in it"


package_in_step = _each_package((NPM, PYPI), _version_of)
npm_claimed = _each_package((NPM,), _npm_claims)
pypi_claimed = _each_package((PYPI,), _pypi_claims)


def _tag(root: Holder, files: RegistryFiles, _material: Material) -> Found:
    published = _published(root)
    if not files.tag:
        return NotChecked("this is not known to be the build of a tag")
    if isinstance(published, NotChecked):
        return published
    if tag_names(files.tag, published):
        return Looked("the tag")
    because = f"the tag is {_cut(files.tag)}, and server.json is of version {_cut(published)}"
    return Looked("the tag", (_told("tag", "version", because),))


tag_in_step = _with_file(_tag)
