"""Conformance as SARIF. Code scanning wants a file: it is the one that names the server."""

import hashlib

from mcptest_action.core.checks.conformance import CheckRow, ConformanceReport, Level
from .conformance import badge_properties, failures, link_of
from .sarif_log import Entry, sarif_invocation, sarif_log, sarif_result, sarif_rule

_LEVEL = {Level.MUST: "error", Level.SHOULD: "warning", Level.INFO: "note"}


def conformance_sarif(report: ConformanceReport, file: str) -> str:
    rows, ended = failures(report), report.incomplete
    incomplete = f"The examination is incomplete: {ended}" if ended else ""
    invocation = sarif_invocation(incomplete, badge_properties(report))
    return sarif_log([_rule(r) for r in rows], [_result(r, file) for r in rows], invocation)


def _rule(row: CheckRow) -> Entry:
    check = row.check
    texts = (check.expects, check.expects, check.remedy)
    return sarif_rule(f"conformance/{check.id}", texts, link_of(row), _LEVEL[check.level])


def _result(row: CheckRow, file: str) -> Entry:
    rule, text = f"conformance/{row.check.id}", f"{row.check.id}: {row.because}"
    mark = hashlib.sha256(rule.encode()).hexdigest()[:16]
    return sarif_result(rule, _LEVEL[row.check.level], text, (file, 1, 1), mark)
