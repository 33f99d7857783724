"""The result of asking for a sample, outside and on the way."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

LONGEST_REASON = 300
Schema = Any
"""A mapping or a truth value; from outside, so anything."""


class Sample(NamedTuple):
    """Arguments that the schema allows, checked."""

    arguments: Mapping[str, Any]


class NoSample(NamedTuple):
    because: str


class Value(NamedTuple):
    """One value on the way to a sample."""

    value: Any


class DeadEnd(NamedTuple):
    """No value this way; another may still lead to one."""

    because: str


Attempt = Value | DeadEnd


def clipped(reason: str) -> str:
    """Otherwise a reason that quotes text from outside could be of any length."""
    return reason if len(reason) <= LONGEST_REASON else f"{reason[:LONGEST_REASON]}…"


class Nesting(NamedTuple):
    """Where in the sample a value belongs."""

    depth: int = 0
    inside: frozenset[str] = frozenset()
    """The references that led here. To follow one again means to go round."""


Pick = Callable[[Schema, Nesting], Iterator[Attempt]]
"""The checked values of a schema, best first, then at most one reason why there are no more."""
