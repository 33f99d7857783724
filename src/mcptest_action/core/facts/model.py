"""Facts, what they are called, and where they come from."""

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

FactValue = bool | int | float | str


class FactType(StrEnum):
    NUMBER = "number"
    BOOLEAN = "boolean"
    TEXT = "text"


class FactSpec(NamedTuple):
    """One row of the catalogue."""

    name: str
    meaning: str
    type: FactType = FactType.NUMBER
    values: tuple[str, ...] = ()
    """The only texts it can be, where there are only so many."""


class Fact(NamedTuple):
    name: str
    value: FactValue
    source: str
    behind: tuple[str, ...] = ()
    """What it counts, by name, where the artifact says so."""


class Absent(NamedTuple):
    """The artifact was read, but does not carry this fact, or not in a usable form."""

    because: str


class Document(NamedTuple):
    """An artifact as parsed JSON, with the name to cite."""

    file: str
    data: Any


Reading = Mapping[str, FactValue | Absent]
# By the name of a fact, what its number counts.
Names = Mapping[str, tuple[str, ...]]


class Artifact(NamedTuple):
    """A kind of artifact: how to give it, how to recognise it, and what it tells."""

    flag: str
    title: str
    made_by: str
    """The command that writes it; not every one of them is part of this program yet."""
    schema: str
    facts: tuple[FactSpec, ...]
    read: Callable[[Document, datetime], Reading]
    places: tuple[str, ...]
    """Where the reader looks, for people: the whole list, because nowhere else is looked."""
    example: str
    """The smallest file worth giving, as JSON."""
    names: Callable[[Document], Names] = lambda _document: {}
