"""Whether a server speaks a revision, judged by its answer to a hello, and which it spoke first."""

from collections.abc import Sequence
from typing import assert_never

from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed
from mcptest_action.core.checks.run import Ended
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    NEWEST_MODERN,
    Hello,
    Misaddressed,
    Reaction,
    Replied,
    TurnedAway,
    discovered,
    in_words,
)
from mcptest_action.core.protocol.transcript import HANDSHAKE, SURFACE, Exchange
from .config import ExamConfig
from .locked import unknown_here, wants_credentials
from .meet import Introduction, NotSpoken, offered_revision
from .revision import MODERN


def _broke(revision: str, reaction: Reaction) -> bool:
    """Whether the hello broke it: that isn't a way to say that it doesn't speak a revision.

    A server may ignore only what it cannot know, or hang up on it: `server/discover` before 2026,
    when nothing but `initialize` could come first.
    """
    return isinstance(reaction, BROKEN) and revision not in MODERN


def is_spoken(
    revision: str,
    who: Introduction | NotSpoken | Ended,
    config: ExamConfig,
    spoken: tuple[str, ...],
    door: str = "",
) -> Ruling:
    """`door`: the check that failed for a hello that is none, where there is no other."""
    match who:
        case Introduction(flaw=""):
            return passed("the server said hello in it")
        case Introduction(flaw=flaw):
            return not_verified(f"the server answers in it; but asked for its hello, it {flaw}")
        case Ended():
            return who.cut_off
        case NotSpoken(reaction=TurnedAway() as reaction):
            return not_verified(f"asked for it, the server {in_words(reaction)}")
        case NotSpoken() if wants_credentials(who, config.address) and not spoken:
            return failed(unknown_here(config.address, who.reaction))
        case NotSpoken(because) if door:
            return not_verified(f"asked for it, the server {because}: see {door}")
        case NotSpoken():
            return _is_missing(revision, who, config, spoken)
        case _:
            assert_never(who)


def _is_missing(
    revision: str, who: NotSpoken, config: ExamConfig, spoken: tuple[str, ...]
) -> Ruling:
    """Whether a server has to speak the revision that it does not speak."""
    because, reaction = who
    if _broke(revision, reaction):
        return failed(f"asked for it, the server {because}")
    if config.selection.pinned or not spoken:
        return failed(f"the server does not speak it: it {because}")
    offered = offered_revision(reaction)
    if offered in config.selection.revisions and offered not in spoken:
        return failed(f"the server {because}, which it does not settle on when asked")
    return not_verified(f"the server does not speak it, and need not: it {because}")


def wrong_id(who: Introduction | NotSpoken) -> Ruling | None:
    """The ruling on ids, for a server that answers a hello with an id that nobody used."""
    if not isinstance(who, NotSpoken) or not isinstance(who.reaction, Misaddressed):
        return None
    return failed(f"asked for a hello, the server {in_words(who.reaction)}")


def answer_in(exchanges: Sequence[Exchange]) -> Reaction:
    """The server's hello: the last answer of the handshake with a result."""
    said = [exchange.reaction for exchange in exchanges if exchange.key.check == HANDSHAKE]
    return next(reaction for reaction in reversed(said) if isinstance(reaction, Replied))


def broke_at_once(exchanges: Sequence[Exchange]) -> bool:
    """Whether the connection broke while the server listed what it offers."""
    return any(
        isinstance(exchange.reaction, BROKEN)
        for exchange in exchanges
        if exchange.key.check == SURFACE
    )


def first_revision(exchanges: Sequence[Exchange]) -> str:
    """As far as the transcript says; empty if it doesn't."""
    for exchange in exchanges:
        if exchange.key.check != HANDSHAKE:
            continue
        met = discovered(exchange.reaction, NEWEST_MODERN)
        found = met.era.version if isinstance(met, Hello) else offered_revision(exchange.reaction)
        if found:
            return found
    return ""
