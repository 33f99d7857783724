"""Conformance as SARIF. Code scanning wants a file: it is the one that names the server."""

import hashlib

from mcptest_action.core.conformance.model import Level
from mcptest_action.core.conformance.report import CheckRow, ConformanceReport
from mcptest_action.core.render.conformance import badge_properties, failures, link_of
from mcptest_action.core.render.sarif_log import Invocation, SarifResult, SarifRule, sarif_log

_LEVEL = {Level.MUST: "error", Level.SHOULD: "warning", Level.INFO: "note"}


def conformance_sarif(report: ConformanceReport, file: str) -> str:
    rows = failures(report)
    notes = [("error", f"The examination is incomplete: {report.incomplete}")]
    return sarif_log(
        [_rule(row) for row in rows],
        [_result(row, file) for row in rows],
        Invocation(
            not report.incomplete,
            badge_properties(report),
            notes if report.incomplete else [],
        ),
    )


def _rule(row: CheckRow) -> SarifRule:
    check = row.check
    return SarifRule(
        f"conformance/{check.id}",
        check.expects,
        check.expects,
        check.remedy,
        link_of(row),
        _LEVEL[check.level],
    )


def _result(row: CheckRow, file: str) -> SarifResult:
    rule = f"conformance/{row.check.id}"
    mark = hashlib.sha256(rule.encode()).hexdigest()[:16]
    text = f"{row.check.id}: {row.because}"
    return SarifResult(rule, _LEVEL[row.check.level], text, file, mark)
