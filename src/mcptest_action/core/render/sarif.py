"""The report as SARIF 2.1.0, for code scanning. Every result points at a line of the policy.

GitHub refuses a whole file for one result without a place in a file, so without a policy file
there is no report of this kind.
"""

import hashlib
from typing import Any, NamedTuple
from urllib.parse import quote

from mcptest_action.core.policy.model import Rule, RuleOutcome, RuleResult
from mcptest_action.core.policy.wording import expectation
from mcptest_action.core.render.escape import for_sarif
from mcptest_action.core.render.links import HOME, page
from mcptest_action.core.render.report import Report, worst_first
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.timestamp import format_timestamp

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# GitHub shows no more, and refuses a run with more than 25,000.
MOST = 5000
LEVEL = {
    RuleOutcome.FAIL: "error",
    RuleOutcome.EXPIRED_WAIVER: "error",
    RuleOutcome.UNEVALUATED: "error",
    RuleOutcome.WARN: "warning",
    RuleOutcome.WAIVED: "note",
}
_WAIVER_POLICY = "waiver-policy"


class _Finding(NamedTuple):
    rule: str
    level: str
    text: str
    line: int
    column: int
    waived: str
    """Why it is accepted; empty when it is not."""
    about: str
    """What makes it the same finding in the next run, wherever it stands by then."""


def render_sarif(report: Report) -> str:
    """One run with a result per rule that did not pass, and per breach of the waiver policy."""
    breaches = [
        _Finding(_WAIVER_POLICY, "error", b.message, b.line, 1, "", b.message)
        for b in report.verdict.breaches
    ]
    ruled = [_of(r) for r in worst_first(report.verdict.results) if r.outcome in LEVEL]
    findings = [*breaches, *ruled]
    shown = findings[:MOST]
    rules = [_waiver_rule()] if breaches else []
    rules += [_rule(result.rule) for result in report.verdict.results if result.outcome in LEVEL]
    number = {rule["id"]: index for index, rule in enumerate(rules)}
    uri = quote(report.policy.file.removeprefix("./"))
    return dump(
        {
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [
                {
                    "tool": {
                        "driver": {
                            "name": "mcptest-action",
                            "informationUri": HOME,
                            "rules": rules,
                        }
                    },
                    "invocations": [_invocation(report, len(findings) - len(shown))],
                    "columnKind": "unicodeCodePoints",
                    "results": [_result(finding, number, uri) for finding in shown],
                }
            ],
        }
    )


def _of(result: RuleResult) -> _Finding:
    """At the line to change: the waiver's, where that is what has run out."""
    level, because = LEVEL[result.outcome], f"{result.rule.id}: {result.because}"
    place = result.rule.line, result.rule.column
    waived = ""
    if result.waiver and result.outcome is RuleOutcome.EXPIRED_WAIVER:
        place = result.waiver.waiver.line, result.waiver.waiver.column
    elif result.waiver and result.outcome is RuleOutcome.WAIVED:
        waived = result.waiver.because
    return _Finding(_id(result.rule), level, because, *place, waived, result.rule.id)


def _id(rule: Rule) -> str:
    return f"policy/{for_sarif(rule.id)}"


def _rule(rule: Rule) -> dict[str, Any]:
    wanted = f"{rule.fact} must be {expectation(rule.comparator)}."
    return {
        "id": _id(rule),
        "shortDescription": {"text": for_sarif(rule.description) or for_sarif(wanted)},
        "fullDescription": {"text": for_sarif(wanted)},
        "help": {"text": "mcptest policy explain says why a rule came out as it did."},
        "helpUri": page("policy.md"),
        "defaultConfiguration": {"level": "error" if rule.severity == "fail" else "warning"},
        "properties": {"tags": ["mcp"]},
    }


def _waiver_rule() -> dict[str, Any]:
    return {
        "id": _WAIVER_POLICY,
        "shortDescription": {"text": "Waivers keep the waiver_policy."},
        "fullDescription": {"text": "What waiver_policy asks of waivers holds for each of them."},
        "help": {"text": "Remove or renew the waiver, or change waiver_policy."},
        "helpUri": page("policy.md"),
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["mcp"]},
    }


def _result(finding: _Finding, number: dict[str, int], uri: str) -> dict[str, Any]:
    lasting = f"{finding.rule}\n{finding.about}".encode("utf-8", "surrogatepass")
    mark = hashlib.sha256(lasting).hexdigest()[:16]
    region = {"startLine": finding.line, "startColumn": finding.column}
    result = {
        "ruleId": finding.rule,
        "ruleIndex": number[finding.rule],
        "level": finding.level,
        "message": {"text": for_sarif(finding.text)},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}},
        ],
        "partialFingerprints": {"primaryLocationLineHash": f"{mark}:1", "mcptestFinding/v1": mark},
    }
    if finding.waived:
        accepted = {"kind": "external", "status": "accepted"}
        result["suppressions"] = [{**accepted, "justification": for_sarif(finding.waived)}]
    return result


def _invocation(report: Report, hidden: int) -> dict[str, Any]:
    moment = format_timestamp(report.verdict.evaluated_at)
    properties = {"verdict": str(report.verdict.level), "evaluatedAt": moment}
    if report.time_overridden:
        properties["timeOverridden"] = "true"
    made: dict[str, Any] = {"executionSuccessful": True, "properties": properties}
    if hidden:
        text = f"{hidden} more results are not listed; see the other reports."
        made["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": text}}]
    return made
