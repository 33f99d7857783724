"""Where an exchange comes from: did we send what any client sends, or something odd on purpose?

What an odd request provokes says nothing about how a server behaves otherwise. So every script
says what it sends, and every check that looks back at a run says how much of that it can bear.
"""

from enum import StrEnum


class Provenance(StrEnum):
    """The gravest thing that a script sends. In the order in which scripts run on a connection."""

    SOUND = "sound"
    """Well-formed, and nothing that a server would refuse."""
    REFUSABLE = "refusable"
    """Well-formed, but it asks for something that does not exist, or with wrong values."""
    ODD = "odd"
    """What no client of the protocol sends: unreadable, out of order, or far too much."""

    @property
    def rank(self) -> int:
        return tuple(Provenance).index(self)
