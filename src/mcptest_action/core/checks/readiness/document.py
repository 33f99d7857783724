"""`readiness.json`: what directories ask for, and what came of each of it."""

from typing import Any

from .model import Status
from .report import DirectoryReport, ReadinessReport, Ruled

SCHEMA = "mcptest.dev/readiness/v1"


def readiness_document(report: ReadinessReport) -> dict[str, Any]:
    """The same bytes for the same server and files: no time, no name of a machine."""
    return {
        "schema_version": SCHEMA,
        "server": {"name": report.name, "version": report.version},
        "directories": [_directory(each) for each in report.directories],
        "criteria": [_row(each, row) for each in report.directories for row in each.rows],
    }


def _directory(report: DirectoryReport) -> dict[str, Any]:
    counts = {str(status): len(report.of(status)) for status in Status}
    return {"name": report.directory.name, "counts": counts}


def _row(report: DirectoryReport, row: Ruled) -> dict[str, Any]:
    criterion = row.criterion
    beside = {"unseen": row.unseen, "left_to_build": row.left_to_build}
    return {
        "id": criterion.id,
        "directory": report.directory.name,
        "asks": criterion.asks,
        "weight": str(criterion.weight),
        "confidence": str(criterion.confidence),
        "status": str(row.status),
        "because": row.because,
        "findings": [
            {**finding._asdict(), "subject": finding.subject._asdict()} for finding in row.findings
        ],
        **{name: list(clauses) for name, clauses in beside.items() if clauses},
        "fact": criterion.check.fact if criterion.check else None,
        "source": criterion.source,
        "read": criterion.read,
    }
