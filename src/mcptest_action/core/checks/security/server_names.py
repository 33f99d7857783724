"""The names that have a meaning on this server, so that others stand out."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.safety import Planned, ToolClass, words_of
from .texts import Text

_CLASSES = tuple(ToolClass)
_ALIKE = 0.5
# Comparing a name with very many tools would cost more than it tells.
_MOST_COMPARED = 500


class ServerNames(NamedTuple):
    tools: frozenset[str]
    """The names of tools, prompts and resources, without case and punctuation."""
    words: tuple[frozenset[str], ...]
    """The words of each tool's name."""
    parts: frozenset[str]
    """The names of parameters, and the values that a schema lists."""
    rank: Mapping[str, int]
    """How much each tool may do, from the harmless to the worst."""

    def is_tool(self, name: str) -> bool:
        """Whether the server has it, perhaps under a longer or a slightly different name."""
        if _bare(name) in self.tools:
            return True
        words = _words(name)
        return bool(words) and any(_alike(words, other) for other in self.words[:_MOST_COMPARED])

    def is_part(self, name: str) -> bool:
        return _bare(name) in self.parts

    def rank_of(self, name: str) -> int | None:
        return self.rank.get(_bare(name))

    def destroys(self, name: str) -> bool:
        return self.rank_of(name) == _CLASSES.index(ToolClass.DESTRUCTIVE)


NO_NAMES = ServerNames(frozenset(), (), frozenset(), {})


def server_names(surface: Surface, texts: Iterable[Text], plan: Iterable[Planned]) -> ServerNames:
    names = [str(item.get("name", "")) for items in surface.lists.values() for item in items]
    ranks = {_bare(row.tool.name): _CLASSES.index(row.tool.tool_class) for row in plan}
    return ServerNames(
        frozenset(map(_bare, names)),
        tuple(dict.fromkeys(map(_words, names))),
        frozenset(_parts(texts)),
        ranks,
    )


def same_name(one: str, other: str) -> bool:
    return _bare(one) == _bare(other)


def _parts(texts: Iterable[Text]) -> set[str]:
    parts: set[str] = set()
    for text in texts:
        parts.update(text.pointer.split("/")[3:])
        if text.field in {"enum", "const", "default", "examples"}:
            parts.add(text.raw[:100])
    return set(map(_bare, parts))


def _words(name: str) -> frozenset[str]:
    """In the singular, since `get_user` is meant where there is `users_get`."""
    return frozenset(word.removesuffix("s") for word in words_of(name))


def _alike(words: frozenset[str], other: frozenset[str]) -> bool:
    """A name without its prefix, an older name, or one in the plural."""
    shared = len(words & other)
    return words <= other or (shared > 1 and shared / len(words | other) > _ALIKE)


def _bare(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())
