"""What the official conformance suite found, read from its files and held against ours."""

from .compare import Disagreement, Ours, our_report
from .document import imported_document
from .model import FAULTS, Found, OfficialCheck, OfficialRun, Scenario
from .read import is_of_scenario, read_scenario, settled_run
from .report import OfficialReport, official_report

__all__ = [
    "FAULTS", "Disagreement", "Found", "OfficialCheck", "OfficialReport", "OfficialRun", "Ours",
    "Scenario", "imported_document", "is_of_scenario", "official_report", "our_report",
    "read_scenario", "settled_run",
]  # fmt: skip
