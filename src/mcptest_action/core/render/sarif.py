"""The report as SARIF. Every result points at a line of the policy, or of a waiver in it."""

import hashlib

from mcptest_action.core.policy.model import Rule, RuleOutcome, RuleResult, Severity
from mcptest_action.core.policy.wording import expectation
from mcptest_action.core.render.escape import for_sarif
from mcptest_action.core.render.links import page
from mcptest_action.core.render.report import Report, worst_first
from mcptest_action.core.render.sarif_log import Invocation, SarifResult, SarifRule, sarif_log
from mcptest_action.core.timestamp import format_timestamp

# GitHub shows no more, and refuses a run with more than 25,000.
MOST = 5000
LEVEL = {
    RuleOutcome.FAIL: "error",
    RuleOutcome.EXPIRED_WAIVER: "error",
    RuleOutcome.UNEVALUATED: "error",
    RuleOutcome.WARN: "warning",
    RuleOutcome.WAIVED: "note",
}
_WAIVER_POLICY = SarifRule(
    "waiver-policy",
    "Waivers keep the waiver_policy.",
    "What waiver_policy asks of waivers holds for each of them.",
    "Remove or renew the waiver, or change waiver_policy.",
    page("policy.md"),
    "error",
)


def render_sarif(report: Report) -> str:
    """One run with a result per rule that did not pass, and per breach of the waiver policy."""
    verdict, file = report.verdict, report.policy.file
    breaches = [
        SarifResult(
            _WAIVER_POLICY.id,
            "error",
            breach.message,
            file,
            _fingerprint(_WAIVER_POLICY.id, breach.message),
            breach.line,
        )
        for breach in verdict.breaches
    ]
    results = [
        *breaches,
        *(_result(result, file) for result in worst_first(verdict.results) if _shown(result)),
    ]
    rules = [_WAIVER_POLICY] if breaches else []
    rules += [_rule(result.rule) for result in verdict.results if _shown(result)]
    return sarif_log(rules, results[:MOST], _invocation(report, len(results) - MOST))


def _shown(result: RuleResult) -> bool:
    return result.outcome in LEVEL


def _result(result: RuleResult, file: str) -> SarifResult:
    """At the line to change: the waiver's, where that is what has run out."""
    rule, level = result.rule, LEVEL[result.outcome]
    made = SarifResult(
        _id(rule),
        level,
        f"{rule.id}: {result.because}",
        file,
        _fingerprint(_id(rule), rule.id),
        rule.line,
        rule.column,
    )
    if result.waiver and result.outcome is RuleOutcome.EXPIRED_WAIVER:
        waiver = result.waiver.waiver
        return made._replace(line=waiver.line, column=waiver.column)
    if result.waiver and result.outcome is RuleOutcome.WAIVED:
        because = for_sarif(result.waiver.because)
        accepted = {"kind": "external", "status": "accepted", "justification": because}
        return made._replace(more={"suppressions": [accepted]})
    return made


def _fingerprint(rule: str, about: str) -> str:
    return hashlib.sha256(f"{rule}\n{about}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _id(rule: Rule) -> str:
    return f"policy/{for_sarif(rule.id)}"


def _rule(rule: Rule) -> SarifRule:
    wanted = f"{rule.fact} must be {expectation(rule.comparator)}."
    return SarifRule(
        _id(rule),
        rule.description if for_sarif(rule.description) else wanted,
        wanted,
        "mcptest policy explain says why a rule came out as it did.",
        page("policy.md"),
        "error" if rule.severity is Severity.FAIL else "warning",
    )


def _invocation(report: Report, hidden: int) -> Invocation:
    moment = format_timestamp(report.verdict.evaluated_at)
    properties = {"verdict": str(report.verdict.level), "evaluatedAt": moment}
    if report.time_overridden:
        properties["timeOverridden"] = "true"
    more = f"{hidden} more results are not listed; see the other reports."
    return Invocation(True, properties, [("warning", more)] if hidden > 0 else [])
