"""Declarations of one tool that cannot all be true."""

from collections.abc import Iterator

from mcptest_action.core.safety.declaration import Declaration, Effect
from mcptest_action.core.safety.opinion import by_annotations, by_hints


def conflicts_in(declared: Declaration) -> tuple[str, ...]:
    """Each contradiction as a clause, the plainest first."""
    return tuple(dict.fromkeys(_conflicts(declared)))


def _conflicts(declared: Declaration) -> Iterator[str]:
    annotations, hints = declared.annotations, declared.hints
    if annotations.read_only is True and annotations.destructive is True:
        yield "readOnlyHint and destructiveHint are both true"
    if hints.effect is Effect.READ and annotations.read_only is False:
        yield "readOnlyHint is false, but the hint effect is 'read'"
    if hints.effect is Effect.DELETE and annotations.destructive is False:
        yield "destructiveHint is false, but the hint effect is 'delete'"
    if {annotations.idempotent, hints.idempotent} == {True, False}:
        said = str(annotations.idempotent).lower(), str(hints.idempotent).lower()
        yield f"idempotentHint is {said[0]}, but the hint idempotent is {said[1]}"
    one, other = by_annotations(annotations), by_hints(hints, annotations.read_only)
    if one is not None and other is not None and one.tool_class is not other.tool_class:
        yield (
            f"{one.because}, which means {one.tool_class}, "
            f"but {other.because}, which means {other.tool_class}"
        )
