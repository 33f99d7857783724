"""Why a call was stopped at the last door, beside the reasons that a plan gives (`HeldBack`)."""

from enum import StrEnum


class Stopped(StrEnum):
    NO_POLICY = "no_policy"
    NOT_LISTED = "not_listed"
    MUTATING_ONCE = "mutating_once"
    BUDGET_EXHAUSTED = "budget_exhausted"
