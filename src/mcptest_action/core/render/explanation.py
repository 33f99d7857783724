"""`policy explain RULE`: why one rule came out as it did, and what would change that."""

from collections.abc import Iterator, Mapping

from mcptest_action.core.facts.catalogue import ARTIFACT_OF, FACTS
from mcptest_action.core.policy.model import RuleOutcome, RuleResult, WaiverState
from mcptest_action.core.policy.own_rule import OWN_RULES
from mcptest_action.core.policy.waiver_state import time_left
from mcptest_action.core.policy.wording import as_text, expectation
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.to_do import to_do

_BY_OUTCOME = {
    RuleOutcome.PASS: "nothing",
    RuleOutcome.WARN: "make the rule hold; it only warns, and fails nothing",
    RuleOutcome.WAIVED: "nothing until the waiver expires",
    RuleOutcome.FAIL: "make the rule hold, or grant it time with mcptest waiver add",
    RuleOutcome.EXPIRED_WAIVER: "make the rule hold, or renew the waiver with mcptest waiver add",
    RuleOutcome.UNEVALUATED: "give the artifact, or correct the rule; no waiver helps here",
}
OWN = "the gate's own"
# No policy has these rules, so that nobody can correct or waive them.
_OWN_TO_DO = {
    **{outcome: text.partition(", or ")[0] for outcome, text in _BY_OUTCOME.items()},
    RuleOutcome.UNEVALUATED: "make the run whole: run.json says of every probe why it came to this",
}
# Where the waiver is what needs attention, it comes first.
_BY_WAIVER: dict[WaiverState | None, str] = {
    WaiverState.UNUSED: "remove the waiver; the rule passes without it",
    WaiverState.STALE: "remove the waiver; it is expired, and the rule passes without it",
    WaiverState.EXCEEDED: "make the rule hold, or widen the waiver: mcptest waiver add --up-to …",
    WaiverState.NOT_STARTED: "correct 'created' in the waiver; it lies in the future",
}


def render_explanation(
    result: RuleResult, file: str, remedies: Mapping[str, str] | None = None
) -> str:
    """A row for each thing to know; `remedies` says what to do about the probes that failed."""
    rows = _rows(result, file, remedies or {})
    return "".join(
        f"{name + ':' if name else '':<10} {for_terminal(text)}\n" for name, text in rows
    )


def _rows(result: RuleResult, file: str, remedies: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    rule, own = result.rule, result.rule in OWN_RULES
    where = OWN if own else f"{file}:{rule.line}"
    yield "rule", f"{rule.id} ({where}, severity {rule.severity})"
    if rule.description:
        yield "says", rule.description
    spec = FACTS.get(rule.fact)
    if spec is None:
        yield "fact", f"{rule.fact}, which is not in the catalogue"
    else:
        artifact = ARTIFACT_OF[rule.fact]
        yield "fact", f"{rule.fact} ({spec.type}): {spec.meaning}"
        yield "from", f"{artifact.flag}, for example {artifact.example}"
    yield "expected", expectation(rule.comparator)
    fact = result.fact
    yield "observed", f"{as_text(fact.value)} (in {fact.source})" if fact else "nothing"
    if result.waiver:
        waiver = result.waiver.waiver
        line = f"{result.waiver.state}, {time_left(result.waiver)} ({file}:{waiver.line})"
        issue = f" [{waiver.issue}]" if waiver.issue else ""
        yield "waiver", f"{line}; {waiver.owner}: {waiver.reason}{issue}"
    yield "outcome", f"{result.outcome}, because {result.because}"
    state = result.waiver.state if result.waiver else None
    by_outcome = _OWN_TO_DO if own else _BY_OUTCOME
    yield "to do", _BY_WAIVER.get(state) or by_outcome[result.outcome]
    if result.outcome not in (RuleOutcome.PASS, RuleOutcome.UNEVALUATED):
        yield from (("", line) for line in to_do(fact, remedies))
