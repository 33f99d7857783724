"""The policy file: read it, check it, evaluate it, edit its waivers."""

from .evaluate import evaluate
from .model import (
    Comparator,
    Equals,
    Level,
    Malformed,
    Max,
    Min,
    Notice,
    OneOf,
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
from .waiver_state import list_waivers, time_left
from .wording import as_text, expectation

__all__ = [
    "Comparator", "Equals", "Level", "Malformed", "Max", "Min", "Notice", "OneOf", "Policy", "Rule",
    "RuleOutcome", "RuleResult", "Severity", "Verdict", "Waiver", "WaiverResult", "WaiverState",
    "as_text", "evaluate", "expectation", "list_waivers", "time_left",
]  # fmt: skip
