"""The text of `mcptest.yml` to a `Config`, or every problem with it at once."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.document import Problems, Record
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.protocol.target import Server, servers_of
from mcptest_action.core.safety import (
    ExecutionPolicy,
    ToolSettings,
    load_execution,
    load_tool_settings,
)
from .gate_section import GateKeys, Setting, load_gate

KEYS = ("servers", "tools", "execution", "gate")


class Config(NamedTuple):
    file: str
    servers: tuple[Server, ...] = ()
    tools: Mapping[str, ToolSettings] = {}
    execution: ExecutionPolicy = ExecutionPolicy()
    gate: Mapping[str, Setting] = {}
    """What flags of the gate say, by their names."""


def load_config(text: str, file: str, gate_keys: GateKeys | None = None) -> Config:
    """The file. Without its keys, the section of the gate is left unread."""
    problems = Problems(file)
    record = Record(problems, read_yaml(text, file), "the configuration", KEYS)
    config = Config(
        file,
        servers_of(problems, record.fields.get("servers")),
        load_tool_settings(problems, record.fields.get("tools")),
        load_execution(problems, record.fields.get("execution")),
        load_gate(problems, record.fields.get("gate"), gate_keys) if gate_keys else {},
    )
    problems.raise_any()
    return config
