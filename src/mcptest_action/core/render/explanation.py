"""`policy explain RULE`: why one rule came out as it did, and what would change that."""

from collections.abc import Iterator, Mapping

from mcptest_action.core.facts import FACTS, Fact, artifact_of, spec_of
from mcptest_action.core.policy import (
    Policy,
    Rule,
    RuleOutcome,
    RuleResult,
    WaiverState,
    as_text,
    expectation,
)
from mcptest_action.core.policy.own_rule import OWN_RULES
from mcptest_action.core.text import for_terminal, names_in_words, page

_BY_OUTCOME = {
    RuleOutcome.PASS: "nothing",
    RuleOutcome.WARN: "make the rule hold; it only warns, and fails nothing",
    RuleOutcome.WAIVED: "nothing until the waiver expires",
    RuleOutcome.FAIL: "make the rule hold, or grant it time with mcptest waiver add",
    RuleOutcome.EXPIRED_WAIVER: "make the rule hold, or renew the waiver with mcptest waiver add",
    RuleOutcome.UNEVALUATED: "see to the reason, and run the gate again, give the artifact, or "
    "correct the rule; no waiver helps here",
}
OWN = "the gate's own"
# No policy has these rules, so nobody can correct or waive them.
_OWN_ADVICE = {
    **{outcome: text.partition(", or ")[0] for outcome, text in _BY_OUTCOME.items()},
    RuleOutcome.UNEVALUATED: "make the run whole: run.json says of every probe why it came to this",
}
# Nor can a policy waive what it extends, if that does not allow it.
_SEALED_ADVICE = {
    **_BY_OUTCOME,
    RuleOutcome.FAIL: "make the rule hold; its layer allows no waiver here",
    RuleOutcome.EXPIRED_WAIVER: "make the rule hold; its layer allows no waiver here",
}
# If the waiver needs attention, it comes first.
_BY_WAIVER: dict[WaiverState | None, str] = {
    WaiverState.UNUSED: "remove the waiver; the rule passes without it",
    WaiverState.STALE: "remove the waiver; it is expired, and the rule passes without it",
    WaiverState.EXCEEDED: "make the rule hold, or widen the waiver: mcptest waiver add --up-to …",
    WaiverState.UNLISTED: "mend what is unlisted, or list it too: mcptest waiver add --finding …",
    WaiverState.NOT_STARTED: "correct 'created' in the waiver; it lies in the future",
}


def render_explanation(
    result: RuleResult, policy: Policy, remedies: Mapping[str, str] | None = None
) -> str:
    """A row for each thing to know; `remedies` says how to fix the probes that failed."""
    rows = _rows(result, policy, remedies or {})
    return "".join(
        f"{name + ':' if name else '':<10} {for_terminal(text)}\n" for name, text in rows
    )


def _rows(
    result: RuleResult, policy: Policy, remedies: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    rule, own = result.rule, result.rule in OWN_RULES
    where = OWN if own else f"{rule.layer or policy.file}:{rule.line}"
    yield "rule", f"{rule.id} ({where}, severity {rule.severity})"
    if policy.layers and not own:
        yield "layer", _layer(rule, policy)
    if rule.description:
        yield "says", rule.description
    spec = spec_of(rule.fact)
    if spec is None:
        yield "fact", f"{rule.fact}, which is not in the catalogue"
    else:
        artifact = artifact_of(rule.fact)
        yield "fact", f"{rule.fact} ({spec.type}): {spec.meaning}"
        example = "" if artifact.families and rule.fact not in FACTS else artifact.example
        yield "from", f"{artifact.flag}, for example {example}" if example else artifact.flag
    yield "expected", expectation(rule.comparator)
    fact = result.fact
    yield "observed", f"{as_text(fact.value)} (in {fact.source})" if fact else "nothing"
    if result.waiver:
        waiver = result.waiver.waiver
        place = f"{waiver.layer or policy.file}:{waiver.line}"
        line = f"{result.waiver.state}, {result.waiver.time_left} ({place})"
        issue = f" [{waiver.issue}]" if waiver.issue else ""
        yield "waiver", f"{line}; {waiver.owner}: {waiver.reason}{issue}"
        for number, entry in enumerate(result.waiver.unlisted[:_MOST_UNLISTED]):
            yield "" if number else "unlisted", entry
    yield "outcome", f"{result.outcome}, because {result.because}"
    applied = result.waiver
    state = applied.state if applied and applied.waiver.granted is None else None
    below = rule.over is not None and rule.over.sealed
    sealed = below or (bool(rule.layer) and not rule.waivable)
    by_outcome = _OWN_ADVICE if own else _SEALED_ADVICE if sealed else _BY_OUTCOME
    yield "to do", _BY_WAIVER.get(state) or by_outcome[result.outcome]
    if result.outcome not in (RuleOutcome.PASS, RuleOutcome.UNEVALUATED):
        yield from (("", line) for line in advice(fact, remedies))


def _layer(rule: Rule, policy: Policy) -> str:
    """Which layer the rule comes from, and what it has taken the place of."""
    line, _ = policy.place(rule.layer, rule.line)
    said = [f"{rule.layer}, by way of {policy.file}:{line}" if rule.layer else policy.file]
    if rule.over is not None:
        said.append(f"in place of {rule.over.layer}:{rule.over.line} ({rule.over.demand})")
    said += [
        f"and not covered by the waiver in {waiver.layer}:{waiver.line}"
        for waiver in policy.waivers
        if waiver.rule == rule.id and waiver.granted is not None
    ]
    return ", ".join(said)


# What to do about a number if we know only its tools.
_ABOUT_TOOLS = {
    "safety.destructive_unconfirmed": "declare mcp.dev/requiresConfirmation: true in its _meta",
    "safety.hint_conflicts": "make its annotations and hints agree; mcptest safety names them",
    "surface.untitled": "give it a title, beside its name or in its annotations",
    "surface.unannotated": "declare readOnlyHint, and what else is known, in its annotations",
    "surface.undescribed": "describe it; the description is what a model goes by",
    "surface.undescribed_parameters": "describe it in inputSchema.properties",
    "safety.read_only_presumed": "declare readOnlyHint, or that it changes something",
}
# What to do if there is nothing behind the number.
_WITHOUT_NAMES = {
    "negative_path.checks_run": "mcptest gate --plan says what is called, and what is held back",
    "negative_path.held_back": "mcptest gate --plan says why each tool is held back",
    "negative_path.tools_probed": "mcptest gate --plan says why each tool is held back",
    "surface.tokens": "mcptest surface says which tools are the dearest",
    "surface.bytes": "mcptest surface says which tools are the dearest",
    "surface.tokens_largest_tool": "mcptest surface says which tools are the dearest",
    "run.total": "was everything left out with --only or --skip?",
}
# Where the things behind a number are described, and their name, unless they are probes.
_DESCRIBED = {
    "security": ("security-rules.md", "rules"),
    "conformance": ("conformance.md", "checks"),
    "readiness": ("packs.md", "criteria"),
}
_MOST = 10
_MOST_UNLISTED = 100


def advice(fact: Fact | None, remedies: Mapping[str, str]) -> Iterator[str]:
    """Lines, the most helpful first; empty if we know nothing better than "make it hold"."""
    if fact is None:
        return
    if fact.name in _WITHOUT_NAMES:
        yield _WITHOUT_NAMES[fact.name]
    if fact.name in _ABOUT_TOOLS and fact.behind:
        yield f"{names_in_words(fact.behind)}: {_ABOUT_TOOLS[fact.name]}"
    if fact.name == "negative_path.held_back":
        return  # nobody has sent them, so there is nothing to fix in the server
    tests: dict[str, list[str]] = {}
    for name in fact.behind:
        check, _, tool = name.partition(":")
        check = check.partition(" ")[0]  # of one without a subject, `see …` is next
        if check in remedies:
            tests.setdefault(check, []).append(tool)
    file, called = _DESCRIBED.get(fact.name.partition(".")[0], ("probes.md", "probes"))
    for check, tools in list(tests.items())[:_MOST]:
        on = names_in_words([tool for tool in tools if tool])
        link = page(file, check if called == "probes" else check.lower())
        yield f"{check}{f' on {on}' if on else ''}: {remedies[check]} {link}"
    if len(tests) > _MOST:
        yield f"and {len(tests) - _MOST} more {called}"
