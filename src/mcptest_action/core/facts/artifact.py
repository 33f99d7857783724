"""A kind of artifact, and all that is known of it."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from .family import FactFamily
from .model import Document, FactSpec, Names, Reading


class Artifact(NamedTuple):
    """A kind of artifact: how to give it, how to recognise it, and what it tells."""

    flag: str
    title: str
    made_by: str
    """The command that writes it; not every one of them is part of this program yet."""
    schema: str
    facts: tuple[FactSpec, ...]
    read: Callable[[Document, datetime], Reading]
    places: tuple[str, ...]
    """Where the reader looks, for people: the whole list, because nowhere else is looked."""
    example: str
    """The smallest file worth giving, as JSON."""
    names: Callable[[Document], Names] = lambda _document: {}
    families: tuple[FactFamily, ...] = ()
    """Facts whose names depend on what was looked at."""
    members: Callable[[Document], Reading] = lambda _document: {}
    """The facts of these families, of a document that `read` accepts."""
