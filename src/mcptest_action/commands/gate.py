"""Connect to a server, probe it, write the artifacts, hold them against the policy, and say so.

Without a server it is the offline gate: the verdict on artifacts that were made elsewhere.
"""

import argparse
import os
from collections.abc import Sequence

from mcptest_action.commands.arguments import OUT, Each, Parser, Switch, add_artifacts
from mcptest_action.commands.circumstances import circumstances
from mcptest_action.commands.context import Context
from mcptest_action.commands.execution_arguments import add_execution
from mcptest_action.commands.flags import flags_of
from mcptest_action.commands.gate_file import NOT_IN_FILE, blamed_on_the_file, fill_in
from mcptest_action.commands.gate_inputs import given_of
from mcptest_action.commands.gate_suites import suite_files, with_servers
from mcptest_action.commands.misuse import tell_misuse
from mcptest_action.commands.policy_choice import choose_policy
from mcptest_action.commands.publisher import Publisher, publisher_of
from mcptest_action.commands.publishing_arguments import add_publishing
from mcptest_action.commands.report_files import (
    all_paths,
    check_files,
    clear_files,
    clear_reports,
    report_paths,
    write_copies,
    write_files,
)
from mcptest_action.commands.spelling import spelt
from mcptest_action.commands.target_arguments import add_target, config_of
from mcptest_action.commands.whereabouts import Whereabouts, enter, whereabouts
from mcptest_action.core.config.gate_section import GateKeys
from mcptest_action.core.config.load import Config
from mcptest_action.core.errors import InputError, unusable
from mcptest_action.core.pipeline.formats import FORMAT_OF, render, reports_of
from mcptest_action.core.pipeline.judging import Outcome, judge
from mcptest_action.core.policy.model import Level
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.ownership import give_back

EXAMPLES = (
    'mcptest gate --server-command "python server.py"',
    "mcptest gate --server-url http://127.0.0.1:8080/mcp --policy policy.yml --wait-for-ready 60s",
    'mcptest gate --server-command "python server.py" --plan',
    'mcptest gate --server-command "python server.py" --only missing_required --only wrong_type',
    'mcptest gate --server-command "python server.py" --suite suite.yml',
    "mcptest gate --policy policy.yml --run-report run.json --security security.json",
)


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    add_execution(parser)
    group = parser.add_argument_group("the gate")
    group.add_argument("--policy", metavar="FILE", help="default: policy.yml, or a built-in one")
    group.add_argument(
        "--suite", metavar="FILE", action=Each, default=[],
        help="run these tests as well, before the probes; a folder of suites is fine; "
        "may be repeated",
    )  # fmt: skip
    group.add_argument("--out", metavar="DIR", default=OUT, help=f"for artifacts; default: {OUT}")
    group.add_argument("--plan", action=Switch, help="say what would be called, and stop")
    group.add_argument(
        "--only", metavar="NAME", action=Each, default=[],
        help="run only this probe, or only on this tool; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--skip", metavar="NAME", action=Each, default=[],
        help="leave out this probe, or this tool; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--deep-scan", action=Switch,
        help="call up to 3 read tools as their schema allows; "
        "also needs MCPTEST_ENABLE_DEEP_SCAN=true",
    )  # fmt: skip
    group.add_argument(
        "--conformance", choices=("on", "off"),
        help="ask what of the protocol it meets; default: on, unless --only is given",
    )  # fmt: skip
    group.add_argument(
        "--security-scan", choices=("on", "off"),
        help="look for attacks and mistakes in what it lists and answers; default: on, "
        "unless --security is given",
    )  # fmt: skip
    group.add_argument("--report-only", action=Switch, help="exit 0 whatever the verdict")
    group.add_argument("--working-directory", metavar="DIR", help="go there before anything else")
    group.add_argument(
        "--format", choices=[*FORMAT_OF], default="pretty",
        help="of the report on standard output; all are written to --out; default: pretty",
    )  # fmt: skip
    add_publishing(parser)
    add_artifacts(parser)


def on_misuse(error: InputError, words: Sequence[str], context: Context) -> None:
    """Called instead of `run` where the words are wrong, before the error is shown."""
    tell_misuse(error, words, context, add_arguments)


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    here = whereabouts(args.working_directory, os.environ)
    publisher = publisher_of(args, context, here)
    try:
        with spelt(context):
            enter(args.working_directory)
            outcome = _outcome(args, context, here, publisher)
        if outcome is None:
            publisher.tell_plan()
            return ExitCode.OK
        text = render(outcome.report, args.format, colour=context.console.colour)
        context.console.report(text)
        write_copies(outcome, args, context.console, here)
    except BaseException as error:
        publisher.tell_failure(error)
        raise
    finally:
        give_back(all_paths(args), here.home)
    failed = outcome.report.verdict.level is Level.FAIL and not args.report_only
    code = ExitCode.GATE_FAILED if failed else ExitCode.OK
    paths = report_paths(outcome, args, here.home)
    publisher.tell(outcome.report, code, paths, outcome.files[FORMAT_OF["annotations"].file])
    return code


def _outcome(
    args: argparse.Namespace, context: Context, here: Whereabouts, publisher: Publisher
) -> Outcome | None:
    """None when only the plan was asked for."""
    try:
        config = config_of(args, GateKeys(flags_of(add_arguments), NOT_IN_FILE))
        taken = fill_in(args, config)
    except InputError:
        clear_reports(args, here)
        raise
    with blamed_on_the_file(config.file, taken):
        return _gated(args, context, here, publisher, config)


def _gated(
    args: argparse.Namespace,
    context: Context,
    here: Whereabouts,
    publisher: Publisher,
    config: Config,
) -> Outcome | None:
    if not args.plan:
        clear_files(args, here)
    check_files(args, here)
    base = choose_policy(args, publisher)
    files = suite_files(args, here.home)
    config = with_servers(args, config, files)
    live = bool(args.server_command or args.server_url or config.servers or files)
    given = given_of(args, here.home, base, live=live)
    if live:
        # Imported late: neither --help nor a verdict on artifacts needs what runs a server.
        from mcptest_action.commands.live_gate import LiveGate  # noqa: PLC0415

        gate = LiveGate(args, config, given, files, context)
        _note(args, context, live=True)
        return gate.run()
    if len(given.sources) > 1:
        _note(args, context, live=False)
        report = judge(given, context.now)
        outcome = Outcome(report, reports_of(report))
        write_files(outcome, args.out, context.console)
        return outcome
    hint = "add --server-command or --server-url, or an artifact such as --run-report"
    raise unusable("mcptest gate", "there is neither a server nor an artifact", hint)


def _note(args: argparse.Namespace, context: Context, *, live: bool) -> None:
    for note in circumstances(args, live=live):
        context.console.note(f"note: {for_terminal(note)}")
