"""One fault, one failure: a server that answers with wrong ids is not blamed for each silence."""

from collections.abc import Mapping, Sequence

from mcptest_action.core.checks.results import Ruling, Status, not_verified
from mcptest_action.core.protocol.exchange import Misaddressed, in_words
from mcptest_action.core.protocol.transcript import Exchange

# These checks fail on wrong ids. One of them must have found them, or no other failure is spared.
FOUND_BY = ("BASE-02", "BASE-04", "BASE-10")
ABOUT_IDS = (*FOUND_BY, "BASE-09", "HTTP-18")
# A ruling, and the name of the exchanges behind it.
SourcedRulings = Mapping[str, tuple[Ruling, str]]


def spared(rulings: SourcedRulings, exchanges: Sequence[Exchange]) -> SourcedRulings:
    """The rulings; a failure counts as not verified if its probe got an answer with a wrong id."""
    finder = next((name for name in FOUND_BY if _has_failed(rulings, name)), None)
    if finder is None:
        return rulings
    strange = {
        exchange.key.check: exchange.reaction
        for exchange in exchanges
        if isinstance(exchange.reaction, Misaddressed)
    }
    return {
        check_id: (not_verified(_because(strange[probe], finder)), probe)
        if ruling.status is Status.FAILED and probe in strange and check_id not in ABOUT_IDS
        else (ruling, probe)
        for check_id, (ruling, probe) in rulings.items()
    }


def _has_failed(rulings: SourcedRulings, check_id: str) -> bool:
    return check_id in rulings and rulings[check_id][0].status is Status.FAILED


def _because(reaction: Misaddressed, finder: str) -> str:
    return f"the server {in_words(reaction)}, which is what {finder} is about"
