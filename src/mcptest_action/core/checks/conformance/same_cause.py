"""One cause, one failure: a check that cannot but fail where another one does refers to that one.

Levels agree across artifacts: what a MUST stands for is a security defect of severity high where
nobody has examined conformance, and what a SHOULD stands for is one of severity medium.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.checks.probes import is_answer
from mcptest_action.core.checks.results import Ruling, Status, not_verified
from mcptest_action.core.protocol.exchange import Reaction, Replied
from mcptest_action.core.protocol.transcript import Exchange
from .traffic import message_of

# By the check that refers to others: the first of these that failed explains it.
SAME_CAUSE: Mapping[str, tuple[str, ...]] = {
    # Who accepts what should be refused has no error whose code could be right or wrong.
    "PRMT-04": ("PRMT-03",),
    "RSRC-05": ("RSRC-07",),
    "RSRC-06": ("RSRC-04",),
    "TOOLS-08": ("TOOLS-07",),
    "TOOLS-10": ("TOOLS-09",),
    # Who has no handler refuses nothing as it should, and sets no level.
    "LOGG-01": ("LIFE-12",),
    "SKILL-01": ("LIFE-11",),
    "SKILL-07": ("SKILL-06",),
    "SKILL-11": ("SKILL-10",),
    # Who changes an id answers one that was never used; who sends an answer on another stream, too,
    # answers twice; who mixes up the answers to several requests does not answer each.
    "BASE-09": ("HTTP-18",),
    "BASE-10": ("BASE-02", "HTTP-18", "HTTP-20"),
    # Who gives `server/discover` no result gives it none with other headers, and none to compare.
    "HHDR-06": ("DISC-01",),
    "HHDR-14": ("DISC-01",),
    "HTTP-19": ("DISC-01",),
    "META-06": ("DISC-01", "DISC-02"),
    # Who takes no batches answers none.
    "BASE-25": ("BASE-22",),
    "BASE-26": ("BASE-22",),
    # Who answers a cancelled call goes on with it.
    "LIFE-25": ("LIFE-26",),
    # What comes on two streams comes on one where it does not belong, and with an id that was used.
    "ASK-16": ("HTTP-23",),
    "HTTP-25": ("HTTP-23",),
    # An id that several events have leads to any of their streams.
    "HTTP-22": ("HTTP-15",),
    # Who logs without a declaration does so unasked; what comes on a subscription that did not ask
    # for it was asked for by nobody.
    "META-11": ("LIFE-14",),
    "SUB-06": ("SUB-04",),
    # Who has no error for unknown methods has none with the right status.
    "HHDR-12": ("BASE-06",),
    # Who refuses a revision wrongly at first does so later.
    "META-07": ("META-05",),
    # A header that is declared twice, or otherwise wrong, cannot be sent as it should.
    "HHDR-16": ("TOOLS-18",),
    # Contents without a `uri` are not those of a user interface, either.
    "UI-04": ("RSRC-02",),
    # Who has no metadata names nothing in them; who takes made-up tokens at the door takes them
    # everywhere.
    "AUTH-02": ("AUTH-01",),
    "AUTH-05": ("AUTH-04",),
    "AUTH-07": ("AUTH-01",),
    # Who asks a client without capabilities asks one that has a few of them as well.
    "ASK-01": ("LIFE-13",),
    # Who does not say what is required cannot be given it.
    "MRTR-11": ("MRTR-09",),
    # Of tasks: who gives two of them one id has none that could be guessed; who cancels one that
    # has ended moves it; who has other statuses has none that works; who answers before one has
    # ended has no result; who leaves out the ttl does so wherever a task is shown.
    "TASK-07": ("TASK-06",),
    "TASK-08": ("TASK-11",),
    "TASK-13": ("TASK-22",),
    "TASK-15": ("TASK-14",),
    "TASK-18": ("TASK-12",),
    "TASK-26": ("TASK-12",),
    "TASK-27": ("TASK-10",),
}

# The same requirement, in revisions that word it differently, or ask for less. No other failure
# explains one in another revision.
REWORDED: Mapping[str, tuple[str, ...]] = {
    "HTTP-05": ("HTTP-04",),
    "LIFE-18": ("LIFE-13",),
    "LIFE-22": ("LIFE-21",),
}

# How anything is written. What else fails on the very same exchanges fails because of that.
_WRITTEN = ("BASE-01", "BASE-02", "BASE-03", "BASE-18", "BASE-19", "STDIO-01", "STDIO-02")
# Of these, what is never about an answer that can be read; and what is about nothing else.
_BESIDE = ("BASE-18", "STDIO-01", "STDIO-02")
_ABOUT_ERRORS = "BASE-19"
# About messages that nobody asked for: nothing is wrong with them because of an answer beside them.
UNASKED = (
    "BASE-23", "LIFE-13", "LIFE-14", "LIFE-16", "LIFE-18", "LIFE-21", "LIFE-22", "LIFE-23",
    "LIFE-24", "META-11", "MOD-07", "MOD-08", "SUB-04", "SUB-06", "TASK-27", "TASK-28", "TASK-29",
    "TASK-30", "TASK-31",
)  # fmt: skip
# The shape of whole results; what fails on a part of a result of the same method says more.
_WHOLE = "BASE-08"
_PARTS = (
    "ASK-02", "ASK-03", "ASK-05", "ASK-10", "ASK-13", "CACHE-01", "CACHE-02", "CACHE-03", "COMP-01",
    "DISC-01", "DISC-02", "DISC-03", "LIFE-01", "MOD-01", "MOD-03", "MOD-04", "MRTR-01",
    "PAGE-01", "PRMT-01", "PRMT-02", "PRMT-06", "RSRC-01", "RSRC-02", "RSRC-03", "TOOLS-01",
    "TOOLS-14",
)  # fmt: skip
# What every result has. An empty hello lacks that, too.
_OF_RESULTS = ("CACHE-01", "MOD-01")
# Where the same exchanges show both: what comes after the answer has no stream of its own left; the
# progress of a task has rows of its own; and a stream that brings events of another one also brings
# what some keep in place of an empty event.
_REPLAYED = "HTTP-22"
_BY_THE_SAME: Mapping[str, tuple[str, ...]] = {
    "BASE-01": (_REPLAYED,),
    "LIFE-16": ("TASK-29", "TASK-30"),
    "LIFE-23": ("LIFE-16",),
    "LIFE-24": ("LIFE-16",),
}
Failures = Mapping[str, Sequence[Ruling]]


def explained(
    check: str, ruling: Ruling, here: Failures, everywhere: Failures | None = None
) -> Ruling:
    """The ruling; a failure that another one explains is not verified. `here`: what failed in its
    revision; `everywhere`: in any, which counts where one asks the same in other words.
    """
    if ruling.status is not Status.FAILED:
        return ruling
    known = _Known(here, here if everywhere is None else everywhere)
    ruler = _ruler(check, ruling, known)
    # Of those that explain each other, none does.
    stands = ruler and not all(_ruler(ruler, one, known) for one in known.of(ruler))
    return not_verified(f"see {ruler}, which has the same cause") if stands else ruling


class _Known(NamedTuple):
    here: Failures
    everywhere: Failures

    def of(self, ruler: str) -> Sequence[Ruling]:
        return self.here.get(ruler) or self.everywhere[ruler]


def _ruler(check: str, ruling: Ruling, known: _Known, below: tuple[str, ...] = ()) -> str:
    """The failed check that explains it, and that nothing else explains; empty if there is none."""
    here = (*ruling.entailed_by, *SAME_CAUSE.get(check, ()))
    for ruler, failures in (
        *((name, known.here) for name in here),
        *((name, known.everywhere) for name in REWORDED.get(check, ())),
        *((name, known.here) for name in _beside(check, ruling, known.here)),
    ):
        if ruler in (check, *below):
            break
        if ruler in failures:
            further = [_ruler(ruler, one, known, (*below, check)) for one in known.of(ruler)]
            return further[0] if all(further) else ruler
    return ""


def _beside(check: str, ruling: Ruling, failures: Failures) -> Iterator[str]:
    """Those that failed on the same evidence, and have the better reason."""
    if check == _WHOLE:
        yield from _parts_of(ruling, failures)
    elif ruling.shown:
        if check in _OF_RESULTS and {_method(e) for e in ruling.shown} == {"server/discover"}:
            yield "DISC-01"
        keys = {exchange.key for exchange in ruling.shown}
        for better in _better_than(check):
            shown = (e for one in failures.get(better, ()) for e in one.shown)
            if keys <= {e.key for e in shown if _spoils(better, e.reaction)}:
                yield better


def _spoils(better: str, reaction: Reaction) -> bool:
    """Whether the flaw is in the answer, as far as can be told, and not beside a sound one."""
    if better not in _WRITTEN or not is_answer(reaction) or better == _ABOUT_ERRORS:
        return True
    is_bare = isinstance(reaction, Replied) and not isinstance(reaction.result, Mapping)
    return better not in _BESIDE and (is_bare or reaction.envelope is not None)


def _parts_of(ruling: Ruling, failures: Failures) -> Iterator[str]:
    """The checks on parts of results that failed, if together they explain all that is shown."""
    left = {_method(exchange) for exchange in ruling.shown}
    found = []
    for part in _PARTS:
        own = [one for one in failures.get(part, ()) if _is_own(part, one, failures)]
        about = {_method(exchange) for one in own for exchange in one.shown}
        if about & left:
            found.append(part)
            left -= about
    if not left:
        yield from found


def _better_than(check: str) -> tuple[str, ...]:
    by_the_same = _BY_THE_SAME.get(check, ())
    is_apart = check in (*_WRITTEN, _REPLAYED, *UNASKED)
    return by_the_same if is_apart else (*_WRITTEN, *by_the_same)


def _is_own(check: str, ruling: Ruling, failures: Failures) -> bool:
    """Whether it failed, and nothing that might entail that."""
    return not any(other in failures for other in ruling.entailed_by if other != check)


def _method(exchange: Exchange) -> object:
    return message_of(exchange).get("method")
