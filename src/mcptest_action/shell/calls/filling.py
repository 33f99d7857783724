"""Put secrets in place of the placeholders that the core knows them by."""

from collections.abc import Callable, Mapping
from typing import Any

from mcptest_action.core.document.yaml_text import YAML_DEPTH
from mcptest_action.core.protocol.exchange import CallTool, Request, SingleStep


def filling(secrets: Mapping[str, str]) -> Callable[[SingleStep], SingleStep]:
    """For steps on their way out; the transcript gets them redacted."""

    def fill(step: SingleStep) -> SingleStep:
        if isinstance(step, CallTool):
            return step._replace(arguments=_filled(step.arguments, secrets))
        if isinstance(step, Request) and step.params is not None:
            return step._replace(params=_filled(step.params, secrets))
        return step

    return fill if secrets else lambda step: step


def _filled(value: Any, secrets: Mapping[str, str], deepest: int = YAML_DEPTH) -> Any:
    """No suite is deeper; a value that a probe sends to exhaust a server must not exhaust us."""
    if isinstance(value, str):
        for placeholder, secret in secrets.items():
            value = value.replace(placeholder, secret)
        return value
    if not deepest:
        return value
    if isinstance(value, Mapping):
        return {name: _filled(inner, secrets, deepest - 1) for name, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, secrets, deepest - 1) for inner in value]
    return value
