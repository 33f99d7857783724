"""Are two JSON values the same? `true` is not 1, and 1 is 1.0."""

from typing import Any

from mcptest_action.core.document import is_number


def same(one: Any, other: Any) -> bool:
    return difference(one, other) is None


Difference = tuple[str, Any, Any]


def difference(expected: Any, found: Any, path: str = "") -> Difference | None:
    """Where two values first differ, and what each has there; None if they are the same.

    If only one of them has a value, the other shows that it is missing.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in (*expected, *(key for key in found if key not in expected)):
            inner = _inner(expected, found, key, f"{path}.{key}")
            if inner is not None:
                return inner
        return None
    if isinstance(expected, list) and isinstance(found, list):
        for index in range(max(len(expected), len(found))):
            one = dict(enumerate(expected[index : index + 1], index))
            other = dict(enumerate(found[index : index + 1], index))
            inner = _inner(one, other, index, f"{path}[{index}]")
            if inner is not None:
                return inner
        return None
    if is_number(expected) and is_number(found):
        return None if expected == found else (path, expected, found)
    if type(expected) is type(found) and expected == found:
        return None
    return path, expected, found


class _Missing:
    """Stands for a missing value."""


MISSING = _Missing()


def _inner(one: dict[Any, Any], other: dict[Any, Any], key: Any, path: str) -> Difference | None:
    if key not in one:
        return path, MISSING, other[key]
    if key not in other:
        return path, one[key], MISSING
    return difference(one[key], other[key], path)
