"""A YAML document as values that remember where they stand.

Named tuples, not dataclasses: a policy of one megabyte makes a hundred thousand of them.
"""

from typing import NamedTuple, assert_never


class Place(NamedTuple):
    """Line and column count from 1, as editors do; offset counts characters from 0."""

    line: int
    column: int
    offset: int


class Scalar(NamedTuple):
    """One word, number or text. `text` is what is written, `value` what YAML 1.2 makes of it."""

    value: str | int | float | bool | None
    text: str
    start: Place
    end: Place


class Items(NamedTuple):
    items: "tuple[Node, ...]"
    flow: bool
    start: Place
    end: Place


class Field(NamedTuple):
    name: Scalar
    value: "Node"


class Fields(NamedTuple):
    fields: tuple[Field, ...]
    flow: bool
    start: Place
    end: Place


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
