"""Evaluate a policy over artifacts on disk and print the verdict. No server, no network."""

from mcptest_action.app import simulate
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.pipeline import FORMAT_OF
from mcptest_action.core.request import Options
from mcptest_action.core.text import flag, unusable
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import (
    add_artifacts,
    add_now,
    add_policy,
    add_report,
    artifact_files,
)

EXAMPLES = (
    "mcptest policy simulate --policy policy.yml --run-report run.json",
    "mcptest policy simulate --policy policy.yml --run-report run.json --gate",
    "mcptest policy simulate --policy policy.yml --security security.json --format json",
    "mcptest policy simulate --policy policy.yml --now 2027-01-01T00:00:00Z",
    "mcptest policy simulate --policy policy.yml --surface-report tools-list.json --gate",
)


def add_arguments(parser: Parser) -> None:
    add_policy(parser)
    add_artifacts(parser)
    parser.add_argument("--gate", action="store_true", help="exit 1 when the verdict is fail")
    add_now(parser)
    parser.add_argument(
        "--allow-time-override", action="store_true", help="let --gate go by the time of --now"
    )
    add_report(parser, [*FORMAT_OF])


def run(options: Options, context: Context) -> ExitCode:
    request = simulate.SimulateRequest(
        policy=options.text("policy"),
        artifacts=artifact_files(options),
        now=options.text("now"),
        gate=options.switch("gate"),
        form=options.word("format"),
        output=options.text("output"),
    )
    if request.now is not None and request.gate and not options.switch("allow-time-override"):
        hint = "drop --gate, or add --allow-time-override"
        raise unusable(flag("now"), "a gate goes by the real time", hint)
    return simulate.run(request, context)
