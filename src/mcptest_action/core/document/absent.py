"""A commit that is there, and has no such file."""

from typing import NamedTuple


class NoSuchFile(NamedTuple):
    """The commit is there, and known not to have the file."""
