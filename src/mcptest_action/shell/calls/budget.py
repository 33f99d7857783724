"""How many tool calls a run may still make."""

import threading
from typing import NamedTuple


class BudgetExhausted(NamedTuple):
    """There is no call left."""

    limit: int


class CallBudget:
    """Counts calls, across threads and tasks: exactly `limit` acquisitions succeed."""

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._used = 0

    def acquire(self) -> BudgetExhausted | None:
        """Take one call out of the budget, or learn that there is none left."""
        with self._lock:
            if self._limit is not None and self._used >= self._limit:
                return BudgetExhausted(self._limit)
            self._used += 1
            return None

    @property
    def used(self) -> int:
        return self._used
