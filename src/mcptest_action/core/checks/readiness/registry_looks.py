"""What is looked at in `server.json`, and which server and tag must be in step with it."""

import re
from collections.abc import Callable, Iterator

from mcptest_action.core.document import read_json
from .model import (
    Flaw,
    Found,
    Look,
    Looked,
    Material,
    NotChecked,
    RegistryFiles,
    Subject,
)
from .server_json_rules import refusals
from .server_json_schema import CURRENT, SCHEMAS, breaches
from .shape import Holder, Problem, cut, holder
from .versions import same_release, tag_names

NO_FILE = "no server.json was given (--server-json)"
_ENDING = "/server.schema.json"


def with_file(look: Callable[[Holder, RegistryFiles, Material], Found]) -> Look:
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


def _problems(find: Callable[[Holder], Iterator[Problem]]) -> Look:
    def look(root: Holder, _files: RegistryFiles, _material: Material) -> Found:
        flaws = [_flaw(root, each.pointer, each.what) for each in dict.fromkeys(find(root))]
        return Looked("server.json", tuple(flaws))

    return with_file(look)


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
    shown = f"$schema is {cut(date if is_one_of_them else named)}, not {CURRENT}"
    return Looked("server.json", (_flaw(root, "/$schema", shown if named else _NO_SCHEMA),))


_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_NO_SCHEMA = "$schema is missing"
schema_is_current = with_file(_schema)


def published_in(root: Holder) -> str | NotChecked:
    """The version of `server.json`; some files get theirs only when they are published."""
    version = root.text("version")
    if not version:
        return NotChecked("server.json has no version")
    if _PLACEHOLDER.search(version):
        return NotChecked(f"the version {cut(version)} of server.json is yet to be filled in")
    return version


_PLACEHOLDER = re.compile(r"[${}<>]|%%|__")


def _server_version(root: Holder, _files: RegistryFiles, material: Material) -> Found:
    published = published_in(root)
    told = material.surface.server.get("version")
    if isinstance(published, NotChecked):
        return published
    if not isinstance(told, str) or not told:
        return NotChecked("the server does not tell its version")
    if same_release(published, told):
        return Looked("the version that the server tells")
    because = f"the server says it is {cut(told)}, and server.json says {cut(published)}"
    return Looked("the version that the server tells", (differs("server", "version", because),))


def differs(kind: str, name: str, because: str) -> Flaw:
    """A flaw that stays the same from release to release, until it is mended."""
    return Flaw(Subject(kind, name), "/version", because, "version")


server_in_step = with_file(_server_version)


def _tag(root: Holder, files: RegistryFiles, _material: Material) -> Found:
    published = published_in(root)
    if not files.tag:
        return NotChecked("this is not known to be the build of a tag")
    if isinstance(published, NotChecked):
        return published
    if tag_names(files.tag, published):
        return Looked("the tag")
    because = f"the tag is {cut(files.tag)}, and server.json is of version {cut(published)}"
    return Looked("the tag", (differs("tag", "version", because),))


tag_in_step = with_file(_tag)
