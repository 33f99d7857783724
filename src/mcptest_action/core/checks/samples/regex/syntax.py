"""What a pattern is made of."""

from enum import Enum
from typing import NamedTuple

from .charset import Ranges


class Unreadable(NamedTuple):
    because: str


class Chars(NamedTuple):
    """One character out of a set."""

    chars: Ranges


class Edge(Enum):
    START = "start"
    END = "end"
    WORD = "word"
    NOT_WORD = "not word"


class Row(NamedTuple):
    """One after the other; an empty row is the empty text."""

    parts: "tuple[Node, ...]"


class Choice(NamedTuple):
    parts: "tuple[Node, ...]"


class Repeat(NamedTuple):
    part: "Node"
    least: int
    most: int | None


class Ahead(NamedTuple):
    """What must follow, or must not, without being consumed."""

    part: "Node"
    wanted: bool


Node = Chars | Edge | Row | Choice | Repeat | Ahead
