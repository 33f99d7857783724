"""A run's configuration to JSON and back: what a transcript's header holds, without secrets."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.handshake import Choice
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy, Presumed
from mcptest_action.core.safety.declaration import Effect, Hints, Sensitivity
from mcptest_action.core.safety.settings import ToolSettings
from mcptest_action.core.safety.tool_class import ToolClass


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
        return RunConfig(
            choice=Choice(document["protocol"]),
            execution=_execution(document["execution"]),
            tools={name: _tool(given) for name, given in document["tools"].items()},
            only=tuple(document["only"]),
            skip=tuple(document["skip"]),
            deep_scan=bool(document["deep_scan"]),
            source=dict(document["source"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"the header holds no usable configuration: {error}"
        raise unusable(file, what, "was it recorded with mcptest gate?", 1, 1) from None


def _execution(given: Mapping[str, Any]) -> ExecutionPolicy:
    words = {"presumed": Presumed(given["presumed"]), "calls": Calls(given["calls"])}
    return ExecutionPolicy(**{**given, **words})


def _tool(given: Mapping[str, Any]) -> ToolSettings:
    hints = given["hints"]
    words = {
        "effect": None if hints["effect"] is None else Effect(hints["effect"]),
        "sensitivity": None if hints["sensitivity"] is None else Sensitivity(hints["sensitivity"]),
    }
    return ToolSettings(
        tool_class=None if given["class"] is None else ToolClass(given["class"]),
        hints=Hints(**{**hints, **words}),
        allow=given["allow"],
        samples=tuple(given["samples"]),
    )
