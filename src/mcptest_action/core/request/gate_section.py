"""The `gate:` part of `mcptest.yml`: what the flags of the gate say, under their names."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, assert_never

from mcptest_action.core.document import (
    Field,
    Fields,
    Items,
    Node,
    Problems,
    Record,
    Scalar,
    is_empty,
    kind_of,
)
from mcptest_action.core.protocol.target import can_be_passed
from mcptest_action.core.text import did_you_mean
from .options import Flag, Takes


class GateKeys(NamedTuple):
    flags: tuple[Flag, ...]
    """Every flag of the gate."""
    refused: Mapping[str, str]
    """Those that are none of the file's business, and why."""


class Setting(NamedTuple):
    value: str | bool | tuple[str, ...]
    line: int
    column: int


def load_gate(problems: Problems, field: Field | None, keys: GateKeys) -> dict[str, Setting]:
    """The settings by the name of their flag."""
    if field is None or is_empty(field):
        return {}
    flags = [flag for flag in keys.flags if flag.name not in keys.refused]
    node = _without_refused(problems, field.value, keys.refused)
    record = Record(problems, node, "gate", [flag.name for flag in flags])
    return {flag.name: _setting(record, flag) for flag in flags if flag.name in record.fields}


def _without_refused(problems: Problems, node: Node, refused: Mapping[str, str]) -> Node:
    if not isinstance(node, Fields):
        return node
    for field in node.fields:
        name = field.name.text
        if name in refused:
            what = f"gate: {name} has no place in the file: {refused[name]}"
            problems.add(field, what, f"use --{name}, or the input")
    return node._replace(fields=tuple(f for f in node.fields if f.name.text not in refused))


def _setting(record: Record, flag: Flag) -> Setting:
    node = record.fields[flag.name].value
    return Setting(_value(record, node, flag), node.start.line, node.start.column)


def _value(record: Record, node: Node, flag: Flag) -> str | bool | tuple[str, ...]:
    problems, label = record.problems, f"gate: {flag.name}"
    match flag.takes:
        case Takes.NOTHING:
            return record.boolean(flag.name, default=False)
        case Takes.VALUES if isinstance(node, Items):
            return tuple(_text(problems, item, f"{label}: an entry") for item in node.items)
        case Takes.VALUES:
            return (_text(problems, node, label, "text or a list"),)
        case Takes.VALUE:
            text = _text(problems, node, label)
            if text and flag.choices and text not in flag.choices:
                problems.add(node, f"{label} is '{text}'", _hint(text, flag.choices))
            return text
        case _:
            assert_never(flag.takes)


def _hint(text: str, choices: Iterable[str]) -> str:
    return did_you_mean(text, choices) or f"use {' or '.join(choices)}"


def _text(problems: Problems, node: Node, label: str, wanted: str = "text") -> str:
    """What is written, quoted or not; a flag is given it as a word."""
    if not isinstance(node, Scalar):
        problems.add(node, f"{label} is {kind_of(node)}, not {wanted}")
        return ""
    if node.value is None or not node.text.strip():
        problems.add(node, f"{label} is empty", "write something, or leave it out")
        return ""
    if not can_be_passed(node.text):
        problems.add(node, f"{label} holds a NUL character", "no flag can be given one")
        return ""
    return node.text
