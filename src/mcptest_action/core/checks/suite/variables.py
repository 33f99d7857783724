"""The `variables:` of a suite: values that several tests use, or that the environment gives."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, assert_never

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
    resolve,
)
from mcptest_action.core.protocol.target import VARIABLE_HINT, is_variable
from mcptest_action.core.text import did_you_mean

_USE = re.compile(r"\$(\$?)\{([^{}]*)\}")
KEYS = ("from_env", "default", "secret")
MASK = "***"
SHORTEST_SECRET = 4
"""What is shorter cannot be masked: it would blacken every second word."""

PlainValue = str | int | float | bool


class Withheld(NamedTuple):
    """A variable that is set, and that the suite does not get."""

    because: str
    """What follows its name in a sentence."""
    way_out: str


Environment = Mapping[str, str | Withheld]


class Variable(NamedTuple):
    value: PlainValue
    """Of a secret, the placeholder: the shell puts the secret in its place when it is sent."""
    secret: str | None = None
    """What the placeholder stands for."""

    @property
    def in_answers(self) -> PlainValue:
        """How an answer shows the value when it repeats it: secrets are masked there."""
        return self.value if self.secret is None else MASK


class Variables(NamedTuple):
    by_name: Mapping[str, Variable]
    environment: Mapping[str, str]
    """What was read, with secrets masked."""


def load_variables(
    problems: Problems, field: Field | None, environment: Environment | None
) -> Variables:
    """Without an environment, assumes that every variable to read from it exists."""
    read: dict[str, str] = {}
    if field is None or is_empty(field):
        return Variables({}, read)
    if not isinstance(field.value, Fields):
        problems.add(field.value, f"variables is {kind_of(field.value)}, not a mapping")
        return Variables({}, read)
    values = {}
    for entry in field.value.fields:
        name = entry.name.text
        if not is_variable(name):
            problems.add(entry, f"variables: '{name}' is not a name", "letters, digits and _")
        values[name] = _variable(problems, entry, environment, read)
    return Variables(values, read)


def _variable(
    problems: Problems, entry: Field, environment: Environment | None, read: dict[str, str]
) -> Variable:
    label = f"variables.{entry.name.text}"
    if not isinstance(entry.value, Fields):
        return Variable(_constant(problems, entry, label))
    record = Record(problems, entry.value, label, KEYS)
    source = record.text("from_env")
    if source and not is_variable(source):
        what = f"{label}: from_env is not the name of an environment variable"
        problems.add(record.fields["from_env"].value, what, VARIABLE_HINT)
    given = record.fields.get("default")
    default = None if given is None else _constant(problems, given, f"{label}: default")
    is_text = default is None or isinstance(default, str)
    is_secret = record.boolean("secret", default=is_text)
    if is_secret and not is_text:
        what = f"{label}: only a text can be secret, and its default is none"
        problems.add(record.fields["secret"].value, what, "leave out secret, or quote the default")
    found = MASK if environment is None else environment.get(source)
    if not found or isinstance(found, Withheld):
        if default is None:
            why, hint = found or _NOT_SET
            problems.add(entry, f"{label}: the environment variable {source} {why}", hint)
        return Variable("" if default is None else default)
    read[source] = MASK if is_secret else found
    if is_secret:
        if found != MASK and len(found) < SHORTEST_SECRET:
            what = f"{label}: the value of {source} is too short to be masked"
            problems.add(entry, what, "if it is no secret, add secret: false")
        return Variable(placeholder(source), found)
    if is_text:
        return Variable(found)
    return Variable(_like(problems, entry, found, default, environment is None))


_NOT_SET = Withheld("is not set", "set it, or add default: …")


def placeholder(variable: str) -> str:
    """A text that nobody writes by chance; the same in all suites that read the variable."""
    return f"\x01{variable}\x02"


def holds_placeholder(value: Any) -> bool:
    """Whether we don't know here what will be sent in place of this."""
    if isinstance(value, str):
        return "\x01" in value
    inner = value.values() if isinstance(value, Mapping) else value
    return isinstance(value, Mapping | list) and any(map(holds_placeholder, inner))


def _constant(problems: Problems, field: Field, label: str) -> PlainValue:
    value = field.value.value if isinstance(field.value, Scalar) else None
    if value is None:
        what = f"{label} is {kind_of(field.value)}, not text, a number, true or false"
        problems.add(field.value, what)
        return ""
    return value


def _like(
    problems: Problems, entry: Field, found: str, default: PlainValue | None, unknown: bool
) -> PlainValue:
    """The environment's value, converted to the default's kind."""
    value = resolve(found)
    numbers = isinstance(default, int | float) and not isinstance(default, bool)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if value is not None and (type(value) is type(default) or (numbers and is_number)):
        return value
    if not unknown and default is not None:
        kind = "a number" if numbers else "true or false"
        what = f"variables.{entry.name.text}: the environment does not say {kind}"
        problems.add(entry, what, "as its default does")
    return default if default is not None else ""


class Filler:
    """Fills one kind of place: what is sent, or what is expected of an answer."""

    def __init__(self, problems: Problems, values: Mapping[str, PlainValue]) -> None:
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

    def _value(self, node: Scalar, name: str) -> PlainValue:
        if name not in self._values:
            hint = did_you_mean(name, self._values) or f"write $${{{name}}} for the text itself"
            self._problems.add(node, f"there is no variable '{name}'", hint)
        return self._values.get(name, "")


def _written(value: PlainValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
