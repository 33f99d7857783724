"""The classes of tools, what a server declares about one, and what `mcptest.yml` says instead."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar


class ToolClass(StrEnum):
    """Read-only as declared and as presumed are told apart: only one of them is a promise."""

    READ_ONLY = "ReadOnly"
    READ_ONLY_PRESUMED = "ReadOnlyPresumed"
    MUTATING = "Mutating"
    DESTRUCTIVE = "Destructive"


class Effect(StrEnum):
    """What a call does, from the harmless to the worst."""

    READ = "read"
    WRITE = "write"
    EXTERNAL = "external"
    DELETE = "delete"


class Sensitivity(StrEnum):
    """Who may see a result, from everybody to hardly anybody."""

    PUBLIC = "public"
    INTERNAL = "internal"
    CONFIDENTIAL = "confidential"
    RESTRICTED = "restricted"


class Annotations(NamedTuple):
    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


class Hints(NamedTuple):
    effect: Effect | None = None
    idempotent: bool | None = None
    requires_confirmation: bool | None = None
    sensitivity: Sensitivity | None = None


NO_HINTS = Hints()


class Malformed(NamedTuple):
    """A declaration that is not what it should be; it is ignored, and reported."""

    where: str
    problem: str


class Declaration(NamedTuple):
    annotations: Annotations = Annotations()
    hints: Hints = Hints()
    malformed: tuple[Malformed, ...] = ()
    disagreements: tuple[str, ...] = ()
    """Hints that the two prefixes give different values."""


_Value = TypeVar("_Value")


def stricter_hints(one: Hints, other: Hints) -> Hints:
    """For each hint, the stricter value of the two sets."""
    return Hints(
        _stricter(one.effect, other.effect, tuple(Effect)),
        _stricter(one.idempotent, other.idempotent, (True, False)),
        _stricter(one.requires_confirmation, other.requires_confirmation, (False, True)),
        _stricter(one.sensitivity, other.sensitivity, tuple(Sensitivity)),
    )


def _stricter(one: _Value | None, other: _Value | None, order: tuple[_Value, ...]) -> _Value | None:
    said = [value for value in (one, other) if value is not None]
    return max(said, key=order.index, default=None)


class ToolSettings(NamedTuple):
    """Everything is optional; None leaves the server's word as it is."""

    tool_class: ToolClass | None = None
    hints: Hints = NO_HINTS
    allow: bool | None = None
    samples: tuple[Mapping[str, Any], ...] = ()


NO_SETTINGS = ToolSettings()
