"""What `extends:` names: a file, a file pinned by its digest, or a pack."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mcptest_action.core.document import (
    Field,
    Fields,
    Items,
    Node,
    Problems,
    Scalar,
    is_empty,
    kind_of,
    unseen_in,
)
from mcptest_action.core.text import did_you_mean, is_blank

EXTENDS = "extends"
_PACK = "pack:"
_SHA256 = "@sha256:"
_DIGEST = re.compile(r"[0-9a-f]{64}")
_PINNED_OTHERWISE = re.compile(r"@(sha|md)[0-9_-]*:", re.IGNORECASE)
# `https://…`, `git@host:…`, `github:…`; a file with such a name can be written with ./ before it.
_REMOTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:.*|[^/]+@[^/]+:.*")
_LOCAL = "local files only; take it from a pinned checkout"


class FileReference(NamedTuple):
    path: str
    """As written: it counts from the folder of the file that names it."""
    digest: str | None

    def seen_from(self, file: str) -> str:
        """The path from where the path of the other file counts from; never the name of a pack."""
        folder = file[: file.rfind("/") + 1]
        path = _normal(self.path if self.path.startswith("/") else folder + self.path)
        return f"./{path}" if path.startswith(_PACK) else path


class PackReference(NamedTuple):
    name: str
    version: str
    text: str
    """The rules of the pack, as YAML."""

    def seen_from(self, _file: str) -> str:
        return f"{_PACK}{self.name}@{self.version}"


Reference = FileReference | PackReference


def references(problems: Problems, root: Node) -> Iterator[tuple[Scalar, Reference]]:
    """Each with its place. Nothing else can be said of a policy whose layers nobody knows."""
    fields = root.fields if isinstance(root, Fields) else ()
    field = next((field for field in fields if field.name.text == EXTENDS), None)
    nodes = () if field is None else _named(problems, field)
    found = [_reference(problems, node) for node in nodes]
    problems.raise_any()
    yield from (one for one in found if one)


def _named(problems: Problems, field: Field) -> tuple[Node, ...]:
    value = field.value
    nodes = value.items if isinstance(value, Items) else (value,)
    if not nodes or is_empty(field):
        # A layer that somebody has commented out must not go without a word.
        problems.add(field, f"{EXTENDS} names nothing", "name a file or a pack, or remove the key")
        return ()
    return nodes


def _reference(problems: Problems, node: Node) -> tuple[Scalar, Reference] | None:
    if not isinstance(node, Scalar) or node.value is None:
        found = "an empty entry" if isinstance(node, Scalar) else kind_of(node)
        problems.add(node, f"{EXTENDS} holds {found}, not the name of a file or a pack")
        return None
    what, hint = _objection(node.text)
    if what:
        problems.add(node, f"{EXTENDS}: {what}", hint)
        return None
    if node.text.startswith(_PACK):
        pack = _pack(problems, node)
        return pack and (node, pack)
    path, pin, digest = node.text.partition(_SHA256)
    return node, FileReference(path, digest if pin else None)


def _objection(text: str) -> tuple[str, str]:
    """What is wrong with the reference as it is written, and what to do."""
    if is_blank(text) or not text.isprintable() or unseen_in(text) is not None:
        return "the name is empty, or holds a character that cannot be seen", "name a file"
    if text.startswith(_PACK):
        return "", ""
    if text.startswith("~"):
        return f"'{text}' is in somebody's home", _LOCAL
    path, pin, digest = text.partition(_SHA256)
    if not path or (not pin and _PINNED_OTHERWISE.search(path)):
        return f"'{text}' is not a file and its digest", f"as in FILE{_SHA256}…"
    if _REMOTE.fullmatch(path):
        return f"'{text}' is not the path of a file", _LOCAL
    if pin and not _DIGEST.fullmatch(digest):
        what = f"'{digest}' is not a SHA-256"
        return what, "64 digits, with the letters in lower case: sha256sum FILE"
    return "", ""


def _pack(problems: Problems, node: Scalar) -> PackReference | None:
    from ..packs import PACKS, pack_of  # noqa: PLC0415 - most policies extend no pack

    name, at, version = node.text.removeprefix(_PACK).partition("@")
    versions = [pack.version for pack in PACKS if pack.name == name]
    if not versions:
        names = tuple(dict.fromkeys(pack.name for pack in PACKS))
        hint = did_you_mean(name, names) or f"known: {', '.join(names)}"
        problems.add(node, f"{EXTENDS}: there is no pack '{name}'", hint)
        return None
    if not at:
        newest = f"{_PACK}{name}@{versions[-1]}"
        problems.add(node, f"{EXTENDS}: '{node.text}' names no version", f"write {newest}")
        return None
    pack = pack_of(name, version)
    if pack is None:
        hint = f"known: {', '.join(versions)}"
        problems.add(node, f"{EXTENDS}: the pack '{name}' has no version '{version}'", hint)
        return None
    return PackReference(name, version, pack.text)


def _normal(path: str) -> str:
    """One spelling for each path."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", ".") and not (part == ".." and path.startswith("/")):
            parts.append(part)
    return ("/" if path.startswith("/") else "") + "/".join(parts)
