"""Every string of a surface that an agent gets to read, and its place."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.surface import Surface
from .language.sentences import Sentence, sentences_in
from .readings import normalized, readings

# The names for the entries of each list.
SUBJECT_OF = {
    "tools": "tool", "prompts": "prompt", "resources": "resource", "resourceTemplates": "template",
}  # fmt: skip
# Agents also read the names in an object. Names of this form say nothing.
_NAME = re.compile(r"[\w$@.:/-]{0,64}", re.ASCII)


class Text(NamedTuple):
    subject_type: str
    subject: str
    pointer: str
    field: str
    """The last name in the pointer that is a name: description, default, title, …"""
    raw: str
    plain: str
    """As a reader takes it: compatible forms folded, invisible characters gone, blanks single."""
    sentences: tuple[Sentence, ...] = ()
    """What it says, in every reading."""


def texts_of(surface: Surface) -> Iterator[Text]:
    if surface.instructions:
        yield _text("instructions", "", "/instructions", "instructions", surface.instructions)
    name = str(surface.server.get("name", ""))
    yield from texts_in("server", name, "/serverInfo", "", surface.server)
    for key, items in surface.lists.items():
        for position, item in enumerate(items):
            name = str(item.get("name", ""))
            yield from texts_in(SUBJECT_OF[key], name, f"/{key}/{position}", "", item)


def texts_in(kind: str, name: str, pointer: str, field: str, value: Any) -> Iterator[Text]:
    """Depth first, without recursion: a hostile schema can be of any depth."""
    waiting = [(pointer, field, value)]
    while waiting:
        place, label, here = waiting.pop()
        match here:
            case str():
                yield _text(kind, name, place, label, here)
            case Mapping():
                for key, below in reversed(list(here.items())):
                    where = f"{place}/{token(str(key))}"
                    waiting.append((where, str(key), below))
                    if not _NAME.fullmatch(str(key)):
                        waiting.append((where, "a name in it", str(key)))
            case list() | tuple():
                for position, below in reversed(list(enumerate(here))):
                    waiting.append((f"{place}/{position}", label, below))
            case _:
                pass  # numbers and the like say nothing to an agent


def token(key: str) -> str:
    """A name as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def _text(kind: str, name: str, pointer: str, field: str, raw: str) -> Text:
    return Text(kind, name, pointer, field, raw, normalized(raw), sentences_in(readings(raw)))
