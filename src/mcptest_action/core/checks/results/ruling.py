"""The result of a check: one vocabulary for probes, conformance, suites and whatever comes later.

There are four statuses, because there are four things to do about one: nothing; fix the server;
know that it was left out, and why; find out why nobody can tell. The functions below say more: a
`skipped` check may be `not_applicable`, and an `inconclusive` one may be `not_verified`.

An artifact may use other words for them. `run.json` writes the status, and the reason of a
skip beside it; `conformance.json` writes what `core/checks/conformance/model.py` lists in `WORDS`.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from mcptest_action.core.safety import HeldBack, Stopped

if TYPE_CHECKING:  # importing it takes time
    from mcptest_action.core.protocol.exchange import Reaction
    from mcptest_action.core.protocol.transcript import Exchange


class Status(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    INCONCLUSIVE = "inconclusive"


# For a check that has looked at the server, and knows.
DECIDED = (Status.PASSED, Status.FAILED)
# For a check that somebody has to act on.
UNHAPPY = (Status.FAILED, Status.INCONCLUSIVE)


class Skip(StrEnum):
    """Why a check did not run, besides the reasons of the execution policy and of suites."""

    NOT_APPLICABLE = "not_applicable"
    NO_SAMPLE = "no_sample"
    MUTATING_ONCE = "mutating_once"
    NOT_DECLARED_READ_ONLY = "not_declared_read_only"
    # It was sent, and rejected, though nothing is wrong with it: there is nothing to look at.
    CALL_REJECTED = "call_rejected"
    # It was sent, and says nothing about the server: a service behind the tool was at fault.
    SERVICE_UNREACHABLE = "service_unreachable"
    SERVICE_WANTS_CREDENTIALS = "service_wants_credentials"


# What was asked, and could not be verified for a reason outside of the server.
UPSTREAM = (Skip.SERVICE_UNREACHABLE, Skip.SERVICE_WANTS_CREDENTIALS)
# What was asked, and could not be verified, for whatever reason.
UNVERIFIED = (*UPSTREAM, Skip.CALL_REJECTED)


# What the execution policy did not let through: in the plan, or at the last moment.
HELD_BACK = frozenset((*HeldBack, *Stopped)) - {Stopped.BUDGET_EXHAUSTED}


class Ruling(NamedTuple):
    status: Status
    because: str
    skip: str = ""
    """The typed reason of a skip, or of a request that was planned and never sent."""
    shown: "tuple[Exchange, ...]" = ()
    """The evidence, where it isn't all that the check did."""
    unstable: bool = False
    """Passed, but the same call was answered in two ways."""
    entailed_by: tuple[str, ...] = ()
    """Of a failure: checks that may have the same cause. The first that fails counts alone."""
    reactions: "tuple[Reaction, ...]" = ()
    """The evidence of a script, which sees reactions and not their exchanges."""

    def on(self, *reactions: "Reaction") -> "Ruling":
        """The same, because of these."""
        return self._replace(reactions=reactions)


def passed(because: str) -> Ruling:
    return Ruling(Status.PASSED, because)


def failed(because: str, *shown: "Exchange") -> Ruling:
    return Ruling(Status.FAILED, because, shown=shown)


def entailed(because: str, *by: str) -> Ruling:
    """Failed, for want of something that one of the checks `by` is about."""
    return failed(because)._replace(entailed_by=by)


def skipped(because: str, reason: str) -> Ruling:
    """Somebody decided against it: the execution policy, or the user."""
    return Ruling(Status.SKIPPED, because, reason)


def not_applicable(because: str) -> Ruling:
    """The server has nothing that the check could look at."""
    return skipped(because, Skip.NOT_APPLICABLE)


def inconclusive(because: str, reason: str = "") -> Ruling:
    """Nobody can tell: the run didn't reach the check, or the answer says nothing about it."""
    return Ruling(Status.INCONCLUSIVE, because, reason)


def not_verified(because: str) -> Ruling:
    """There is something to look at, but nobody has looked."""
    return inconclusive(because)


def ruled(ok: bool, good: str = "", bad: str | None = None) -> Ruling:
    """Passed or failed, with a reason for each, or the same for both."""
    return passed(good) if ok else failed(good if bad is None else bad)


def mostly_unclear(unclear: int, passed: int) -> str:
    """That more is inconclusive than passed, without what the execution policy holds back, which
    somebody decided; empty if it is not so.
    """
    return f"{unclear} inconclusive, and only {passed} passed" if unclear > passed else ""
