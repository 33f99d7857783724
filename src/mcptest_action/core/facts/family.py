"""Families of facts: one for each rule, check, probe or test, under names that follow a pattern."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mcptest_action.core.text import closest
from .model import FactSpec, FactType

_ID = "ID"


def _of_users() -> Sequence[str]:
    return ()


class FactFamily(NamedTuple):
    pattern: str
    """`security.rule.ID`; what stands for ID names the member."""
    meaning: str
    """Of one member, with `{}` for its id."""
    example: str
    """An id, for people."""
    type: FactType = FactType.NUMBER
    values: tuple[str, ...] = ()
    counts: bool = False
    ids: Callable[[], Sequence[str]] = _of_users
    """All that there are; none where users choose them. A function: catalogues are slow to load."""
    spelt: Callable[[str], str] = str
    """How the ids of users are spelt."""

    def name(self, id_: str) -> str:
        before, _, after = self.pattern.rpartition(_ID)
        return f"{before}{id_}{after}"

    def id_in(self, name: str) -> str:
        """The id of the member of this name; empty if the name is none of the family's."""
        before, _, after = self.pattern.rpartition(_ID)
        if not (name.startswith(before) and name.endswith(after)):
            return ""
        return name[len(before) : len(name) - len(after)]

    def spec(self, id_: str) -> FactSpec:
        meaning = self.meaning.format(id_)
        return FactSpec(self.name(id_), meaning, self.type, self.values, self.counts)

    def doubt(self, name: str) -> str | None:
        """What to say of a name of this family whose id nobody knows; None if it is known."""
        id_, known = self.id_in(name), self.ids()
        if self.spelt(id_) not in ("", id_):
            return f"did you mean {self.name(self.spelt(id_))}?"
        if not known or id_ in known:
            return None
        meant = closest(id_, known)
        if meant is None:
            return f"for example {self.name(self.example)}"
        return f"did you mean {self.name(meant)}?"
