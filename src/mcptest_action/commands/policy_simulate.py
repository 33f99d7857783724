"""Evaluate a policy over artifacts on disk and print the verdict. No server, no network."""

import argparse

from mcptest_action.commands.arguments import (
    Parser,
    add_artifacts,
    add_now,
    add_policy,
    add_report,
    artifact_paths,
)
from mcptest_action.commands.context import Context
from mcptest_action.commands.simulation import simulate
from mcptest_action.core.errors import unusable
from mcptest_action.core.pipeline.formats import FORMAT_OF, render
from mcptest_action.core.policy.model import Level
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import same_file

EXAMPLES = (
    "mcptest policy simulate --policy policy.yml --run-report run.json",
    "mcptest policy simulate --policy policy.yml --run-report run.json --gate",
    "mcptest policy simulate --policy policy.yml --security security.json --format json",
    "mcptest policy simulate --policy policy.yml --now 2027-01-01T00:00:00Z",
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


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    if args.now is not None and args.gate and not args.allow_time_override:
        hint = "drop --gate, or add --allow-time-override"
        raise unusable("--now", "a gate goes by the real time", hint)
    for path in (args.policy, *artifact_paths(args).values()):
        if args.output is not None and same_file(args.output, path):
            raise unusable("--output", f"would overwrite the input {path}", "choose another file")
    report = simulate(args, context.at(args.now))
    colour = context.console.colour and args.output is None
    context.deliver(render(report, args.format, colour=colour), args.output)
    failed = report.verdict.level is Level.FAIL
    return ExitCode.GATE_FAILED if args.gate and failed else ExitCode.OK
