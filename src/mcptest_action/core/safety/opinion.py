"""What each source says about a tool's class, and where they contradict each other."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from .declaration import NO_HINTS, Annotations, Declaration, Effect, Hints, ToolClass
from .vocabulary import DESTRUCTIVE, MUTATING, hidden_words_of, words_of


class Source(StrEnum):
    """Who decided about the class."""

    ANNOTATIONS = "annotations"
    HINTS = "hints"
    OVERRIDE = "override"
    NAME = "name"


class Opinion(NamedTuple):
    """A class, who says so, and why."""

    tool_class: ToolClass
    source: Source
    because: str


def stricter(one: Opinion | None, other: Opinion | None) -> Opinion | None:
    """The stricter of two opinions; the first if they agree."""
    if one is None or other is None:
        return one or other
    order = tuple(ToolClass)
    return max((one, other), key=lambda opinion: order.index(opinion.tool_class))


_CLASS_OF = {
    Effect.READ: ToolClass.READ_ONLY,
    Effect.WRITE: ToolClass.MUTATING,
    Effect.EXTERNAL: ToolClass.MUTATING,
    Effect.DELETE: ToolClass.DESTRUCTIVE,
}


def by_annotations(given: Annotations) -> Opinion | None:
    """Read-only first: the protocol gives the other hints a meaning only where it is false."""
    if given.read_only is True:
        return _annotated(ToolClass.READ_ONLY, "readOnlyHint is true")
    if given.destructive is True:
        return _annotated(ToolClass.DESTRUCTIVE, "destructiveHint is true")
    if given.idempotent is False:
        return _annotated(ToolClass.MUTATING, "idempotentHint is false")
    return None


def _annotated(tool_class: ToolClass, because: str) -> Opinion:
    return Opinion(tool_class, Source.ANNOTATIONS, because)


def by_hints(given: Hints, read_only: bool | None, deployer: Hints = NO_HINTS) -> Opinion | None:
    """A tool that says it is not read-only does not become read-only by a hint."""
    source = Source.HINTS if deployer.effect is None else Source.OVERRIDE
    if given.effect is Effect.READ and read_only is False:
        because = "the hint effect is 'read', but readOnlyHint is false"
        return Opinion(ToolClass.MUTATING, source, because)
    if given.effect is not None:
        because = f"the hint effect is '{given.effect}'"
        return Opinion(_CLASS_OF[given.effect], source, because)
    if given.idempotent is False:
        source = Source.HINTS if deployer.idempotent is None else Source.OVERRIDE
        return Opinion(ToolClass.MUTATING, source, "the hint idempotent is false")
    return None


def by_name(name: str, read_only: bool | None = None) -> Opinion:
    """The first destructive word decides, then the first mutating one."""
    words = (*words_of(name), *hidden_words_of(name))
    listed = {ToolClass.DESTRUCTIVE: DESTRUCTIVE, ToolClass.MUTATING: MUTATING}
    for tool_class, verbs in listed.items():
        found = next((word for word in words if word in verbs), None)
        if found is not None:
            return Opinion(tool_class, Source.NAME, f"the name contains '{found}'")
    because = "neither a declaration nor a word of the name tells of a change"
    if read_only is False:
        because = "readOnlyHint is false, but no word of the name tells of a change"
    return Opinion(ToolClass.READ_ONLY_PRESUMED, Source.NAME, because)


def conflicts_in(declared: Declaration) -> Iterator[str]:
    """Each contradiction as a clause, the plainest first."""
    annotations, hints = declared.annotations, declared.hints
    yield from declared.disagreements
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
    # Not being idempotent suggests a change, but not that the change is a mild one.
    kinds = one.tool_class, other.tool_class
    if kinds == (ToolClass.MUTATING, ToolClass.DESTRUCTIVE) or (
        kinds == (ToolClass.DESTRUCTIVE, ToolClass.MUTATING) and hints.effect is None
    ):
        return
    yield (
        f"{one.because}, which means {one.tool_class}, "
        f"but {other.because}, which means {other.tool_class}"
    )
