"""A YAML document as values that remember where they are.

Named tuples, not dataclasses, and places worked out only when asked for: a policy of one
megabyte makes a hundred thousand of these, and nearly all of them are right.
"""

from typing import Any, NamedTuple, Protocol, assert_never


class Place(NamedTuple):
    """Line and column count from 1, as editors do; offset counts characters from 0."""

    line: int
    column: int
    offset: int


class Mark(Protocol):
    """A place as the YAML parser tells it: everything counts from 0."""

    line: int
    column: int
    index: int


def place(mark: Mark) -> Place:
    return Place(mark.line + 1, mark.column + 1, mark.index)


def place_in(text: str, offset: int) -> Place:
    """Where the character is for an editor, which ends lines with LF or CR LF."""
    line = text.count("\n", 0, offset) + 1
    return Place(line, offset - text.rfind("\n", 0, offset), offset)


class Scalar(NamedTuple):
    """One word, number or text. `text` is what is written, `value` what YAML 1.2 makes of it."""

    value: str | int | float | bool | None
    text: str
    first: Mark
    last: Mark

    @property
    def start(self) -> Place:
        return place(self.first)

    @property
    def end(self) -> Place:
        return place(self.last)


class Items(NamedTuple):
    items: "tuple[Node, ...]"
    flow: bool
    first: Mark
    last: Mark

    @property
    def start(self) -> Place:
        return place(self.first)

    @property
    def end(self) -> Place:
        return place(self.last)


class Field(NamedTuple):
    name: Scalar
    value: "Node"


class Fields(NamedTuple):
    fields: tuple[Field, ...]
    flow: bool
    first: Mark
    last: Mark

    @property
    def start(self) -> Place:
        return place(self.first)

    @property
    def end(self) -> Place:
        return place(self.last)


Node = Scalar | Items | Fields


def kind_of(node: Node) -> str:
    """What to call the node in a sentence."""
    match node:
        case Items():
            return "a list"
        case Fields():
            return "a mapping"
        case Scalar(value=None):
            return "empty"
        case Scalar(value=bool()):
            return "a boolean"
        case Scalar(value=str()):
            return "text"
        case Scalar():
            return "a number"
        case _:
            assert_never(node)


def plain(node: Node) -> Any:
    """The node as plain data, without its places."""
    match node:
        case Fields():
            return {field.name.text: plain(field.value) for field in node.fields}
        case Items():
            return [plain(item) for item in node.items]
        case Scalar():
            return node.value
        case _:
            assert_never(node)
