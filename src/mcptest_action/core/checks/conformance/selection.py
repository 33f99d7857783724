"""Which checks are wanted, by their ids or by the families that the ids begin with."""

from collections.abc import Iterable
from typing import NamedTuple

from .revision import REVISIONS


class Selection(NamedTuple):
    revisions: tuple[str, ...] = REVISIONS
    """To be tested where the server speaks them."""
    pinned: bool = False
    """The user named them: one that is not spoken is a failure."""
    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()

    def wants(self, check_id: str) -> bool:
        chosen = not self.only or _named(check_id, self.only)
        return chosen and not _named(check_id, self.skip)


def _named(check_id: str, names: Iterable[str]) -> bool:
    family = check_id.partition("-")[0]
    return any(name in (check_id, family) for name in names)
