"""The outputs of a step, which later steps of a workflow can use."""

from collections.abc import Mapping

from mcptest_action.core.pipeline.judging import FILES
from mcptest_action.core.policy import RuleOutcome
from mcptest_action.core.render import Report
from .digest import outcome_counts
from .subject import NoVerdict

COUNTED = {
    "failed": RuleOutcome.FAIL,
    "warned": RuleOutcome.WARN,
    "waived": RuleOutcome.WAIVED,
    "expired": RuleOutcome.EXPIRED_WAIVER,
    "unevaluated": RuleOutcome.UNEVALUATED,
}
PATHS = ("out", *FILES, "transcript")
OUTPUTS = ("verdict", "exit-code", *COUNTED, "badge", *PATHS)


def outputs_of(
    result: Report | NoVerdict, exit_code: int, paths: Mapping[str, str]
) -> dict[str, str]:
    """Every output, always: a missing one is empty, so that no expression fails on it."""
    outputs = dict.fromkeys(OUTPUTS, "")
    outputs["exit-code"] = str(exit_code)
    if not isinstance(result, NoVerdict):
        counts = outcome_counts(result.verdict)
        outputs["verdict"] = str(result.verdict.level)
        outputs |= {name: str(counts[outcome]) for name, outcome in COUNTED.items()}
        badge = result.pool.facts.get("conformance.badge")
        outputs["badge"] = str(badge.value) if badge else ""
    return outputs | {name: path for name, path in paths.items() if name in PATHS}


def output_lines(outputs: Mapping[str, str], delimiter: str) -> str:
    """For `$GITHUB_OUTPUT`. Text that cannot guess the delimiter cannot add an output."""
    return "".join(f"{name}<<{delimiter}\n{text}\n{delimiter}\n" for name, text in outputs.items())
