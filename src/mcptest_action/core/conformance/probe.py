"""What asks a server something, or looks back at all that it said, and rules checks by it."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.conformance.examinee import Examinee
from mcptest_action.core.conformance.model import Check, Rulings
from mcptest_action.core.exchange.step import Script
from mcptest_action.core.transcript.lines import Exchange


class Needs(StrEnum):
    """The connection that a probe runs on."""

    SHARED = "shared"
    """One after the other, on the connection on which the server was met."""
    LAST = "last"
    """The same one, after all that is shared: what is sent may end the connection, or change it."""
    BEFORE = "before"
    """One without a handshake, once for all revisions that have one: which it will be is open."""
    SILENT = "silent"
    """A new one on which nothing was said yet: the first message is what matters."""


class Probe(NamedTuple):
    id: str
    checks: tuple[Check, ...]
    """The checks it rules: all of them, each time."""
    script: Callable[[Examinee], Script[Rulings]]
    needs: Needs = Needs.SHARED
    at_the_door: bool = False
    """Whether it has something to ask a server that wants credentials and has said nothing else."""
    informs: tuple[str, ...] = ()
    """The ids of reviews that have nothing to look at unless this was asked."""


class Review(NamedTuple):
    """Sends nothing: looks back at everything that was said in one revision."""

    checks: tuple[Check, ...]
    rule: Callable[[Examinee, Sequence[Exchange]], Rulings]
