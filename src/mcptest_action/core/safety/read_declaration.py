"""What a tool declares, from the server's listing. Nothing malformed gets through."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from mcptest_action.core.protocol.surface import canonical
from .declaration import (
    Annotations,
    Declaration,
    Effect,
    Hints,
    Malformed,
    Sensitivity,
    stricter_hints,
)

# The hints were proposed as `mcp.dev/`; since 2025-11-25 the other spelling is the reserved one.
PREFIXES = ("mcp.dev/", "dev.mcp/")
ANNOTATIONS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
EFFECT, IDEMPOTENT = "effect", "idempotent"
CONFIRMATION, SENSITIVITY = "requiresConfirmation", "resultSensitivity"
CONFIRMATION_KEY = PREFIXES[0] + CONFIRMATION
HINTS = (EFFECT, IDEMPOTENT, CONFIRMATION, SENSITIVITY)
_LONGEST = 40
_Word = TypeVar("_Word", bound=StrEnum)


def declaration_of(tool: Mapping[str, Any]) -> Declaration:
    """What the tool declares. Where the two prefixes disagree, the stricter value counts."""
    reader = _Reader()
    annotations = reader.object(tool, "annotations")
    flags = [reader.flag(annotations, name, "annotations.") for name in ANNOTATIONS]
    meta = reader.object(tool, "_meta")
    one, other = (_hints(reader, meta, prefix) for prefix in PREFIXES)
    return Declaration(
        Annotations(*flags),
        stricter_hints(one, other),
        tuple(reader.malformed),
        tuple(_disagreements(one, other)),
    )


def _hints(reader: "_Reader", meta: Mapping[str, Any], prefix: str) -> Hints:
    return Hints(
        reader.word(meta, prefix + EFFECT, Effect),
        reader.flag(meta, prefix + IDEMPOTENT, "_meta."),
        reader.flag(meta, prefix + CONFIRMATION, "_meta."),
        reader.word(meta, prefix + SENSITIVITY, Sensitivity),
    )


def _disagreements(one: Hints, other: Hints) -> Iterator[str]:
    first, second = PREFIXES
    for name, here, there in zip(HINTS, one, other, strict=True):
        if here is not None and there is not None and here != there:
            said = str(here).lower(), str(there).lower()
            yield f"{first}{name} is {said[0]}, but {second}{name} is {said[1]}"


class _Reader:
    """Reads one value at a time, and remembers what was malformed. Null says nothing."""

    def __init__(self) -> None:
        self.malformed: list[Malformed] = []

    def object(self, tool: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        value = tool.get(name)
        if not isinstance(value, Mapping | None):
            self._report(name, value, "an object")
        return value if isinstance(value, Mapping) else {}

    def flag(self, holder: Mapping[str, Any], name: str, where: str) -> bool | None:
        value = holder.get(name)
        if not isinstance(value, bool | None):
            self._report(where + name, value, "true or false")
        return value if isinstance(value, bool) else None

    def word(self, meta: Mapping[str, Any], name: str, words: type[_Word]) -> _Word | None:
        value = meta.get(name)
        if isinstance(value, str) and value in tuple(words):
            return words(value)
        if value is not None:
            self._report(f"_meta.{name}", value, f"one of {', '.join(words)}")
        return None

    def _report(self, where: str, value: Any, wanted: str) -> None:
        shown = canonical(value)
        shown = shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
        self.malformed.append(Malformed(where, f"{shown} is not {wanted}"))


class Unstable(NamedTuple):
    """A tool that declared one thing first and another thing later."""

    tool: str
    because: str


def unstable_tools(
    first: Iterable[Mapping[str, Any]], second: Iterable[Mapping[str, Any]]
) -> tuple[Unstable, ...]:
    """The tools of both listings whose annotations or hints differ, by name."""
    before, after = _declarations(first), _declarations(second)
    return tuple(
        Unstable(name, _difference(before[name], after[name]))
        for name in sorted(before.keys() & after.keys())
        if before[name] != after[name]
    )


def _declarations(tools: Iterable[Mapping[str, Any]]) -> dict[str, Declaration]:
    named = ((tool.get("name"), tool) for tool in tools)
    return {name: declaration_of(tool) for name, tool in named if isinstance(name, str)}


def _difference(before: Declaration, after: Declaration) -> str:
    """The first thing that changed, in words."""
    names = (*ANNOTATIONS, *(f"the hint {name}" for name in HINTS))
    one, other = (*before.annotations, *before.hints), (*after.annotations, *after.hints)
    for name, was, became in zip(names, one, other, strict=True):
        if was != became:
            return f"{name} was {_word(was)}, and on a new connection it is {_word(became)}"
    return "what it declares is malformed in another way on a new connection"


def _word(value: Any) -> str:
    return "not given" if value is None else str(value).lower()
