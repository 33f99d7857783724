"""What a check of conformance is, and the words for how it comes out."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.checks.ruling import Ruling, Status
from mcptest_action.core.conformance.revision import REVISIONS


class Level(StrEnum):
    MUST = "MUST"
    SHOULD = "SHOULD"
    INFO = "INFO"
    """Recorded and never counted: the specification asks for nothing here."""


class Transport(StrEnum):
    STDIO = "stdio"
    HTTP = "http"


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
