"""Fields of a line, each of its type; anything else is reported, and never makes us stumble."""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, TypeVar

from mcptest_action.core.document import is_number

# From a value and what to call it in messages.
Reader = Callable[[Any, str], Any]
_Kind = TypeVar("_Kind")
_Number = TypeVar("_Number", int, float)

_NAMES = {
    type(None): "null", bool: "a boolean", int: "a number", float: "a number", str: "text",
    list: "a list", dict: "an object",
}  # fmt: skip


class ShapeError(ValueError):
    """A value is of the wrong type for its place; the message is a clause that says so."""


def _wanted(value: Any, label: str, kind: type[_Kind]) -> _Kind:
    if isinstance(value, kind):
        return value
    raise _not_a(_NAMES[kind], value, label)


def _not_a(name: str, value: Any, label: str) -> ShapeError:
    return ShapeError(f"{label} is {_NAMES[type(value)]}, not {name}")


def anything(value: Any, _label: str) -> Any:
    return value


def text(value: Any, label: str) -> str:
    return _wanted(value, label, str)


def text_or_null(value: Any, label: str) -> str | None:
    return None if value is None else text(value, label)


def whole(value: Any, label: str) -> int:
    """A whole number; Python counts true as one, we don't."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _not_a("a whole number", value, label)


def number(value: Any, label: str) -> float:
    if is_number(value):
        return value
    raise _not_a("a finite number", value, label)


def _at_least(least: int, read: Callable[[Any, str], _Number]) -> Callable[[Any, str], _Number]:
    def reader(value: Any, label: str) -> _Number:
        given = read(value, label)
        if given < least:
            raise ShapeError(f"{label} is {given}, which is less than {least}")
        return given

    return reader


from_zero, from_one = _at_least(0, whole), _at_least(1, whole)
_elapsed = _at_least(0, number)
_LONGEST_MS = 1e12  # 30 years; what is longer cannot be added up


def duration(value: Any, label: str) -> float:
    given = _elapsed(value, label)
    if given > _LONGEST_MS:
        raise ShapeError(f"{label} is longer than any run")
    return given


def flag(value: Any, label: str) -> bool:
    if isinstance(value, bool):
        return value
    raise ShapeError(f"{label} is not true or false")


def flag_or_null(value: Any, label: str) -> bool | None:
    return None if value is None else flag(value, label)


def any_list(value: Any, label: str) -> tuple[Any, ...]:
    return tuple(_wanted(value, label, list))


def texts(value: Any, label: str) -> tuple[str, ...]:
    return tuple(text(item, f"an entry of {label}") for item in any_list(value, label))


def any_object(value: Any, label: str) -> dict[str, Any]:
    return _wanted(value, label, dict)


def object_with(readers: Mapping[str, Reader], needs: Iterable[str] = ()) -> Reader:
    """An object as it is: what it has under these names can be read, and it may have more."""

    def reader(value: Any, label: str) -> dict[str, Any]:
        fields = any_object(value, label)
        known = {name: fields[name] for name in readers if name in fields}
        fields_of(known, label, readers, optional=readers.keys() - needs)
        return fields

    return reader


def entries_with(readers: Mapping[str, Reader]) -> Reader:
    """A list of such objects."""
    entry = object_with(readers)

    def reader(value: Any, label: str) -> tuple[dict[str, Any], ...]:
        return tuple(entry(each, f"{label}[{n}]") for n, each in enumerate(any_list(value, label)))

    return reader


def texts_by_name(value: Any, label: str) -> dict[str, str]:
    return {name: text(item, f"{label}.{name}") for name, item in any_object(value, label).items()}


def fields_of(
    value: Any, label: str, readers: Mapping[str, Reader], optional: Container[str] = ()
) -> dict[str, Any]:
    """The fields of an object, each read by its reader; none may be missing or unknown."""
    who, path = (label, f"{label}.") if label else ("it", "")
    fields = any_object(value, who)
    for name in fields:
        if name not in readers:
            raise ShapeError(f"{who} has an unknown key '{name}'")
    for name in readers:
        if name not in fields and name not in optional:
            raise ShapeError(f"{who} has no '{name}'")
    return {name: readers[name](item, f"{path}{name}") for name, item in fields.items()}
