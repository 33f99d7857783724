"""The security scan: what a server tells an agent, and what it did when it was asked."""

from .baseline import Baseline, baseline_document, load_baseline
from .document import security_document
from .load import lines_of
from .load import Path, load_dump
from .model import (
    Confidence,
    Finding,
    Kind,
    Phase,
    Rule,
    ScanInput,
    Severity,
    scan_input_of,
)
from .report import Scanned, ScanReport, scan_report, scanned, sentence_of, severity_counts

__all__ = [
    "Baseline", "Confidence", "Finding", "Kind", "Path", "Phase", "Rule", "ScanInput", "ScanReport",
    "Scanned", "Severity", "baseline_document", "lines_of", "load_baseline", "load_dump",
    "scan_input_of", "scan_report", "scanned", "security_document", "sentence_of",
    "severity_counts",
]  # fmt: skip
