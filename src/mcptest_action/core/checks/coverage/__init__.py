"""Which kinds of faults a run has looked for, and which it has not."""

from .document import coverage_document
from .exercises import exercises_of_exam, exercises_of_run, exercises_of_scan, exercises_of_suites
from .families import coverage_of

__all__ = [
    "coverage_document", "coverage_of", "exercises_of_exam", "exercises_of_run",
    "exercises_of_scan", "exercises_of_suites",
]  # fmt: skip
