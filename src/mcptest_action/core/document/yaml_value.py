"""A JSON value as YAML that our own strict reader reads back as the same value."""

import math
import re
from typing import Any

from mcptest_action.core.text import HIDDEN
from .scalar import resolve

WIDTH = 100
MOST_DEPTH = 20
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*( [A-Za-z0-9][A-Za-z0-9_./-]*)*")
_SENTENCE = re.compile(_PLAIN.pattern + "[.]?")
# Readers of YAML 1.1 take these for booleans, though we don't.
_OLD_BOOLEANS = frozenset(("y", "n", "yes", "no", "on", "off"))
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
# What a suite would take for a variable. A doubled dollar stands for itself.
_VARIABLE = re.compile(r"\$\{(?=[^{}]*\})")


class UnwritableError(Exception):
    """YAML has no form for it: it is too deep, or not a number."""


def word(text: str) -> str:
    """Bare if no reader could take it for anything else, in double quotes otherwise."""
    return text if _is_bare(text, _PLAIN) else f'"{"".join(map(_escaped, text))}"'


def quote(sentence: str) -> str:
    """The same for a sentence, whose other characters stay readable."""
    if _is_bare(sentence, _SENTENCE):
        return sentence
    escaped = sentence.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _is_bare(text: str, shape: re.Pattern[str]) -> bool:
    plain = shape.fullmatch(text) is not None and resolve(text) == text
    return plain and text.casefold() not in _OLD_BOOLEANS


def _escaped(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    if character.isprintable() and not HIDDEN.match(character):
        return character
    number = ord(character)
    for letter, digits in (("x", 2), ("u", 4)):
        if number < 16**digits:
            return f"\\{letter}{number:0{digits}x}"
    return f"\\U{number:08x}"


def without_variables(value: Any, depth: int = 0) -> Any:
    """The value for a place where a suite allows variables, with none of it read as a variable."""
    if depth > MOST_DEPTH:
        raise UnwritableError(f"it is nested more than {MOST_DEPTH} levels deep")
    match value:
        case str():
            return _VARIABLE.sub("$${", value)
        case list():
            return [without_variables(item, depth + 1) for item in value]
        case dict():
            return {key: without_variables(item, depth + 1) for key, item in value.items()}
        case _:
            return value


def flow(value: Any, depth: int = 0) -> str:
    """On one line."""
    if depth > MOST_DEPTH:
        raise UnwritableError(f"it is nested more than {MOST_DEPTH} levels deep")
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            return word(value)
        case int() | float():
            return _number(value)
        case list():
            return f"[{', '.join(flow(item, depth + 1) for item in value)}]"
        case _:
            inner = (f"{word(key)}: {flow(item, depth + 1)}" for key, item in value.items())
            return f"{{{', '.join(inner)}}}"


def _number(value: Any) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        raise UnwritableError("it holds a number that is not finite")
    return repr(value)


def field_lines(key: str, value: Any, indent: int) -> list[str]:
    """`key: value`: on one line if there is room for it, else in a block."""
    head = f"{' ' * indent}{key}:"
    line = f"{head} {flow(value)}"
    if len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return [line]
    if isinstance(value, list):
        return [head, *(inner for item in value for inner in item_lines(item, indent + 2))]
    pairs = ((word(name), item) for name, item in value.items())
    return [head, *(inner for name, item in pairs for inner in field_lines(name, item, indent + 2))]


def item_lines(value: Any, indent: int) -> list[str]:
    """`- value`, in the same way."""
    line = f"{' ' * indent}- {flow(value)}"
    if len(line) <= WIDTH or not isinstance(value, dict) or not value:
        return [line]
    first, *rest = [
        inner for name, item in value.items() for inner in field_lines(word(name), item, indent + 2)
    ]
    return [f"{' ' * indent}- {first.lstrip()}", *rest]
