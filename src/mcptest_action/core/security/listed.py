"""The entries of a surface, each with its name and its place."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mcptest_action.core.safety.classify import Classification
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.model import Subject
from mcptest_action.core.surface.model import Item, Surface


class Entry(NamedTuple):
    """A tool, prompt or resource as the server lists it."""

    subject: Subject
    pointer: str
    item: Item

    @property
    def name(self) -> str:
        return self.subject.name


def tools_in(surface: Surface) -> Iterator[Entry]:
    return _listed("tool", "tools", surface.tools)


def prompts_in(surface: Surface) -> Iterator[Entry]:
    return _listed("prompt", "prompts", surface.prompts)


def resources_in(surface: Surface) -> Iterator[Entry]:
    return _listed("resource", "resources", surface.resources)


def templates_in(surface: Surface) -> Iterator[Entry]:
    return _listed("template", "resourceTemplates", surface.templates)


def classified_tools(ground: Ground) -> Iterator[tuple[Entry, Classification]]:
    """Each tool with what the execution policy takes it for."""
    rows = zip(tools_in(ground.surface), ground.plan, strict=True)
    return ((entry, row.tool) for entry, row in rows)


def server_subject(surface: Surface) -> Subject:
    """For what is true of the server as a whole."""
    return Subject("server", str(surface.server.get("name", "")))


def _listed(kind: str, key: str, items: Sequence[Item]) -> Iterator[Entry]:
    for position, item in enumerate(items):
        yield Entry(Subject(kind, str(item.get("name", ""))), f"/{key}/{position}", item)
