"""`policy simulate` and `policy explain`: artifacts on disk to a verdict. No server, no network."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from mcptest_action.app.artifact_files import left_by_a_gate, source_of, sources_of
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.policy_file import POLICY, policy_bytes
from mcptest_action.app.policy_layers import read_given
from mcptest_action.core.facts import conformance, run_report, security
from mcptest_action.core.pipeline import render
from mcptest_action.core.pipeline.judging import built_in_policy, judge
from mcptest_action.core.policy import Level, Policy, RuleResult, omission_lines
from mcptest_action.core.policy.default import EVERYTHING, Looked
from mcptest_action.core.policy.own_rule import own_results
from mcptest_action.core.render import Report, Source
from mcptest_action.core.text import did_you_mean, flag, unusable
from mcptest_action.shell.files import (
    POLICY_LIMIT,
    cited,
    exists,
    same_file,
)


class SimulateRequest(NamedTuple):
    policy: str | None
    """None for the built-in one."""
    artifacts: Mapping[str, str]
    """Files, by the flag that names them."""
    now: str | None
    gate: bool
    form: str
    output: str | None


class ExplainRequest(NamedTuple):
    rule: str
    policy: str | None
    artifacts: Mapping[str, str]
    out: str
    """Where the last gate has left its artifacts."""
    now: str | None
    form: str
    output: str | None


def run(request: SimulateRequest, context: Context) -> ExitCode:
    named = (request.policy, *request.artifacts.values())
    _keep(request.output, [path for path in named if path])
    overridden = request.now is not None
    report = _judged(request.policy, request.artifacts, context.at(request.now), overridden)
    _keep(request.output, [source.path for source in report.sources])
    colour = context.console.colour and request.output is None
    context.deliver(render(report, request.form, colour=colour), request.output)
    for warning in omission_lines(report.policy) if request.gate else ():
        context.warn(warning)
    failed = request.gate and report.verdict.level is Level.FAIL
    return ExitCode.GATE_FAILED if failed else ExitCode.OK


def _keep(output: str | None, paths: Iterable[str]) -> None:
    """The report replaces nothing that it rests on."""
    for path in paths:
        if output is not None and same_file(output, path):
            what = f"would overwrite the input {path}"
            raise unusable(flag("output"), what, "choose another file")


def explain(request: ExplainRequest, context: Context) -> ExitCode:
    # Imported late: `policy simulate` doesn't explain anything.
    from mcptest_action.core.render.explanation import render_explanation  # noqa: PLC0415
    from mcptest_action.core.render.report_json import dump, rule_document  # noqa: PLC0415

    policy = request.policy
    if policy is None and exists(POLICY):
        policy = POLICY
    artifacts = request.artifacts or left_by_a_gate(request.out, context)
    report = _judged(policy, artifacts, context.at(request.now), request.now is not None)
    results = {result.rule.id: result for result in report.verdict.results}
    own = own_results(_run_report(report), report.pool)
    results |= {r.rule.id: r for r in own if r.rule.id not in results}
    if request.rule not in results:
        hint = did_you_mean(request.rule, results) or f"known: {', '.join(results)}"
        raise unusable(report.policy.file, f"there is no rule '{request.rule}'", hint)
    result = results[request.rule]
    if request.form == "json":
        text = dump(rule_document(result))
    else:
        text = render_explanation(result, report.policy, _remedies(result))
    context.deliver(text, request.output)
    return ExitCode.OK


def read_policy(path: str) -> Policy:
    content = policy_bytes(path)  # first: it refuses names that nobody could cite
    return read_given(Source("--policy", cited(path), content, path)).policy


def _judged(
    policy: str | None, artifacts: Mapping[str, str], now: datetime, time_overridden: bool
) -> Report:
    """The report on the files; without a policy, the built-in one applies."""
    source = (
        built_in_policy(_looked_at(artifacts))
        if policy is None
        else source_of("--policy", policy, POLICY_LIMIT)
    )
    given = read_given(source)
    given = given._replace(sources=(source, *sources_of(artifacts)))
    return judge(given, now, time_overridden=time_overridden)


def _looked_at(artifacts: Mapping[str, str]) -> Looked:
    """What the artifacts are about. Before there are any, every rule is one to ask about."""
    if not artifacts:
        return EVERYTHING
    return Looked(conformance.FLAG in artifacts, security.FLAG in artifacts)


def _run_report(report: Report) -> Mapping[str, Any]:
    """The run report, which the gate's own rules are about; empty if it wasn't given."""
    given = [source for source in report.sources if source.flag == run_report.FLAG]
    found: Mapping[str, Any] = json.loads(given[0].content) if given else {}
    return found


def _remedies(result: RuleResult) -> Mapping[str, str]:
    """Imported only if there is something to remedy: probes and rules take a while to load."""
    if result.fact is None or not result.fact.behind or result.fact.name.startswith("surface."):
        return {}
    if result.fact.name.startswith("security."):
        from mcptest_action.core.checks.security.catalogue import RULES  # noqa: PLC0415 - see above

        return {rule.id: rule.remedy for rule in RULES}
    if result.fact.name.startswith("conformance."):
        from mcptest_action.core.checks.conformance.catalogue import CHECKS  # noqa: PLC0415 - see above

        return {check.id: check.remedy for check in CHECKS}
    if result.fact.name.startswith("readiness."):
        from mcptest_action.core.checks.readiness import DIRECTORIES  # noqa: PLC0415 - see above

        return {each.id: each.asks for of in DIRECTORIES for each in of.criteria}
    from mcptest_action.core.checks.probes import remedies  # noqa: PLC0415 - see above

    return remedies()
