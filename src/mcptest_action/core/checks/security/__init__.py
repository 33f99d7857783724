"""The security scan: what a server tells an agent, and what it did when it was asked."""

from .baseline import Baseline
from .baseline_edit import (
    Grant,
    ToList,
    Written,
    baseline_document,
    as_known,
    rewritten,
    to_list_of_report,
)
from .baseline_load import load_baseline, load_entries, load_gating_baseline
from .document import security_document
from .load import lines_of
from .load import Path, load_dump
from .model import (
    Confidence,
    Finding,
    Kind,
    KnownFinding,
    Phase,
    Rule,
    ScanInput,
    Severity,
    scan_input_of,
)
from .report import Scanned, ScanReport, scan_report, scanned, sentence_of, severity_counts

__all__ = [
    "Baseline", "Confidence", "Finding", "Grant", "Kind", "KnownFinding", "Path", "Phase", "Rule",
    "ScanInput", "ScanReport", "Scanned", "Severity", "ToList", "Written", "as_known",
    "baseline_document", "lines_of", "load_baseline", "load_dump", "load_entries",
    "load_gating_baseline", "rewritten", "scan_input_of", "scan_report", "scanned",
    "security_document", "sentence_of", "severity_counts", "to_list_of_report",
]  # fmt: skip
