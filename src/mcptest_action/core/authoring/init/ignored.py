"""The lines that `.gitignore` lacks."""

from collections.abc import Iterable

from mcptest_action.core.document import unseen_in
from mcptest_action.core.document.text_edit import newline_of
from .model import NewFile

PATH = ".gitignore"
OUT = "mcptest-out/"


def with_ignored(before: str | None, wanted: Iterable[str]) -> NewFile | None:
    """The file with what it lacks at its end; None if it lacks nothing."""
    text = before or ""
    there = {_plain(line) for line in text.splitlines()}
    missing = [line for line in dict.fromkeys(wanted) if _plain(line) not in there]
    if not missing:
        return None
    end = newline_of(text)
    gap = "" if not text or text.endswith("\n") else end
    return NewFile(PATH, text + gap + "".join(f"{line}{end}" for line in missing), before)


def is_readable(text: str) -> bool:
    """Whether a diff of it shows all that is in it."""
    return unseen_in(text) is None


def _plain(line: str) -> str:
    return line.strip().strip("/")
