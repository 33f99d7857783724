"""Connect to a server, probe it, write the artifacts, hold them against the policy, and say so.

Without a server it is the offline gate: the verdict on artifacts that were made elsewhere.
"""

import argparse
import os

from mcptest_action.commands.arguments import Parser, add_artifacts
from mcptest_action.commands.context import Context
from mcptest_action.commands.execution_arguments import add_execution
from mcptest_action.commands.formats import Format, render
from mcptest_action.commands.gate_inputs import given_of
from mcptest_action.commands.live_gate import LiveGate
from mcptest_action.commands.outcome import FILE_OF, Outcome, judge, reports_of
from mcptest_action.commands.policy_choice import choose_policy
from mcptest_action.commands.publisher import Publisher, publisher_of
from mcptest_action.commands.publishing_arguments import add_publishing
from mcptest_action.commands.report_files import (
    all_paths,
    check_copies,
    clear_files,
    report_paths,
    write_copies,
    write_files,
)
from mcptest_action.commands.target_arguments import add_target, config_of
from mcptest_action.commands.whereabouts import enter
from mcptest_action.core.errors import unusable
from mcptest_action.core.policy.model import Level
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.ownership import give_back

EXAMPLES = (
    'mcptest gate --server-command "python server.py"',
    "mcptest gate --server-url http://127.0.0.1:8080/mcp --policy policy.yml --wait-for-ready 60s",
    'mcptest gate --server-command "python server.py" --plan',
    'mcptest gate --server-command "python server.py" --only missing_required --only wrong_type',
    "mcptest gate --policy policy.yml --run-report run.json --security security.json",
)
OUT = "mcptest-out"


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    add_execution(parser)
    group = parser.add_argument_group("the gate")
    group.add_argument("--policy", metavar="FILE", help="default: policy.yml, or a built-in one")
    group.add_argument("--out", metavar="DIR", default=OUT, help=f"for artifacts; default: {OUT}")
    group.add_argument("--plan", action="store_true", help="say what would be called, and stop")
    group.add_argument(
        "--only", metavar="NAME", action="append", default=[],
        help="run only this probe, or only on this tool; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--skip", metavar="NAME", action="append", default=[],
        help="leave out this probe, or this tool; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--deep-scan", action="store_true",
        help="call up to 3 read tools as their schema allows; "
        "also needs MCPTEST_ENABLE_DEEP_SCAN=true",
    )  # fmt: skip
    group.add_argument("--report-only", action="store_true", help="exit 0 whatever the verdict")
    group.add_argument("--working-directory", metavar="DIR", help="go there before anything else")
    group.add_argument(
        "--format", choices=[str(name) for name in Format], default=str(Format.PRETTY),
        help="of the report on standard output; all are written to --out; default: pretty",
    )  # fmt: skip
    add_publishing(parser)
    add_artifacts(parser)


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    home = enter(args.working_directory, os.environ)
    publisher = publisher_of(args, context, home)
    try:
        outcome = _outcome(args, context, home, publisher)
        if outcome is None:  # only the plan was asked for
            return ExitCode.OK
        text = render(outcome.report, Format(args.format), colour=context.console.colour)
        context.console.report(text)
        write_copies(outcome, args, context.console)
    except BaseException as error:
        publisher.tell_failure(error)
        raise
    finally:
        give_back(all_paths(args), home)
    failed = outcome.report.verdict.level is Level.FAIL and not args.report_only
    code = ExitCode.GATE_FAILED if failed else ExitCode.OK
    paths = report_paths(outcome, args, home)
    publisher.tell(outcome.report, code, paths, outcome.files[FILE_OF[Format.ANNOTATIONS]])
    return code


def _outcome(
    args: argparse.Namespace, context: Context, home: str, publisher: Publisher
) -> Outcome | None:
    base = choose_policy(args, publisher)
    check_copies(args)
    config = config_of(args)
    given = given_of(args, home, base)
    if not args.plan:
        clear_files(args)
    if args.server_command or args.server_url or config.servers:
        return LiveGate(args, config, given, context).run()
    if len(given.sources) > 1:
        report = judge(given, context.now)
        outcome = Outcome(report, reports_of(report))
        write_files(outcome, args.out, context.console)
        return outcome
    hint = "add --server-command or --server-url, or an artifact such as --run-report"
    raise unusable("mcptest gate", "there is neither a server nor an artifact", hint)
