"""Parameters that a call repeats in `Mcp-Param-…`, with arguments in which they have a value."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.run import param_header
from mcptest_action.core.checks.samples import Sample, synthesize, violations
from mcptest_action.core.protocol.exchange import PATIENCE_S, CallTool

_NONE: Mapping[str, Any] = {}


class Mirror(NamedTuple):
    """A parameter that is repeated in a header, and arguments that its tool may be called with."""

    tool: str
    schema: Any
    parameter: str
    header: str
    arguments: Mapping[str, Any]

    @property
    def value(self) -> Any:
        """What the arguments say for it; None if no value for it could be made."""
        return self.arguments.get(self.parameter)

    def having(self, value: Any) -> Mapping[str, Any]:
        return {**self.arguments, self.parameter: value}

    @property
    def without(self) -> Mapping[str, Any]:
        return {k: v for k, v in self.arguments.items() if k != self.parameter}

    def takes(self, arguments: Mapping[str, Any]) -> bool:
        return not violations(self.schema, arguments)

    def call(self, arguments: Mapping[str, Any], header: str | None) -> CallTool:
        return CallTool(self.tool, arguments, PATIENCE_S, headers={self.header: header})


def mirrors_of(tool: str, schema: Any, given: Mapping[str, Any] = _NONE) -> Iterator[Mirror]:
    """The parameters whose headers can be sent. `given`: arguments that win over those we make."""
    for parameter, inner in _properties(schema).items():
        header = param_header(inner)
        if header is not None:
            made = synthesize({"allOf": [schema, {"required": [parameter]}]})
            sample = made.arguments if isinstance(made, Sample) else _NONE
            yield Mirror(tool, schema, parameter, header, {**sample, **given})


def has_mirrors(schema: Any) -> bool:
    return any(map(param_header, _properties(schema).values()))


def _properties(schema: Any) -> Mapping[str, Any]:
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    return properties if isinstance(properties, Mapping) else {}
