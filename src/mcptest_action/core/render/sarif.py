"""The report as SARIF. Every result points at a line of the policy, or of a waiver in it.

What a layer says may lie outside of the repository: there, it is the line that extends the layer.
"""

import hashlib

from mcptest_action.core.policy import Policy, Rule, RuleOutcome, RuleResult, Waiver, expectation
from mcptest_action.core.text import for_sarif, page
from mcptest_action.core.text.timestamp import format_timestamp
from .report import LEVEL, Report, worst_first
from .sarif_log import Entry, sarif_invocation, sarif_log, sarif_result, sarif_rule

# GitHub shows no more, and refuses a run with more than 25,000.
MOST = 5000
_WAIVER_POLICY = "waiver-policy"
_WAIVERS = (
    "Waivers keep the waiver_policy.",
    "What waiver_policy asks of waivers holds for each of them.",
    "Remove or renew the waiver, or change waiver_policy.",
)


def render_sarif(report: Report) -> str:
    """One run with a result per rule that did not pass, and per breach of the waiver policy."""
    verdict, policy, text = report.verdict, report.policy, page("policy.md")
    shown = [result for result in verdict.results if result.outcome in LEVEL]
    rules = [_rule(result.rule) for result in shown]
    results = [_result(result, policy) for result in worst_first(tuple(shown))]
    if verdict.breaches:
        rules.insert(0, sarif_rule(_WAIVER_POLICY, _WAIVERS, text, "error"))
    results[:0] = [
        sarif_result(
            _WAIVER_POLICY,
            "error",
            b.message,
            (policy.file, *policy.place(b.layer, b.line)),
            _mark(b.message),
        )
        for b in verdict.breaches
    ]
    return sarif_log(rules, results[:MOST], _invocation(report, len(results) - MOST))


def _mark(about: str, rule: str = _WAIVER_POLICY) -> str:
    return hashlib.sha256(f"{rule}\n{about}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _id(rule: Rule) -> str:
    return f"policy/{for_sarif(rule.id)}"


def _rule(rule: Rule) -> Entry:
    wanted = f"{rule.fact} must be {expectation(rule.comparator)}."
    short = rule.description if for_sarif(rule.description) else wanted
    remedy = "mcptest policy explain says why a rule came out as it did."
    level = LEVEL[RuleOutcome(rule.severity)]
    return sarif_rule(_id(rule), (short, wanted, remedy), page("policy.md"), level)


def _result(result: RuleResult, policy: Policy) -> Entry:
    """At the line to change: the waiver's, if the waiver has expired."""
    rule, outcome, applied = result.rule, result.outcome, result.waiver
    at: Rule | Waiver = rule
    more = {}
    if applied and outcome is RuleOutcome.EXPIRED_WAIVER:
        at = applied.waiver
    elif applied and outcome is RuleOutcome.WAIVED:
        accepted = {"kind": "external", "status": "accepted"}
        more = {"suppressions": [{**accepted, "justification": for_sarif(applied.because)}]}
    place = (policy.file, *policy.place(at.layer, at.line, at.column))
    text, mark = f"{rule.id}: {result.because}", _mark(rule.id, _id(rule))
    return sarif_result(_id(rule), LEVEL[outcome], text, place, mark, **more)


def _invocation(report: Report, hidden: int) -> Entry:
    moment = format_timestamp(report.verdict.evaluated_at)
    properties = {"verdict": str(report.verdict.level), "evaluatedAt": moment}
    if report.time_overridden:
        properties["timeOverridden"] = "true"
    more = ("warning", f"{hidden} more results are not listed; see the other reports.")
    return sarif_invocation("", properties, [more] if hidden > 0 else [])
