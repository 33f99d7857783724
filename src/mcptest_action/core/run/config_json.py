"""A run's configuration to JSON and back: what a transcript's header holds, without secrets."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.handshake import Choice
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy, Presumed
from mcptest_action.core.safety.declaration import Effect, Hints, Sensitivity, ToolSettings
from mcptest_action.core.safety.tool_class import ToolClass
from mcptest_action.core.transcript import shape
from mcptest_action.core.transcript.shape import Reader, ShapeError, fields_of


def config_document(config: RunConfig) -> dict[str, Any]:
    return {
        "protocol": str(config.choice),
        "execution": config.execution._asdict(),
        "tools": {name: _settings(config.tools[name]) for name in sorted(config.tools)},
        "only": list(config.only),
        "skip": list(config.skip),
        "deep_scan": config.deep_scan,
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
    """The configuration that was written. Anything else is unusable input."""
    try:
        fields = fields_of(document, "run", _CONFIG)
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
    "source": shape.texts_by_name,
}
