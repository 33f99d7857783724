"""What a check of conformance is, the words for how it comes out, and what rules it: a probe, which
asks a server something, or a review, which looks back at all that it said.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.checks.results import Ruling, Status
from mcptest_action.core.protocol.exchange import Script
from mcptest_action.core.protocol.target import Transport
from mcptest_action.core.protocol.transcript import Exchange
from .examinee import Examinee
from .revision import REVISIONS


class Level(StrEnum):
    MUST = "MUST"
    SHOULD = "SHOULD"
    INFO = "INFO"
    """Recorded and never counted: the specification asks for nothing here."""


BOTH = (Transport.STDIO, Transport.HTTP)
STDIO = (Transport.STDIO,)
HTTP = (Transport.HTTP,)


class Check(NamedTuple):
    """One requirement. Its id is never given to another one."""

    id: str
    level: Level
    expects: str
    """What a server does that meets it, as a sentence."""
    sends: str
    """How that is found out, as a clause."""
    remedy: str
    """What to change in a server that does not meet it."""
    spec: Mapping[str, str]
    """Where it is written, by revision: page and section."""
    revisions: tuple[str, ...] = REVISIONS
    transports: tuple[Transport, ...] = BOTH
    basis: str = "spec"
    """spec: a keyword for servers; schema: the revision's schema; derived: follows from the text;
    json-rpc: JSON-RPC 2.0; robustness: ours."""


# What `conformance.json` calls them.
WORDS: Mapping[Status, str] = {
    Status.PASSED: "passed",
    Status.FAILED: "failed",
    Status.SKIPPED: "not_applicable",
    Status.INCONCLUSIVE: "not_verified",
}
# By the id of the check.
Rulings = Mapping[str, Ruling]


def the_same(checks: tuple[Check, ...], ruling: Ruling) -> Rulings:
    """One ruling on all of them."""
    return {check.id: ruling for check in checks}


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
    of_locked: bool = False
    """Whether it has something to ask a server that wants credentials and has said nothing else."""
    informs: tuple[str, ...] = ()
    """The ids of reviews that have nothing to look at unless this was asked."""


class Review(NamedTuple):
    """Sends nothing: looks back at everything that was said in one revision."""

    checks: tuple[Check, ...]
    rule: Callable[[Examinee, Sequence[Exchange]], Rulings]
