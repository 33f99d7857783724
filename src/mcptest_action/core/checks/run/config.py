"""Everything that decides what a run does, besides the server; and as JSON, for the transcript."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.suite import Suite
from mcptest_action.core.protocol.exchange import Choice
from mcptest_action.core.protocol.transcript import Reader, ShapeError, fields_of, shape
from mcptest_action.core.safety import (
    Calls,
    Effect,
    ExecutionPolicy,
    Hints,
    Presumed,
    Sensitivity,
    ToolClass,
    ToolSettings,
)
from mcptest_action.core.text import unusable

_LACKS = "deep_scan_lacks"


class RunConfig(NamedTuple):
    choice: Choice = Choice.AUTO
    execution: ExecutionPolicy = ExecutionPolicy()
    tools: Mapping[str, ToolSettings] = {}
    only: tuple[str, ...] = ()
    """Ids of probes and names of tools; nothing else is run."""
    skip: tuple[str, ...] = ()
    deep_scan: bool = False
    """Whether both of its switches are on."""
    deep_scan_lacks: str = ""
    """The other switch, if only one of them is on."""
    source: Mapping[str, Any] = {}
    """Where the server under test comes from: repository, branch, commit."""
    suites: tuple[Suite, ...] = ()
    """The tests to run; a transcript holds the files that they stand in."""
    probing: bool = True
    """False runs the suites alone."""
    fail_fast: bool = False
    """Start no test after the first that did not pass."""

    @property
    def calls_tools(self) -> bool:
        """Whether calls are allowed at all; they may go to tools that do not exist."""
        return self.execution.calls is not Calls.NONE

    def wants(self, check: str, tool: str | None) -> bool:
        names = {check, tool}
        return (not self.only or bool(names & {*self.only})) and not names & {*self.skip}


def config_document(config: RunConfig) -> dict[str, Any]:
    lacks = {_LACKS: config.deep_scan_lacks} if config.deep_scan_lacks else {}
    return {
        "protocol": str(config.choice),
        "execution": config.execution._asdict(),
        "tools": {name: _settings(config.tools[name]) for name in sorted(config.tools)},
        "only": list(config.only),
        "skip": list(config.skip),
        "deep_scan": config.deep_scan,
        **lacks,
        "source": dict(config.source),
    }


def _settings(settings: ToolSettings) -> dict[str, Any]:
    return {
        "class": settings.tool_class,
        "hints": settings.hints._asdict(),
        "allow": settings.allow,
        "samples": list(settings.samples),
    }


def config_of_document(document: Any, file: str) -> RunConfig:
    """The configuration as it was written. Anything else is unusable input."""
    try:
        fields = fields_of(document, "run", _CONFIG, optional=(_LACKS,))
    except ShapeError as error:
        what = f"the header holds no usable configuration: {error}"
        raise unusable(file, what, "was it recorded with mcptest gate?", 1, 1) from None
    return RunConfig(choice=fields.pop("protocol"), **fields)


def _one_of(kind: Any) -> Reader:
    def read(value: Any, label: str) -> Any:
        try:
            return kind(shape.text(value, label))
        except ValueError as error:
            raise ShapeError(f"{label}: {error}") from None

    return read


def _or_none(reader: Reader) -> Reader:
    return lambda value, label: None if value is None else reader(value, label)


def _execution(value: Any, label: str) -> ExecutionPolicy:
    return ExecutionPolicy(**fields_of(value, label, _EXECUTION))


def _hints(value: Any, label: str) -> Hints:
    return Hints(**fields_of(value, label, _HINTS))


def _samples(value: Any, label: str) -> tuple[Mapping[str, Any], ...]:
    return tuple(shape.any_object(sample, label) for sample in shape.any_list(value, label))


def _tools(value: Any, label: str) -> dict[str, ToolSettings]:
    tools = {}
    for name, given in shape.any_object(value, label).items():
        fields = fields_of(given, f"{label}.{name}", _TOOL)
        tools[name] = ToolSettings(tool_class=fields.pop("class"), **fields)
    return tools


_EXECUTION: dict[str, Reader] = {
    "execute_destructive": shape.flag,
    "presumed": _one_of(Presumed),
    "calls": _one_of(Calls),
    "max_calls": _or_none(shape.whole),
    "concurrency": shape.whole,
    "call_delay_s": shape.number,
}
_HINTS: dict[str, Reader] = {
    "effect": _or_none(_one_of(Effect)),
    "idempotent": _or_none(shape.flag),
    "requires_confirmation": _or_none(shape.flag),
    "sensitivity": _or_none(_one_of(Sensitivity)),
}
_TOOL: dict[str, Reader] = {
    "class": _or_none(_one_of(ToolClass)),
    "hints": _hints,
    "allow": _or_none(shape.flag),
    "samples": _samples,
}
_CONFIG: dict[str, Reader] = {
    "protocol": _one_of(Choice),
    "execution": _execution,
    "tools": _tools,
    "only": shape.texts,
    "skip": shape.texts,
    "deep_scan": shape.flag,
    _LACKS: shape.text,
    "source": shape.texts_by_name,
}
