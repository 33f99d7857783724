"""Why a call was stopped at the last door, beside the reasons that a plan gives (`HeldBack`)."""

from enum import StrEnum

# Calls of tools that do not exist are part of testing a server. They all begin like this: any
# other name that a server did not list may be the name of a tool that it did not list.
NO_SUCH = "mcptest_no_such_"


class Stopped(StrEnum):
    NO_POLICY = "no_policy"
    NOT_LISTED = "not_listed"
    MUTATING_ONCE = "mutating_once"
    BUDGET_EXHAUSTED = "budget_exhausted"
