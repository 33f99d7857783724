"""The policy file: read it, check it, evaluate it, edit its waivers."""

from .evaluate import evaluate
from .model import (
    Level,
    Max,
    Min,
    Notice,
    Omission,
    Policy,
    Rule,
    RuleOutcome,
    RuleResult,
    Severity,
    Verdict,
    Waiver,
    WaiverResult,
    WaiverState,
)
from .omissions import omission_lines, omissions
from .waiver_state import list_waivers
from .wording import as_text, as_written, expectation

__all__ = [
    "Level", "Max", "Min", "Notice", "Omission", "Policy", "Rule", "RuleOutcome", "RuleResult",
    "Severity", "Verdict", "Waiver", "WaiverResult", "WaiverState", "as_text", "as_written",
    "evaluate", "expectation", "list_waivers", "omission_lines", "omissions",
]  # fmt: skip
