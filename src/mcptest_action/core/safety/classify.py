"""Which class a tool is in, who says so, and why."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.safety.conflict import conflicts_in
from mcptest_action.core.safety.declaration import (
    Annotations,
    Declaration,
    Hints,
    Malformed,
    Sensitivity,
)
from mcptest_action.core.safety.opinion import by_annotations, by_hints, by_name
from mcptest_action.core.safety.read_declaration import declaration_of
from mcptest_action.core.safety.settings import NO_SETTINGS, ToolSettings
from mcptest_action.core.safety.tool_class import Opinion, Source, ToolClass, stricter

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
    overridden: bool
    asks_for_confirmation: bool
    """Whether the server itself says so, which is what other clients see."""

    @property
    def is_declared_read_only(self) -> bool:
        return self.tool_class is ToolClass.READ_ONLY

    @property
    def is_unconfirmed(self) -> bool:
        """Destructive, and the server asks nobody to confirm."""
        return self.tool_class is ToolClass.DESTRUCTIVE and not self.asks_for_confirmation

    @property
    def withholds_results(self) -> bool:
        """Whether its results may be seen by nobody, ourselves included."""
        return self.hints.sensitivity in _WITHHELD


def classify(tool: Mapping[str, Any], settings: ToolSettings = NO_SETTINGS) -> Classification:
    """The deployer's word, else the stricter of the declarations, else the name."""
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
        conflicts=conflicts_in(declared),
        malformed=declared.malformed,
        overridden=settings._replace(samples=()) != NO_SETTINGS,
        asks_for_confirmation=declared.hints.requires_confirmation is True,
    )


def _overlaid(server: Hints, deployer: Hints) -> Hints:
    said = {name: value for name, value in deployer._asdict().items() if value is not None}
    return server._replace(**said)


def _opinion(name: str, declared: Declaration, hints: Hints, settings: ToolSettings) -> Opinion:
    if settings.tool_class is not None:
        return Opinion(settings.tool_class, Source.OVERRIDE, "mcptest.yml says so")
    named = by_name(name)
    hinted = by_hints(hints, declared.annotations.read_only, settings.hints)
    return stricter(_annotated(declared, named), hinted) or named


def _annotated(declared: Declaration, named: Opinion) -> Opinion | None:
    """Who gets one annotation wrong may have got the next one wrong: the name has a say, too."""
    said = by_annotations(declared.annotations)
    if not any(where.startswith("annotations") for where, _ in declared.malformed):
        return said
    if said is None and named.tool_class is ToolClass.READ_ONLY_PRESUMED:
        return None
    return stricter(said, named)
