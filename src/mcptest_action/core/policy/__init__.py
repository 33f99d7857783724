"""The policy file: read it, check it, evaluate it, edit its waivers."""

from .compare import implies
from .evaluate import evaluate
from .model import (
    Level,
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
from .waiver_state import FAIL_ON, is_over, list_waivers
from .wording import as_text, as_written, expectation

__all__ = [
    "FAIL_ON", "Level", "Notice", "Omission", "Policy", "Rule", "RuleOutcome",
    "RuleResult", "Severity", "Verdict", "Waiver", "WaiverResult", "WaiverState", "as_text",
    "as_written", "evaluate", "expectation", "implies", "is_over", "list_waivers", "omission_lines",
    "omissions",
]  # fmt: skip
