"""What a check is, and how it can come out."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.conformance.revision import REVISIONS
from mcptest_action.core.transcript.lines import Exchange


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


class Status(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not_applicable"
    NOT_VERIFIED = "not_verified"


class Ruling(NamedTuple):
    status: Status
    because: str
    shown: tuple[Exchange, ...] = ()
    """The evidence, where it is not all that the probe did: what a review found."""


# By the id of the check.
Rulings = Mapping[str, Ruling]


def passed(because: str) -> Ruling:
    return Ruling(Status.PASSED, because)


def failed(because: str, *shown: Exchange) -> Ruling:
    return Ruling(Status.FAILED, because, shown)


def not_applicable(because: str) -> Ruling:
    """The server has nothing that the check could look at."""
    return Ruling(Status.NOT_APPLICABLE, because)


def not_verified(because: str) -> Ruling:
    """There is something to look at, and it was not looked at."""
    return Ruling(Status.NOT_VERIFIED, because)


def ruled(ok: bool, good: str, bad: str) -> Ruling:
    return passed(good) if ok else failed(bad)


def the_same(checks: tuple[Check, ...], ruling: Ruling) -> Rulings:
    """One ruling on all of them."""
    return {check.id: ruling for check in checks}
