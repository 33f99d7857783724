"""Two answers to the same call: what both share becomes exact, the rest is known by its kind."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mcptest_action.core.authoring.scaffold import Assertion
from mcptest_action.core.checks.probes import masked
from mcptest_action.core.checks.suite import LONGEST_TARGET, MASK, same
from mcptest_action.core.checks.suite.match_value import type_of
from mcptest_action.core.protocol.surface import canonical

_ISO_DATE = r"\d{4}-\d{2}-\d{2}"
_ISO_TIME = r"\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?"
# The kinds of whole texts, as patterns. The first one that fits all of them is taken.
PATTERNS = (
    rf"^{_ISO_DATE}$",
    rf"^{_ISO_DATE}[T ]{_ISO_TIME}$",
    rf"^{_ISO_TIME}$",
    r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
)
# Described by a pattern only if two answers differ: these may as well be constants.
LOOSE_PATTERNS = (r"^-?\d+$", r"^-?\d+\.\d+$", r"^[0-9a-f]{16,}$")
# Inside a longer text, these refer to a moment, a machine or a process: they will change.
_INSIDE = re.compile(
    rf"(?<!\d){_ISO_DATE}(?!\d)|(?<!\d)\d{{1,2}}:\d{{2}}:\d{{2}}(?!\d)"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|(?<![\w/])/(?:tmp|home|root|Users|var/folders)/|\b(?:pid|port)\b",
    re.IGNORECASE,
)
# Seconds or milliseconds since 1970, from 2001 until 2286.
_EPOCH = range(10**9, 10**13)


def pattern_of(texts: Sequence[str]) -> str:
    """The pattern that describes all of these; empty if there is none."""
    tight = _first(PATTERNS, texts)
    return tight or (_first(LOOSE_PATTERNS, texts) if len(set(texts)) > 1 else "")


def _first(patterns: Sequence[str], texts: Sequence[str]) -> str:
    fitting = (p for p in patterns if all(re.search(p, text) for text in texts))
    return next(fitting, "")


LONGEST_TEXT = 500
LONGEST_WHOLE = 100
MOST_DEEP = 4
MOST_ITEMS = 3
# Whether a text holds something that nobody may write down.
IsSecret = Callable[[str], bool]


def assertions(
    values: Sequence[Any], path: str, is_secret: IsSecret, depth: int = 0
) -> Iterator[Assertion]:
    """About the values at one path, which are answers to one call."""
    types = {type_of(value) for value in values}
    first = values[0]
    if types == {"number", "integer"}:
        yield {"target": path, "type": "number"}
    elif len(types) > 1:
        yield {"target": path, "exists": True}
    elif isinstance(first, dict | list):
        yield from _composite(values, path, is_secret, depth)
    else:
        yield {"target": path, **_scalar(values, next(iter(types)), is_secret)}


def _scalar(values: Sequence[Any], kind: str, is_secret: IsSecret) -> Assertion:
    if isinstance(values[0], str):
        return _text(values, is_secret)
    equal = all(same(values[0], value) for value in values)
    is_time = kind in ("integer", "number") and _EPOCH.start <= abs(values[0]) < _EPOCH.stop
    if not equal or is_time:
        return {"type": kind}
    return {"exact": values[0]}


def _text(texts: Sequence[str], is_secret: IsSecret) -> Assertion:
    if any(MASK in text or masked(text) != text or is_secret(text) for text in texts):
        return {"type": "string"}
    pattern = pattern_of(texts)
    if pattern:
        return {"regex": pattern}
    if len(set(texts)) > 1 or len(texts[0]) > LONGEST_TEXT or _INSIDE.search(texts[0]):
        return {"type": "string"}
    return {"exact": texts[0]}


def _composite(
    values: Sequence[Any], path: str, is_secret: IsSecret, depth: int
) -> Iterator[Assertion]:
    """The whole value, if it is short and stable; else its parts, as far as that is useful."""
    if _stays(values, is_secret):
        yield {"target": path, "exact": values[0]}
    elif depth == MOST_DEEP:
        yield {"target": path, "type": type_of(values[0])}
    elif isinstance(values[0], list):
        yield from _items(values, path, is_secret, depth)
    else:
        common = [key for key in values[0] if all(key in value for value in values)]
        if not common:
            yield {"target": path, "type": "object"}
        for key in common:
            longer = inside(path, key)
            if longer and not is_secret(key):
                inner = [value[key] for value in values]
                yield from assertions(inner, longer, is_secret, depth + 1)


def _items(
    lists: Sequence[list[Any]], path: str, is_secret: IsSecret, depth: int
) -> Iterator[Assertion]:
    lengths = {len(items) for items in lists}
    if len(lengths) > 1:
        yield {"target": path, "type": "array"}
        return
    yield {"target": path, "length": len(lists[0])}
    for index in range(min(len(lists[0]), MOST_ITEMS)):
        longer = inside(path, index)
        if longer:
            inner = [items[index] for items in lists]
            yield from assertions(inner, longer, is_secret, depth + 1)


def _stays(values: Sequence[Any], is_secret: IsSecret) -> bool:
    """Whether it is short, the same each time, and holds nothing that changes with time."""
    if not all(same(values[0], value) for value in values):
        return False
    return len(canonical(values[0])) <= LONGEST_WHOLE and all(
        "exact" in _scalar([leaf], type_of(leaf), is_secret) for leaf in _leaves(values[0])
    )


def _leaves(value: Any) -> Iterator[Any]:
    """Every text, number and so on in it, including the names of fields."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value


_SPECIAL = frozenset(".[]\"'")


def inside(path: str, step: str | int) -> str:
    """The path one step further; empty if no suite could spell it."""
    if isinstance(step, int):
        longer = f"{path}[{step}]"
    elif step and not _SPECIAL & set(step):
        longer = f"{path}.{step}"
    elif '"' not in step:
        longer = f'{path}["{step}"]'
    elif "'" not in step:
        longer = f"{path}['{step}']"
    else:
        return ""
    return longer if len(longer) <= LONGEST_TARGET else ""
