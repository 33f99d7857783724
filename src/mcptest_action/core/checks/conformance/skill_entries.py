"""Entries of `skills/list`: what is wrong with one, as a clause; empty when nothing is."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

FILE = "/SKILL.md"
DYNAMIC = "dynamic"
MOST_FILES, MOST_BYTES = 512, 16 * 1024 * 1024
LONGEST_NAME = 64
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


def uri_of(entry: Any) -> str:
    """The address of its SKILL.md; empty if it has none that can be one."""
    uri = entry.get("uri") if isinstance(entry, Mapping) else None
    return uri if isinstance(uri, str) and uri.endswith(FILE) else ""


def folder_of(uri: str) -> str:
    """The skill's folder, without a slash at the end."""
    return uri.removesuffix(FILE)


def manifest_of(entry: Any) -> list[Any] | None:
    """Its files; None for a skill that cannot list them, or doesn't."""
    files = entry.get("resources") if isinstance(entry, Mapping) else None
    return files if isinstance(files, list) else None


def entry_problem(entry: Any) -> str:
    """What hosts need to register a skill: its address, its frontmatter, its files."""
    if not isinstance(entry, Mapping):
        return "an entry is not an object"
    uri = uri_of(entry)
    if not uri:
        return f"the uri of an entry does not end with {FILE}: {entry.get('uri')!r:.100}"
    front = entry.get("frontmatter")
    if not isinstance(front, Mapping):
        return f"{uri:.100} has no frontmatter"
    for field in ("name", "description"):
        if not isinstance(front.get(field), str) or not front[field]:
            return f"the frontmatter of {uri:.100} has no {field}"
    if folder_of(uri).rpartition("/")[2] != front["name"]:
        return f"{uri:.100} is not in a folder called {front['name']!r:.100}, which is its name"
    if not _is_name(front["name"]):
        return f"{front['name']!r:.100} is not a name for a skill"
    if manifest_of(entry) is None and entry.get("resources") != DYNAMIC:
        return f"the resources of {uri:.100} are neither a list nor `{DYNAMIC}`"
    return ""


def _is_name(name: str) -> bool:
    """By the format of Agent Skills: small letters and digits, with single hyphens in between."""
    letters = all(part.isalnum() and part == part.lower() for part in name.split("-"))
    return letters and len(name) <= LONGEST_NAME


def manifest_problem(entry: Mapping[str, Any]) -> str:
    """What hosts need to verify every file of a skill. For an entry that is sound otherwise."""
    files, uri = manifest_of(entry) or [], uri_of(entry)
    problems = (_file_problem(file, folder_of(uri)) for file in files)
    if found := next(filter(None, problems), ""):
        return f"{uri:.100}: {found}"
    listed = [file["uri"] for file in files]
    if twice := repeated(listed):
        return f"{uri:.100}: {twice[0]:.100} is listed twice"
    return "" if uri in listed else f"{uri:.100}: its own SKILL.md is not listed"


def repeated(names: Sequence[str]) -> list[str]:
    """Those that occur more than once, sorted."""
    return sorted(name for name, many in Counter(names).items() if many > 1)


def _file_problem(file: Any, folder: str) -> str:
    if not isinstance(file, Mapping) or not isinstance(file.get("uri"), str):
        return "a file has no uri"
    uri, size = file["uri"], file.get("size")
    if not uri.startswith(f"{folder}/"):
        return f"{uri:.100} is not in the folder of the skill"
    if not isinstance(file.get("digest"), str) or not _DIGEST.fullmatch(file["digest"]):
        return f"the digest of {uri:.100} is not `sha256:` and 64 small hexadecimal digits"
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        return f"the size of {uri:.100} is not a number of bytes"
    return ""


def beyond_limits(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The skills that not every host has to load. For entries whose manifests are sound."""
    for entry in entries:
        files = manifest_of(entry) or []
        size = sum(file["size"] for file in files)
        if len(files) > MOST_FILES or size > MOST_BYTES:
            yield f"{uri_of(entry):.100} has {len(files)} files and {size} bytes"
