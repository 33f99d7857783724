"""Declarations of one tool that cannot all be true."""

from collections.abc import Iterator

from mcptest_action.core.safety.declaration import Annotations, Declaration, Effect, Hints
from mcptest_action.core.safety.opinion import by_annotations, by_hints
from mcptest_action.core.safety.tool_class import ToolClass


def conflicts_in(declared: Declaration) -> tuple[str, ...]:
    """Each contradiction as a clause, the plainest first."""
    return tuple(_conflicts(declared))


def _conflicts(declared: Declaration) -> Iterator[str]:
    annotations, hints = declared.annotations, declared.hints
    yield from declared.disagreements
    if annotations.read_only is True and annotations.destructive is True:
        yield "readOnlyHint and destructiveHint are both true"
    if hints.effect is Effect.DELETE and annotations.destructive is False:
        yield "destructiveHint is false, but the hint effect is 'delete'"
    if {annotations.idempotent, hints.idempotent} == {True, False}:
        said = str(annotations.idempotent).lower(), str(hints.idempotent).lower()
        yield f"idempotentHint is {said[0]}, but the hint idempotent is {said[1]}"
    if hints.effect is Effect.READ and annotations.read_only is False:
        yield "readOnlyHint is false, but the hint effect is 'read'"
    else:
        yield from _classes(annotations, hints)


def _classes(annotations: Annotations, hints: Hints) -> Iterator[str]:
    one, other = by_annotations(annotations), by_hints(hints, annotations.read_only)
    if one is None or other is None or one.tool_class is other.tool_class:
        return
    # Not being idempotent tells of a change, but not that the change is a mild one.
    kinds = one.tool_class, other.tool_class
    if kinds == (ToolClass.MUTATING, ToolClass.DESTRUCTIVE) or (
        kinds == (ToolClass.DESTRUCTIVE, ToolClass.MUTATING) and hints.effect is None
    ):
        return
    yield (
        f"{one.because}, which means {one.tool_class}, "
        f"but {other.because}, which means {other.tool_class}"
    )
