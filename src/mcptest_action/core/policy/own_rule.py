"""What the gate demands of its own run, whatever the policy says: a verdict rests on something."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.facts import FactPool, run_report
from mcptest_action.core.text import plural
from .evaluate import LEVEL_OF
from .model import Equals, Level, Max, Min, Rule, RuleOutcome, RuleResult, Severity, Verdict
from .wording import as_text

RULE = Rule(
    id="the-run-says-something",
    fact="run.passed",
    comparator=Min(1),
    severity=Severity.FAIL,
    description="The gate's own rule: a run that says nothing is no reason to pass.",
    line=1,
    column=1,
    fact_line=1,
    fact_column=1,
)
TOOLS_RULE = RULE._replace(
    id="tools-were-probed",
    fact="negative_path.tools_probed",
    severity=Severity.WARN,
    description="The gate's own rule: at least one of the server's tools got a probe.",
)
TESTS_RULE = RULE._replace(
    id="suites-passed",
    fact="suite.failed",
    comparator=Max(0),
    description="The gate's own rule: a test of your own that fails is a reason to fail.",
)
WORKED_RULE = RULE._replace(
    id="a-valid-call-worked",
    fact="upstream.nothing_worked",
    comparator=Equals(literal=False),
    severity=Severity.WARN,
    description="The gate's own rule: a valid call works; else give dummy keys, start a stub "
    "service, give samples: that work, or --skip the tools.",
)
NO_RULE = "the policy has no rule on it"
NONE_BELOW = "not every policy that this one rests on has a rule on it"
EXAMINED = "conformance.must_total"
OWN_RULES = (RULE, TOOLS_RULE, TESTS_RULE, WORKED_RULE)
# If any of these is there, the run says something.
_SAYING = ("run.passed", "run.failed", "active_probe.ran")


def with_own_rules(
    verdict: Verdict,
    run: Mapping[str, Any],
    pool: FactPool,
    settled: frozenset[str] | None = None,
) -> Verdict:
    """The verdict; it becomes a failure if the run says nothing, or if a test failed that the
    policy does not mention; it becomes at least a warning if the run says nothing about the
    server's tools, or if none of them worked. `run` is the run report.
    `settled` are the facts on which the policy decides instead; None for all that it mentions.
    """
    says_something = _says_something(run, pool)
    if says_something.outcome is not RuleOutcome.PASS and verdict.level is not Level.FAIL:
        return _failed(verdict, says_something)
    none = NO_RULE if settled is None else NONE_BELOW
    tests = _tests_passed(pool, none)
    if tests is not None and tests.outcome is not RuleOutcome.PASS:
        verdict = _said(verdict, tests, settled)
    for result in (_tools_were_probed(run, pool), _a_valid_call_worked(pool)):
        if result is not None and result.outcome is RuleOutcome.WARN:
            verdict = _said(verdict, result, settled)
    return verdict


def with_admission(verdict: Verdict, run: Mapping[str, Any], pool: FactPool) -> Verdict:
    """The verdict on a run report made elsewhere; it becomes a failure if the report itself says
    that it is of half a run, or of a server that does not work.
    """
    because = _admission(run)
    if not because or verdict.level is Level.FAIL:
        return verdict
    fact = pool.facts.get(RULE.fact)
    return _failed(verdict, RuleResult(RULE, RuleOutcome.UNEVALUATED, because, fact, None))


def _said(verdict: Verdict, result: RuleResult, settled: frozenset[str] | None) -> Verdict:
    """The verdict, with the result unless the policy decides, or says as much already."""
    about = {result.rule.fact, result.fact.name if result.fact else ""}
    spoken = [other for other in verdict.results if other.rule.fact in about]
    level = LEVEL_OF[result.outcome]
    if settled is not None:
        # A rule on top of other layers is no way to silence ours; one that is broken speaks for it.
        as_bad = (level, Level.FAIL)
        spoken = [
            each
            for each in spoken
            if not about.isdisjoint(settled) or LEVEL_OF[each.outcome] in as_bad
        ]
    if spoken:
        return verdict
    worst = Level.FAIL if verdict.level is Level.FAIL else level
    return verdict._replace(level=worst, results=(*verdict.results, result))


def _failed(verdict: Verdict, result: RuleResult) -> Verdict:
    return verdict._replace(level=Level.FAIL, results=(*verdict.results, result))


def own_results(run: Mapping[str, Any], pool: FactPool) -> tuple[RuleResult, ...]:
    """The outcome of each of our own rules that there is one of."""
    results = (
        _says_something(run, pool),
        _tools_were_probed(run, pool),
        _tests_passed(pool),
        _a_valid_call_worked(pool),
    )
    return tuple(result for result in results if result is not None)


def _a_valid_call_worked(pool: FactPool) -> RuleResult | None:
    """None if no tool got a valid call."""
    fact = pool.facts.get(WORKED_RULE.fact)
    if fact is None:
        return None
    because = f"{fact.name} is {as_text(fact.value)} (from {fact.source}), expected false"
    outcome = RuleOutcome.WARN if fact.value else RuleOutcome.PASS
    return RuleResult(WORKED_RULE, outcome, because, fact, None)


def _tests_passed(pool: FactPool, none: str = NO_RULE) -> RuleResult | None:
    """None if no suite was run."""
    failed, ran = pool.facts.get(TESTS_RULE.fact), pool.facts.get("suite.ran")
    if ran is None:
        return None
    if failed is None:
        because = pool.absence(TESTS_RULE.fact)
        return RuleResult(TESTS_RULE, RuleOutcome.UNEVALUATED, because, None, None)
    observed = f"{failed.name} is {as_text(failed.value)} (from {failed.source})"
    if failed.value:
        because = f"{observed}, and {none}"
        return RuleResult(TESTS_RULE, RuleOutcome.FAIL, because, failed, None)
    unclear = pool.facts.get("suite.inconclusive")
    if unclear is not None and unclear.value:
        because = f"{unclear.name} is {as_text(unclear.value)} (from {unclear.source})"
        return RuleResult(TESTS_RULE, RuleOutcome.UNEVALUATED, because, unclear, None)
    return RuleResult(TESTS_RULE, RuleOutcome.PASS, observed, failed, None)


def _says_something(run: Mapping[str, Any], pool: FactPool) -> RuleResult:
    fact, because = pool.facts.get(RULE.fact), _shortfall(run, pool)
    if because:
        return RuleResult(RULE, RuleOutcome.UNEVALUATED, because, fact, None)
    return RuleResult(RULE, RuleOutcome.PASS, "probes have passed or failed", fact, None)


def _admission(run: Mapping[str, Any]) -> str:
    """Why nobody may build on the run, as its own report says."""
    if why := run_report.why_incomplete(run):
        return f"the run is not complete: {why}"
    hopeless = run.get("nothing_works_because")
    if hopeless or run.get("nothing_works"):
        return f"nothing works: {hopeless or 'the run gives no reason'}"
    return ""


def _shortfall(run: Mapping[str, Any], pool: FactPool) -> str:
    if because := _admission(run):
        return because
    saying = _SAYING if _scan_ruled(run) else _SAYING[:-1]
    if any(name in pool.facts and pool.facts[name].value for name in saying):
        return ""
    total = pool.facts.get("run.total")
    if total is None:
        return pool.absence("run.total")
    return f"nothing was checked: of {total.value} probes, none passed and none failed"


def _scan_ruled(run: Mapping[str, Any]) -> bool:
    """Whether the deep scan, if there was one, says anything about the server."""
    probe = run.get("active_probe")
    result = probe.get("result") if isinstance(probe, Mapping) else None
    return result not in ("not_verified", "inconclusive")


def _tools_were_probed(run: Mapping[str, Any], pool: FactPool) -> RuleResult:
    """If the server has no tools, this demands nothing, as long as something else was checked."""
    probed, listed = pool.facts.get(TOOLS_RULE.fact), pool.facts.get("safety.tools")
    if listed is None:
        because = pool.absence("safety.tools")
        return RuleResult(TOOLS_RULE, RuleOutcome.UNEVALUATED, because, probed, None)
    tools = plural(int(listed.value), "tool")
    observed = pool.absence(TOOLS_RULE.fact)
    if probed is not None:
        observed = f"{probed.name} is {as_text(probed.value)} (from {probed.source})"
    missed = f"although the server lists {tools}" if listed.value else _no_tools(run, pool)
    if (probed is not None and probed.value) or not missed:
        because = f"{observed}, and the server lists {tools}"
        return RuleResult(TOOLS_RULE, RuleOutcome.PASS, because, probed, None)
    return RuleResult(TOOLS_RULE, RuleOutcome.WARN, f"{observed}, {missed}", probed, None)


def _no_tools(run: Mapping[str, Any], pool: FactPool) -> str:
    """What is odd about a server without tools, as a clause; empty if nothing is."""
    declared = run.get("capabilities")
    if not isinstance(declared, list):
        return ""
    if "tools" in declared:
        return "for the server declares tools and lists none"
    examined = pool.facts.get(EXAMINED)
    if examined is None or not examined.value:
        return "for the server has no tools, and its conformance was not examined either"
    return ""
