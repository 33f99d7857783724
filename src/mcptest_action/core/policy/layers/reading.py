"""From a policy to everything below it: a generator that yields which file to read.

The core opens no file: whoever drives the generator sends it the content.
"""

import hashlib
from collections.abc import Generator, Mapping
from typing import NamedTuple, TypeVar

from mcptest_action.core.document import Node, Problems, Scalar, decode
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.protocol.exchange import pump
from mcptest_action.core.text import InputError, Problem, unusable
from .reference import FileReference, Reference, references

MOST_LEVELS = 8
MOST_FILES = 50
MOST_BYTES = 4 * 1024 * 1024
Result = TypeVar("Result")


class Wanted(NamedTuple):
    """A file that a policy extends, and where it says so."""

    path: str
    """From where we work."""
    file: str
    """What reports call it."""
    digest: str | None
    by: str
    line: int
    column: int

    def refused(self, error: InputError) -> InputError:
        """The error of who could not read the file, at the line that names it."""
        return InputError([self._refused(problem) for problem in error.problems])

    def _refused(self, problem: Problem) -> Problem:
        what = f"extends {self.path}, which {problem.what}"
        return Problem(self.by, what, problem.hint, self.line, self.column)


class Document(NamedTuple):
    """One layer as it was read; the policy's own file is the last."""

    file: str
    path: str
    """How errors name it."""
    content: bytes
    root: Node
    parents: tuple[str, ...] = ()
    """Those that it extends itself, by the names that reports use."""
    line: int = 0
    """Where the policy's own file names it, or a layer that does."""
    column: int = 0


Reading = Generator[Wanted, bytes, Result]


def documents(text: str, path: str, file: str) -> Reading[tuple[Document, ...]]:
    """The policy and all that it extends; what a layer rests on comes before it, and each once."""
    own = Document(file, path, text.encode(), read_yaml(text, path))
    reader = _Reader()
    parents = yield from reader.parents(own, (file,))
    return (*reader.read.values(), own._replace(parents=parents))


def answered(reading: Reading[Result], contents: Mapping[str, bytes]) -> Result:
    """What comes of it if the files have these contents, by the names that reports use."""

    def content(wanted: Wanted) -> bytes:
        if wanted.file not in contents:
            raise wanted.refused(unusable(wanted.path, "is not at hand"))
        return contents[wanted.file]

    return pump(reading, content)


class _Reader:
    def __init__(self) -> None:
        self.read: dict[str, Document] = {}
        """By the name in reports, in the order in which they are put on top of each other."""

    def parents(self, document: Document, chain: tuple[str, ...]) -> Reading[tuple[str, ...]]:
        names = []
        for node, reference in references(Problems(document.path), document.root):
            name = reference.seen_from(document.file)
            wanted = _wanted(document, node, reference)
            if name in chain:
                way = " → ".join((*chain[chain.index(name) :], name))
                raise _at(wanted, f"{name} would extend itself: {way}", "remove one of them")
            if name not in self.read:
                yield from self._add(wanted, reference, document, chain)
            else:  # by another way, with another digest perhaps
                _check_digest(wanted, self.read[name].content)
            names.append(name)
        return tuple(names)

    def _add(
        self, wanted: Wanted, reference: Reference, by: Document, chain: tuple[str, ...]
    ) -> Reading[None]:
        if len(chain) > MOST_LEVELS:
            way = " → ".join((*chain, wanted.file))
            raise _at(wanted, f"more than {MOST_LEVELS} policies above each other: {way}")
        if len(self.read) == MOST_FILES:
            raise _at(wanted, f"this is one policy more than the {MOST_FILES} that may be extended")
        content = yield from _content(wanted, reference)
        if sum(len(each.content) for each in self.read.values()) + len(content) > MOST_BYTES:
            raise _at(wanted, "the policies to extend are larger than 4 MiB in all")
        root = read_yaml(decode(content, wanted.path), wanted.path)
        is_own = len(chain) == 1
        line, column = (wanted.line, wanted.column) if is_own else (by.line, by.column)
        made = Document(wanted.file, wanted.path, content, root, (), line, column)
        parents = yield from self.parents(made, (*chain, wanted.file))
        self.read[wanted.file] = made._replace(parents=parents)


def _content(wanted: Wanted, reference: Reference) -> Reading[bytes]:
    if not isinstance(reference, FileReference):
        return reference.text.encode()
    content = yield wanted
    _check_digest(wanted, content)
    return content


def _wanted(document: Document, node: Scalar, reference: Reference) -> Wanted:
    digest = reference.digest if isinstance(reference, FileReference) else None
    path, file = reference.seen_from(document.path), reference.seen_from(document.file)
    return Wanted(path, file, digest, document.path, node.start.line, node.start.column)


def _check_digest(wanted: Wanted, content: bytes) -> None:
    if wanted.digest is None:
        return
    found = hashlib.sha256(content).hexdigest()
    if wanted.digest != found:
        what = f"{wanted.path} is another file: its SHA-256 is {found}, not {wanted.digest}"
        raise _at(wanted, what, "see what has changed in it, then pin the new one")


def _at(wanted: Wanted, what: str, hint: str = "") -> InputError:
    return unusable(wanted.by, f"extends: {what}", hint, wanted.line, wanted.column)
