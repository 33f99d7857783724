"""The `execution:` and `tools:` parts of `mcptest.yml`."""

from typing import Any

from mcptest_action.core.document import (
    Field,
    Fields,
    Node,
    Problems,
    Record,
    Scalar,
    is_empty,
    items_of,
    kind_of,
    plain,
)
from mcptest_action.core.text import InputError
from mcptest_action.core.text.seconds import parse_seconds
from .decide import Calls, ExecutionPolicy, Presumed
from .declaration import Effect, Hints, Sensitivity, ToolClass, ToolSettings
from .read_declaration import CONFIRMATION, HINTS, SENSITIVITY

KEYS = (*ExecutionPolicy._fields[:-1], "call_delay")
MOST_CONCURRENT = 64
TOOL_KEYS = ("class", "hints", "samples", "allow")


def load_execution(problems: Problems, field: Field | None) -> ExecutionPolicy:
    """The policy; settings that are not given keep their defaults."""
    policy = ExecutionPolicy()
    if field is None or is_empty(field):
        return policy
    record = Record(problems, field.value, "execution", KEYS)
    destructive = record.boolean("execute_destructive", default=policy.execute_destructive)
    return ExecutionPolicy(
        execute_destructive=destructive,
        presumed=Presumed(record.word("presumed", tuple(Presumed), policy.presumed)),
        calls=Calls(record.word("calls", tuple(Calls), policy.calls)),
        max_calls=_whole(problems, record, "max_calls", 0, None),
        concurrency=_whole(problems, record, "concurrency", 1, MOST_CONCURRENT)
        or policy.concurrency,
        call_delay_s=_delay(problems, record, policy.call_delay_s),
    )


def _whole(
    problems: Problems, record: Record, name: str, least: int, most: int | None
) -> int | None:
    value = record.number(name)
    if value is None:
        return None
    if value != int(value) or value < least or (most is not None and value > most):
        bounds = f"{least} to {most}" if most is not None else f"{least} or more"
        what = f"execution: {name} is {value}, not a whole number in range"
        problems.add(record.fields[name].value, what, bounds)
        return None
    return int(value)


def _delay(problems: Problems, record: Record, default: float) -> float:
    field = record.fields.get("call_delay")
    if field is None:
        return default
    if not isinstance(field.value, Scalar):
        found = kind_of(field.value)
        problems.add(field.value, f"execution: call_delay is {found}, not a length of time")
        return default
    try:
        return parse_delay(field.value.text, "call_delay")
    except InputError as error:
        problem = error.problems[0]
        problems.add(field.value, f"execution: call_delay: {problem.what}", problem.hint)
        return default


def parse_delay(text: str, where: str) -> float:
    """A length of time, which may be zero."""
    return 0.0 if text.strip() in ("0", "0s", "0ms") else parse_seconds(text, where)


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
