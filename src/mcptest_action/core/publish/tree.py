"""The files of a commit as git lists them, and those at or below a path."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from .subject import Unknown

_FOLDER, _SUBMODULE, _FILES = "040000", "160000", ("100644", "100755")
_SHA1 = 40


class Entry(NamedTuple):
    path: str
    mode: str
    blob: str
    """The name that git gives the content."""

    def holds(self, content: bytes) -> bool:
        """Whether the content is this one. Good enough to leave it off a list, not to trust it."""
        hashed = b"blob %d\0" % len(content) + content
        if len(self.blob) == _SHA1:
            return hashlib.sha1(hashed, usedforsecurity=False).hexdigest() == self.blob
        return hashlib.sha256(hashed).hexdigest() == self.blob

    @property
    def is_plain(self) -> bool:
        """Whether it is a file, and not a link."""
        return self.mode in _FILES


def files_at(entries: Iterable[Entry], path: str) -> tuple[Entry, ...] | Unknown:
    """The file of that path, or all in the folder; none if there is neither.

    We follow no link, and look into no repository in the repository: what the base means by them
    is not ours to guess.
    """
    everything = {entry.path: entry for entry in entries}
    names = [] if path == "." else path.split("/")
    for count in range(1, len(names) + 1):
        entry = everything.get("/".join(names[:count]))
        if entry is None:
            return ()
        plain = (_FOLDER,) if count < len(names) else (_FOLDER, *_FILES)
        if entry.mode not in plain:
            return Unknown(f"{entry.path} is no plain file or folder at the base commit")
    found = [one for one in everything.values() if _is_at(one.path, path)]
    for one in found:
        if one.mode == _SUBMODULE:
            return Unknown(f"{one.path} is another repository at the base commit")
    return tuple(sorted(one for one in found if one.mode != _FOLDER))


def _is_at(path: str, place: str) -> bool:
    return place in (".", path) or path.startswith(f"{place}/")
