"""Edits to a text by position: everything else stays as it is."""

from collections.abc import Iterable
from typing import NamedTuple

from .tree import Field, Fields, Node, Scalar


class Edit(NamedTuple):
    """Replace the characters from start to end."""

    start: int
    end: int
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text after all edits, which may not overlap."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def newline_of(text: str) -> str:
    """The line ending that the text uses."""
    return "\r\n" if "\r\n" in text else "\n"


def line_after(text: str, offset: int) -> int:
    """Where the line after the last visible character before the offset begins."""
    return _next_line(text, len(text[:offset].rstrip()))


def line_below(text: str, node: Node) -> int:
    """Where the line after the node begins; a block's own end lies behind comments."""
    return line_after(text, end_of(node))


def end_of(node: Node) -> int:
    """Behind the last character of the node; a block's own end lies behind comments."""
    while not isinstance(node, Scalar) and not node.flow:
        node = node.fields[-1].value if isinstance(node, Fields) else node.items[-1]
    return node.end.offset


def after_comments(text: str, at: int, column: int) -> int:
    """Past the comment lines at `at` that are indented deeper than the column."""
    while at < len(text):
        line = text[at : _next_line(text, at)]
        indent = len(line) - len(line.lstrip(" "))
        if not line.lstrip(" ").startswith("#") or indent <= column:
            break
        at += len(line)
    return at


def insert_lines(text: str, at: int, lines: str) -> Edit:
    """Whole lines at the start of a line, or after a last line without a newline."""
    if at == len(text) and not text.endswith("\n"):
        lines = newline_of(text) + lines.rstrip("\r\n")
    return Edit(at, at, lines)


def _next_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def field_of(node: Node, name: str) -> Field | None:
    """The field of this name, if the node has one."""
    fields = node.fields if isinstance(node, Fields) else ()
    return next((field for field in fields if field.name.text == name), None)
