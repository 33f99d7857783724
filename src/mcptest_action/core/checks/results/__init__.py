"""What came of a check, as every report shows it. Imports nothing that talks to a server."""

from .case import Case, CaseKind, Expectation, ExpectationTarget, NegativePath, PathStep
from .faults import Coverage, Exercise, Family, FamilyCoverage, Fate, Reach
from .fingerprint import fingerprint_of
from .references import RULES_ON_PROBE
from .ruling import (
    DECIDED,
    HELD_BACK,
    UNHAPPY,
    UNVERIFIED,
    UPSTREAM,
    Ruling,
    Skip,
    Status,
    entailed,
    failed,
    inconclusive,
    mostly_unclear,
    not_applicable,
    not_verified,
    passed,
    ruled,
    skipped,
)
from .slug import slug_of
from .tests import BadRequest, CaseResult, Measured, Test, TestResult, measured_of

__all__ = [
    "DECIDED", "HELD_BACK", "RULES_ON_PROBE", "UNHAPPY", "UNVERIFIED", "UPSTREAM", "BadRequest",
    "Case", "CaseKind", "CaseResult", "Coverage", "Exercise", "Expectation", "ExpectationTarget",
    "Family", "FamilyCoverage", "Fate", "Measured", "NegativePath", "PathStep", "Reach", "Ruling",
    "Skip", "Status", "Test", "TestResult", "entailed", "failed", "fingerprint_of", "inconclusive",
    "measured_of", "mostly_unclear", "not_applicable", "not_verified", "passed", "ruled",
    "skipped", "slug_of",
]  # fmt: skip
