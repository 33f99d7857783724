"""The entries of a surface, each with its name and its place."""

from collections.abc import Iterator
from typing import NamedTuple

from mcptest_action.core.protocol.surface import Item, Surface
from mcptest_action.core.safety import Classification
from .model import ScanInput, Subject
from .texts import SUBJECT_OF


class Entry(NamedTuple):
    """A tool, prompt or resource as the server lists it."""

    subject: Subject
    pointer: str
    item: Item

    @property
    def name(self) -> str:
        return self.subject.name


def tools_in(surface: Surface) -> Iterator[Entry]:
    return entries_in(surface, "tools")


def entries_in(surface: Surface, *lists: str) -> Iterator[Entry]:
    """What stands in lists of the surface, such as `prompts` or `resourceTemplates`."""
    for key in lists:
        for position, item in enumerate(surface.lists[key]):
            subject = Subject(SUBJECT_OF[key], str(item.get("name", "")))
            yield Entry(subject, f"/{key}/{position}", item)


def classified_tools(inputs: ScanInput) -> Iterator[tuple[Entry, Classification]]:
    """Each tool with what the execution policy takes it for."""
    rows = zip(tools_in(inputs.surface), inputs.plan, strict=True)
    return ((entry, row.tool) for entry, row in rows)


def server_subject(surface: Surface) -> Subject:
    """For what is true of the server as a whole."""
    return Subject("server", str(surface.server.get("name", "")))
