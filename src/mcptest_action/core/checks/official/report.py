"""An imported run beside our own examination, ready to pass on."""

from typing import NamedTuple

from .compare import Disagreement, Ours, compared
from .model import OfficialRun


class OfficialReport(NamedTuple):
    run: OfficialRun
    ours: Ours | None
    """Our own examination of the same server, if it was given."""
    compared: int
    """The questions on which both have ruled."""
    disagreements: tuple[Disagreement, ...]


def official_report(run: OfficialRun, ours: Ours | None) -> OfficialReport:
    many, found = (0, ()) if ours is None else compared(run, ours)
    return OfficialReport(run, ours, many, found)
