"""`verdict.json`: the report for machines, in a shape of its own that outlives our types."""

import hashlib
import json
from typing import Any

from mcptest_action.core.facts import Fact
from mcptest_action.core.policy import Notice, RuleResult, WaiverResult, as_written, expectation
from mcptest_action.core.text import for_json
from mcptest_action.core.text.timestamp import format_timestamp
from .report import ORDER, Report, Source

SCHEMA = "mcptest.dev/verdict/v1"


def render_json(report: Report) -> str:
    return dump(verdict_document(report))


def dump(document: Any) -> str:
    """The document as JSON that looks the same everywhere."""
    return for_json(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def verdict_document(report: Report) -> dict[str, Any]:
    verdict = report.verdict
    outcomes = [result.outcome for result in verdict.results]
    return {
        "schema_version": SCHEMA,
        "verdict": str(verdict.level),
        "evaluated_at": format_timestamp(verdict.evaluated_at),
        "time_overridden": report.time_overridden,
        "counts": {str(outcome): outcomes.count(outcome) for outcome in ORDER},
        "rules": [rule_document(result) for result in verdict.results],
        "waivers": [waiver_document(result) for result in verdict.waivers],
        "waiver_breaches": [_notice(notice) for notice in verdict.breaches],
        "notices": [_notice(notice) for notice in verdict.notices],
        "facts": {
            fact.name: {"value": fact.value, "source": fact.source} for fact in _shown_facts(report)
        },
        "inputs": [_input(source) for source in report.sources],
    }


def _shown_facts(report: Report) -> list[Fact]:
    """Those of the catalogue, and of the families, which are many, those that a rule names."""
    return report.pool.shown({result.rule.fact for result in report.verdict.results})


def _layer(name: str) -> dict[str, str]:
    """The file or pack that the line is of, unless that is the policy's own file."""
    return {"layer": name} if name else {}


def _notice(notice: Notice) -> dict[str, Any]:
    return {"line": notice.line, "message": notice.message, **_layer(notice.layer)}


def rule_document(result: RuleResult) -> dict[str, Any]:
    rule, fact = result.rule, result.fact
    return {
        "id": rule.id,
        "outcome": str(result.outcome),
        "severity": str(rule.severity),
        "description": rule.description,
        "fact": rule.fact,
        "observed": fact.value if fact else None,
        "expected": expectation(rule.comparator),
        "comparator": as_written(rule.comparator),
        "source": fact.source if fact else None,
        "because": result.because,
        "line": rule.line,
        **_layer(rule.layer),
        "waiver": waiver_document(result.waiver) if result.waiver else None,
    }


def waiver_document(result: WaiverResult) -> dict[str, Any]:
    waiver = result.waiver
    return {
        "rule": waiver.rule,
        "state": str(result.state),
        "because": result.because,
        "owner": waiver.owner,
        "reason": waiver.reason,
        "expiry": waiver.expiry,
        "expires_at": format_timestamp(waiver.expires_at) if waiver.expires_at else None,
        "days_left": result.days_left,
        "issue": waiver.issue or None,
        "up_to": waiver.up_to,
        **_of_findings(result),
        "created": format_timestamp(waiver.created) if waiver.created else None,
        "line": waiver.line,
        **_layer(waiver.layer),
    }


def _of_findings(result: WaiverResult) -> dict[str, Any]:
    """Of a waiver that lists findings: which, and what the rule counts beside them."""
    if not result.waiver.findings:
        return {}
    unlisted = {"unlisted": list(result.unlisted)} if result.unlisted else {}
    return {"findings": list(result.waiver.findings), **unlisted}


def _input(source: Source) -> dict[str, str]:
    digest = hashlib.sha256(source.content).hexdigest()
    return {"flag": source.flag, "file": source.file, "sha256": digest}
