"""Say why a rule came out as it did: fact, source, comparator, layer, waiver, what to do.

Without an artifact, those that the last gate has left are read.
"""

from mcptest_action.app import simulate
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.policy_file import POLICY
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import (
    OUT,
    add_artifacts,
    add_now,
    add_report,
    artifact_files,
)

EXAMPLES = (
    "mcptest policy explain no-failed-tests",
    "mcptest policy explain no-failed-tests --policy policy.yml --run-report run.json",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument("rule", help="the id of the rule; those of the gate itself too")
    parser.add_argument("--policy", metavar="FILE", help=f"default: {POLICY}, or the built-in one")
    parser.add_argument(
        "--out", metavar="DIR", default=OUT, help=f"of the last gate; default: {OUT}"
    )
    add_artifacts(parser)
    add_now(parser)
    add_report(parser, ("pretty", "json"))


def run(options: Options, context: Context) -> ExitCode:
    request = simulate.ExplainRequest(
        rule=options.word("rule"),
        policy=options.text("policy"),
        artifacts=artifact_files(options),
        out=options.word("out"),
        now=options.text("now"),
        form=options.word("format"),
        output=options.text("output"),
    )
    return simulate.explain(request, context)
