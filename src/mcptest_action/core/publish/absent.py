"""A commit that is there, and has no such file."""

from typing import NamedTuple


class Absent(NamedTuple):
    """What was looked for is known not to be there."""
