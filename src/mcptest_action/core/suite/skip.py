"""Why a test was not run, beside the reasons of the execution policy."""

from enum import StrEnum


class SuiteSkip(StrEnum):
    MARKED = "marked"
    """The file says so, and why."""
    FAIL_FAST = "fail_fast"
    """An earlier test did not pass."""
    OTHER_SERVER = "other_server"
    """It is for another server than the one of this run."""
