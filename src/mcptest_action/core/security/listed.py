"""The entries of a surface, each with its name and its place."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mcptest_action.core.security.model import Subject
from mcptest_action.core.surface.model import Item, Surface


class Listed(NamedTuple):
    """A tool, prompt or resource as the server lists it."""

    subject: Subject
    pointer: str
    item: Item

    @property
    def name(self) -> str:
        return self.subject.name


def tools_in(surface: Surface) -> Iterator[Listed]:
    return _listed("tool", "tools", surface.tools)


def prompts_in(surface: Surface) -> Iterator[Listed]:
    return _listed("prompt", "prompts", surface.prompts)


def resources_in(surface: Surface) -> Iterator[Listed]:
    return _listed("resource", "resources", surface.resources)


def templates_in(surface: Surface) -> Iterator[Listed]:
    return _listed("template", "resourceTemplates", surface.templates)


def server_subject(surface: Surface) -> Subject:
    """For what is true of the server as a whole."""
    return Subject("server", str(surface.server.get("name", "")))


def _listed(kind: str, key: str, items: Sequence[Item]) -> Iterator[Listed]:
    for position, item in enumerate(items):
        yield Listed(Subject(kind, str(item.get("name", ""))), f"/{key}/{position}", item)
