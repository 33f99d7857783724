"""Which class a tool is in, who says so, and why."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .declaration import (
    NO_SETTINGS,
    Annotations,
    Declaration,
    Hints,
    Malformed,
    Sensitivity,
    ToolClass,
    ToolSettings,
)
from .description import change_told
from .grammar import doubt_in_name
from .near_miss import NearMiss, near_misses
from .opinion import Opinion, Source, by_annotations, by_hints, by_name, conflicts_in, stricter
from .read_declaration import CONFIRMATION, SENSITIVITY, declaration_of

_WITHHELD = (Sensitivity.CONFIDENTIAL, Sensitivity.RESTRICTED)


class Classification(NamedTuple):
    """A tool, and all that is known about calling it."""

    name: str
    tool_class: ToolClass
    source: Source
    because: str
    annotations: Annotations
    hints: Hints
    """As the server gives them, with the deployer's in their place."""
    allow: bool | None
    conflicts: tuple[str, ...]
    malformed: tuple[Malformed, ...]
    near_misses: tuple[NearMiss, ...]
    overridden: bool
    asks_for_confirmation: bool
    """Whether the server itself says so, which is what other clients see."""
    needs_confirmation: bool
    """Whether a call is for a person to allow. A malformed wish is taken for one."""
    withholds_results: bool
    """Whether its results may be seen by nobody, ourselves included."""
    doubt: str | None = None
    """What is against it if it is merely presumed to read, as a clause."""

    @property
    def is_declared_read_only(self) -> bool:
        return self.tool_class is ToolClass.READ_ONLY

    @property
    def is_unconfirmed(self) -> bool:
        """Destructive, and the server asks nobody to confirm."""
        return self.tool_class is ToolClass.DESTRUCTIVE and not self.asks_for_confirmation


def classify(
    tool: Mapping[str, Any],
    settings: ToolSettings = NO_SETTINGS,
    nouns: frozenset[str] = frozenset(),
) -> Classification:
    """The deployer's word, else the stricter of the declarations, else the name.

    The nouns are those of the tools beside it; they have no say in its class.
    """
    given = tool.get("name")
    name = given if isinstance(given, str) else ""
    declared = declaration_of(tool)
    hints = _overlaid(declared.hints, settings.hints)
    opinion = _opinion(name, declared, hints, settings)
    return Classification(
        name=name,
        tool_class=opinion.tool_class,
        source=opinion.source,
        because=opinion.because,
        annotations=declared.annotations,
        hints=hints,
        allow=settings.allow,
        conflicts=tuple(conflicts_in(declared)),
        malformed=declared.malformed,
        near_misses=tuple(near_misses(tool)),
        overridden=settings._replace(samples=()) != NO_SETTINGS,
        asks_for_confirmation=declared.hints.requires_confirmation is True,
        needs_confirmation=_means(hints.requires_confirmation, (True,), declared, CONFIRMATION),
        withholds_results=_means(hints.sensitivity, _WITHHELD, declared, SENSITIVITY),
        doubt=doubt_in_name(name, nouns) or change_told(tool),
    )


def _means(value: object, strict: tuple[object, ...], declared: Declaration, hint: str) -> bool:
    """Whether a hint has a strict value, or a value that nobody can read."""
    garbled = any(where.endswith(f"/{hint}") for where, _ in declared.malformed)
    return value in strict or (value is None and garbled)


def _overlaid(server: Hints, deployer: Hints) -> Hints:
    said = {name: value for name, value in deployer._asdict().items() if value is not None}
    return server._replace(**said)


def _opinion(name: str, declared: Declaration, hints: Hints, settings: ToolSettings) -> Opinion:
    if settings.tool_class is not None:
        return Opinion(settings.tool_class, Source.OVERRIDE, "mcptest.yml says so")
    named = by_name(name, declared.annotations.read_only)
    hinted = by_hints(hints, declared.annotations.read_only, settings.hints)
    annotated = _annotated(declared, named)
    if _disputed(annotated, hinted):
        # Then it is not read-only, and the other annotations have a meaning again.
        annotated = by_annotations(declared.annotations._replace(read_only=None))
    return stricter(annotated, hinted) or named


def _disputed(annotated: Opinion | None, hinted: Opinion | None) -> bool:
    read_only = annotated is not None and annotated.tool_class is ToolClass.READ_ONLY
    return read_only and hinted is not None and hinted.tool_class is not ToolClass.READ_ONLY


def _annotated(declared: Declaration, named: Opinion) -> Opinion | None:
    """If one annotation is wrong the next one may be, too: so the name also counts."""
    said = by_annotations(declared.annotations)
    if not any(where.startswith("annotations") for where, _ in declared.malformed):
        return said
    if said is None and named.tool_class is ToolClass.READ_ONLY_PRESUMED:
        return None
    return stricter(said, named)
