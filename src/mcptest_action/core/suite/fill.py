"""Put variables in place of `${name}`; `$${name}` stands for itself."""

import re
from collections.abc import Mapping
from typing import assert_never

from mcptest_action.core.document.fields import Problems
from mcptest_action.core.document.tree import Field, Fields, Items, Node, Scalar
from mcptest_action.core.suggestion import did_you_mean
from mcptest_action.core.suite.variables import Plain

_USE = re.compile(r"\$(\$?)\{([^{}]*)\}")


class Filler:
    """Fills one kind of place: what is sent, or what is expected of an answer."""

    def __init__(self, problems: Problems, values: Mapping[str, Plain]) -> None:
        self._problems, self._values = problems, values

    def fill(self, node: Node) -> Node:
        """The same tree, at the same places. Keys are left as they are."""
        match node:
            case Scalar():
                return self._scalar(node) if "${" in node.text else node
            case Items():
                return node._replace(items=tuple(self.fill(item) for item in node.items))
            case Fields():
                fields = tuple(Field(f.name, self.fill(f.value)) for f in node.fields)
                return node._replace(fields=fields)
            case _:
                assert_never(node)

    def _scalar(self, node: Scalar) -> Scalar:
        whole = _USE.fullmatch(node.text)
        if whole is not None and not whole[1]:
            value = self._value(node, whole[2])
            return node._replace(value=value, text=_written(value))
        text = _USE.sub(lambda use: self._piece(node, use), node.text)
        return node._replace(value=text, text=text)

    def _piece(self, node: Scalar, use: re.Match[str]) -> str:
        return f"${{{use[2]}}}" if use[1] else _written(self._value(node, use[2]))

    def _value(self, node: Scalar, name: str) -> Plain:
        if name not in self._values:
            hint = did_you_mean(name, self._values) or f"write $${{{name}}} for the text itself"
            self._problems.add(node, f"there is no variable '{name}'", hint)
        return self._values.get(name, "")


def _written(value: Plain) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
