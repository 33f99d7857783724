"""`mcptest.yml`: its text to a `Config`, and what it says for the gate as a layer of options."""

from collections.abc import Collection, Iterable, Mapping
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
from mcptest_action.core.document.text_edit import field_of
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.protocol.target import Server, can_be_passed, servers_of
from mcptest_action.core.safety import (
    ExecutionPolicy,
    ToolSettings,
    load_execution,
    load_tool_settings,
)
from mcptest_action.core.text import InputError, Problem, did_you_mean, flag
from .options import Flag, Given, Layer, Options, Origin, Takes


class GateKeys(NamedTuple):
    flags: tuple[Flag, ...]
    """Every flag of the gate."""
    refused: Mapping[str, str]
    """Those that are none of the file's business, and why."""


class Setting(NamedTuple):
    value: str | bool | tuple[str, ...]
    line: int
    column: int


class SuitePaths(NamedTuple):
    value: tuple[str, ...]
    line: int
    column: int


def load_gate(problems: Problems, field: Field | None, keys: GateKeys) -> dict[str, Setting]:
    """The settings by the name of their flag."""
    if field is None or is_empty(field):
        return {}
    flags = [key for key in keys.flags if key.name not in keys.refused]
    node = _without_refused(problems, field.value, keys.refused)
    record = Record(problems, node, "gate", [key.name for key in flags])
    return {key.name: _setting(record, key) for key in flags if key.name in record.fields}


def _without_refused(problems: Problems, node: Node, refused: Mapping[str, str]) -> Node:
    if not isinstance(node, Fields):
        return node
    for field in node.fields:
        name = field.name.text
        if name in refused:
            what = f"gate: {name} has no place in the file: {refused[name]}"
            problems.add(field, what, f"use {flag(name)}, or the input")
    return node._replace(fields=tuple(f for f in node.fields if f.name.text not in refused))


def _setting(record: Record, key: Flag) -> Setting:
    node = record.fields[key.name].value
    return Setting(_value(record, node, key), node.start.line, node.start.column)


def _value(record: Record, node: Node, key: Flag) -> str | bool | tuple[str, ...]:
    problems, label = record.problems, f"gate: {key.name}"
    match key.takes:
        case Takes.NOTHING:
            return record.boolean(key.name, default=False)
        case Takes.VALUES:
            return _texts(problems, node, label)
        case Takes.VALUE:
            text = _text(problems, node, label)
            if text and key.choices and text not in key.choices:
                hint = did_you_mean(text, key.choices) or f"use {' or '.join(key.choices)}"
                problems.add(node, f"{label} is '{text}'", hint)
            return text
        case _:
            assert_never(key.takes)


def _texts(problems: Problems, node: Node, label: str) -> tuple[str, ...]:
    if isinstance(node, Items):
        return tuple(_text(problems, item, f"{label}: an entry") for item in node.items)
    return (_text(problems, node, label, "text or a list"),)


def _text(problems: Problems, node: Node, label: str, wanted: str = "text") -> str:
    """The text as written, quoted or not; a flag takes it as a word."""
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


def load_suites(
    problems: Problems, field: Field | None, gate: Field | None, *, also_gate: bool
) -> SuitePaths | None:
    """`suites:`, for `run` and the gate alike; else what the gate is told, if `also_gate`."""
    below = field_of(gate.value, SUITE) if gate is not None else None
    if field is not None and below is not None:
        problems.add(field, f"suites: stands beside gate: {SUITE}:", "keep one of them")
        return None
    found = field or (below if also_gate else None)
    if found is None or is_empty(found):
        return None
    node, label = found.value, "suites" if field else f"gate: {SUITE}"
    return SuitePaths(_texts(problems, node, label), node.start.line, node.start.column)


SUITE = "suite"
CONFIG_KEYS = ("servers", "tools", "execution", "suites", "gate")


class Config(NamedTuple):
    file: str
    servers: tuple[Server, ...] = ()
    tools: Mapping[str, ToolSettings] = {}
    execution: ExecutionPolicy = ExecutionPolicy()
    suites: SuitePaths | None = None
    gate: Mapping[str, Setting] = {}
    """What flags of the gate say, by their names."""


def load_config(text: str, file: str, gate_keys: GateKeys | None = None) -> Config:
    """The file. Without the gate's keys, its section stays unread."""
    problems = Problems(file)
    record = Record(problems, read_yaml(text, file), "the configuration", CONFIG_KEYS)
    gate = record.fields.get("gate")
    config = Config(
        file,
        servers_of(problems, record.fields.get("servers")),
        load_tool_settings(problems, record.fields.get("tools")),
        load_execution(problems, record.fields.get("execution")),
        load_suites(problems, record.fields.get("suites"), gate, also_gate=gate_keys is None),
        load_gate(problems, gate, gate_keys) if gate_keys else {},
    )
    problems.raise_any()
    return config


# The flags that are not keys of the file, and why.
NOT_IN_FILE = {
    "config": "it names the file",
    "working-directory": "it says where the file is looked for",
    "plan": "a gate that only ever shows its plan would never fail",
    "policy-ref": "whoever changes the policy could change it as well",
    "token-env": "whose token is used is for whoever runs the job to say",
}
# The flags that name the server, and those that say how one with a URL is spoken to.
WHICH_SERVER = ("server-command", "server-url", "server")
OF_A_URL = ("header-env", "bearer-token-env", "host-header", "ca-file", "proxy")


def file_layer(config: Config, said: Options, refused: Collection[str] = ()) -> Layer:
    """The settings that the file may add to the options given.

    With `--policy-ref base` the file is the base branch's, and some flags are `refused`: those that
    name files which a pull request can change all the same.
    """
    settled = set(said.given)
    if settled.intersection(WHICH_SERVER):  # a token for the file's server is not for another one
        settled.update(WHICH_SERVER, OF_A_URL)
    settings: dict[str, Setting | SuitePaths] = {**config.gate}
    if config.suites is not None:
        settings[SUITE] = config.suites
    layer = {
        name: Given(setting.value, Origin(config.file, setting.line, setting.column))
        for name, setting in settings.items()
        if name not in settled
    }
    _refuse_evidence_of_the_head(layer, [name for name in layer if name in refused])
    return layer


def _refuse_evidence_of_the_head(layer: Layer, names: Iterable[str]) -> None:
    base = flag("policy-ref", "base")
    problems = [
        Problem(
            layer[name].origin.file,
            f"gate: {name} does not go with {base}: a pull request could put another file there",
            f"use {flag(name)}",
            layer[name].origin.line,
            layer[name].origin.column,
        )
        for name in names
    ]
    if problems:
        raise InputError(problems)
