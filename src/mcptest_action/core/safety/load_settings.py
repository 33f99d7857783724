"""The `tools:` part of `mcptest.yml`."""

from typing import Any

from mcptest_action.core.document.fields import Problems, Record, is_empty, items_of
from mcptest_action.core.document.tree import Field, Fields, Node, kind_of, plain
from mcptest_action.core.safety.declaration import Effect, Hints, Sensitivity, ToolSettings
from mcptest_action.core.safety.read_declaration import CONFIRMATION, HINTS, SENSITIVITY
from mcptest_action.core.safety.tool_class import ToolClass

TOOL_KEYS = ("class", "hints", "samples", "allow")


def load_tool_settings(problems: Problems, field: Field | None) -> dict[str, ToolSettings]:
    """The settings by the name of their tool."""
    if field is None or is_empty(field):
        return {}
    if not isinstance(field.value, Fields):
        problems.add(field.value, f"tools is {kind_of(field.value)}, not a mapping")
        return {}
    return {entry.name.text: _settings(problems, entry) for entry in field.value.fields}


def _settings(problems: Problems, entry: Field) -> ToolSettings:
    label = f"tools.{entry.name.text}"
    record = Record(problems, entry.value, label, TOOL_KEYS)
    word = record.word("class", tuple(ToolClass), "")
    samples = items_of(problems, record.fields.get("samples"), f"{label}: samples")
    return ToolSettings(
        tool_class=ToolClass(word) if word else None,
        hints=_hints(problems, record),
        allow=_flag(record, "allow"),
        samples=tuple(_sample(problems, node, label) for node in samples),
    )


def _hints(problems: Problems, record: Record) -> Hints:
    field = record.fields.get("hints")
    if field is None:
        return Hints()
    hints = Record(problems, field.value, f"{record.label}.hints", HINTS)
    effect = hints.word("effect", tuple(Effect), "")
    sensitivity = hints.word(SENSITIVITY, tuple(Sensitivity), "")
    return Hints(
        Effect(effect) if effect else None,
        _flag(hints, "idempotent"),
        _flag(hints, CONFIRMATION),
        Sensitivity(sensitivity) if sensitivity else None,
    )


def _flag(record: Record, name: str) -> bool | None:
    return record.boolean(name, default=False) if name in record.fields else None


def _sample(problems: Problems, node: Node, label: str) -> dict[str, Any]:
    """The arguments of a call, as plain data."""
    arguments = plain(node)
    if isinstance(arguments, dict):
        return arguments
    problems.add(node, f"{label}: a sample is {kind_of(node)}, not a mapping of arguments")
    return {}
