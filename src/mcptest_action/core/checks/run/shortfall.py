"""A run that went to its end and is not complete all the same: nobody may build on it."""

from collections.abc import Sequence

from mcptest_action.core.checks.results import Status, mostly_unclear
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.text import plural
from .bad_requests import is_held_back
from .config import RunConfig
from .delivery import is_starved
from .ended import Ended
from .model import RunRecord


def shortfall(record: RunRecord, exchanges: Sequence[Exchange], config: RunConfig) -> Ended | None:
    """The budget ended it, or more was inconclusive than passed; None if neither is so."""
    narrow = "--only or --skip" if config.probing else "--filter or --tag"
    starved = sum(is_starved(exchange.reaction) for exchange in exchanges)
    if starved:
        budget = f"the budget of {plural(config.execution.max_calls or 0, 'call')} was used up"
        unsent = f"at least {plural(starved, 'planned call')} could not be made"
        way_out = f"raise --max-calls, or narrow the plan with {narrow}"
        return Ended(f"{budget}, and {unsent}: {way_out}")
    rulings = [
        *(result.ruling for result in record.results),
        *(result.ruling for result in record.tests),
    ]
    unclear = sum(r.status is Status.INCONCLUSIVE and not is_held_back(r) for r in rulings)
    what = mostly_unclear(unclear, sum(r.status is Status.PASSED for r in rulings))
    return Ended(f"{what}: run.json says why; narrow the plan with {narrow}") if what else None
