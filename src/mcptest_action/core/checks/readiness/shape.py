"""Whether a JSON document has the fields that its schema wants, said in plain words.

A small reader in place of a schema: each problem names its place, and what to write there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.document import kind_of_json

_LONGEST = 60
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")


class Problem(NamedTuple):
    pointer: str
    what: str
    """A clause that begins with the field: `title is 120 characters long, at most 100`."""


class Holder(NamedTuple):
    """An object of the document, and where it is."""

    pointer: str
    fields: Mapping[str, Any]

    def at(self, key: str) -> str:
        return f"{self.pointer}/{key.replace('~', '~0').replace('/', '~1')}"

    def text(self, key: str) -> str:
        """The text under the key; empty where there is none."""
        value = self.fields.get(key)
        return value if isinstance(value, str) else ""


def holder(value: Any, pointer: str) -> Holder | None:
    return Holder(pointer, value) if isinstance(value, Mapping) else None


def objects(of: Holder, key: str) -> list[Holder]:
    """The objects in the list under the key."""
    value = of.fields.get(key)
    entries = value if isinstance(value, list) else []
    found = (holder(entry, f"{of.at(key)}/{n}") for n, entry in enumerate(entries))
    return [each for each in found if each is not None]


def cut(text: str) -> str:
    """As much of a value as a sentence can hold."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


class Text(NamedTuple):
    """What a text has to be like."""

    longest: int | None = None
    shortest: int = 0
    pattern: re.Pattern[str] | None = None
    form: str = ""
    """The pattern in words."""
    choices: tuple[str, ...] = ()


ANY = Text()
URI = Text(pattern=_URI, form="an absolute URI")


def check_text(
    of: Holder, key: str, wanted: Text = ANY, *, required: bool = False
) -> Iterator[Problem]:
    if key not in of.fields:
        if required:
            yield Problem(of.at(key), f"{key} is missing")
        return
    value, at = of.fields[key], of.at(key)
    if not isinstance(value, str):
        yield Problem(at, f"{key} is {kind_of_json(value)}, not text")
    elif len(value) < wanted.shortest:
        yield Problem(at, f"{key} has {len(value)} characters, and needs {wanted.shortest}")
    elif wanted.longest is not None and len(value) > wanted.longest:
        yield Problem(at, f"{key} has {len(value)} characters, of {wanted.longest} at most")
    elif wanted.pattern is not None and not wanted.pattern.fullmatch(value):
        yield Problem(at, f"{key} is not {wanted.form}")
    elif wanted.choices and value not in wanted.choices:
        yield Problem(at, f"{key} is none of {', '.join(wanted.choices)}")


def check_texts(of: Holder, keys: Sequence[str]) -> Iterator[Problem]:
    for key in keys:
        yield from check_text(of, key)


def check_booleans(of: Holder, keys: Sequence[str]) -> Iterator[Problem]:
    for key in keys:
        if key in of.fields and not isinstance(of.fields[key], bool):
            yield Problem(of.at(key), f"{key} is {kind_of_json(of.fields[key])}, not true or false")


def check_list(of: Holder, key: str, entry: str = "an object") -> Iterator[Problem]:
    """That it is a list, if it is there, and what its entries are; see `objects` for the rest."""
    if key not in of.fields:
        return
    value = of.fields[key]
    if not isinstance(value, list):
        yield Problem(of.at(key), f"{key} is {kind_of_json(value)}, not a list")
        return
    for position, each in enumerate(value):
        if kind_of_json(each) != entry:
            at = f"{of.at(key)}/{position}"
            yield Problem(at, f"an entry of {key} is {kind_of_json(each)}, not {entry}")


def check_object(of: Holder, key: str, *, required: bool = False) -> Iterator[Problem]:
    if key not in of.fields:
        if required:
            yield Problem(of.at(key), f"{key} is missing")
    elif not isinstance(of.fields[key], Mapping):
        yield Problem(of.at(key), f"{key} is {kind_of_json(of.fields[key])}, not an object")
