"""What README.md tells clients to start the server with, as far as that is about stdio.

Other arguments in such an example are made for a reader: a folder of theirs, a key of theirs.
"""

import re

from .manifests import above, exec_form
from .model import Candidate, Repository, inside

_ARGUMENTS = re.compile(r'"args"\s*:\s*(\[[^\[\]]{0,2000}\])')
_STDIO = re.compile(r"-{0,2}(?:transport=)?stdio")
_FLAG = "--transport"


def told_by_readme(
    repository: Repository, candidate: Candidate
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that ask for stdio, and who says so; nothing if nobody does."""
    for folder in above(candidate.folder):
        path = inside(folder, "README.md")
        for match in _ARGUMENTS.finditer(repository.texts.get(path, "")):
            words = _behind(candidate, exec_form(match[1]))
            if words:
                return words, (f"{path}: clients start it with {' '.join(words)}",)
    return (), ()


def _behind(candidate: Candidate, listed: object) -> tuple[str, ...]:
    """The words behind the name of the package or its program, if they ask for stdio."""
    names = {candidate.package, candidate.name, candidate.argv[-1].rpartition("/")[2]} - {""}
    words = listed if isinstance(listed, list) else []
    for number, word in enumerate(words):
        if isinstance(word, str) and _without_version(word) in names:
            return _about_stdio([one for one in words[number + 1 :] if isinstance(one, str)])
    return ()


def _without_version(word: str) -> str:
    name, at, _ = word.rpartition("@")
    return name if at and name else word


def _about_stdio(words: list[str]) -> tuple[str, ...]:
    if words[:2] == [_FLAG, "stdio"]:
        return _FLAG, "stdio"
    return tuple(words[:1]) if words and _STDIO.fullmatch(words[0]) else ()
