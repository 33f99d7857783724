"""The commit that a change is measured against, and its files: what any CI system has to tell."""

from typing import Protocol

from mcptest_action.core.document import NoSuchFile
from mcptest_action.core.publish import AtCommit, Base, Entry, Unknown
from mcptest_action.shell.github.repository import Outside


class BaseBranch(Protocol):
    """Where the base's files come from. Paths count from the folder that we work in."""

    @property
    def commit(self) -> Base: ...

    def file(self, path: str) -> AtCommit | NoSuchFile | Unknown | Outside: ...

    def below(self, path: str) -> dict[str, Entry] | Unknown | Outside:
        """The file of that path, or all in that folder, by their paths."""
