"""Run your own tests of a server, from suites in YAML.

Tools are called under the same execution policy as in `mcptest gate`: what is held back is
skipped, with the reason. Exits 1 when a test failed or was inconclusive, and when nothing ran.
"""

import argparse
import os
from typing import Any

from mcptest_action.commands.arguments import Parser
from mcptest_action.commands.context import Context
from mcptest_action.commands.execution_arguments import add_execution
from mcptest_action.commands.live_inputs import source_of
from mcptest_action.commands.suite_arguments import add_selection
from mcptest_action.commands.suite_files import read_suites
from mcptest_action.commands.suite_run import SuiteRun
from mcptest_action.commands.target_arguments import add_target, config_of, server_of
from mcptest_action.core.config.load import Config
from mcptest_action.core.coverage.document import coverage_document
from mcptest_action.core.coverage.of_run import exercises_of_suites
from mcptest_action.core.errors import unusable
from mcptest_action.core.render.coverage_markdown import coverage_markdown
from mcptest_action.core.render.coverage_pretty import coverage_pretty
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.suite_junit import suite_junit
from mcptest_action.core.render.suite_list import suite_list
from mcptest_action.core.render.suite_markdown import suites_markdown
from mcptest_action.core.render.suite_pretty import suites_pretty
from mcptest_action.core.render.suites import ServerTests, shortfall
from mcptest_action.core.render.suites_of_run import suites_of
from mcptest_action.core.run.document import run_document
from mcptest_action.core.run.rebuild import Rebuilt
from mcptest_action.core.run.suite_document import merged_document
from mcptest_action.core.suite.allot import Allotted, allot
from mcptest_action.core.suite.model import Suite
from mcptest_action.core.suite.select import select
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import same_file

EXAMPLES = (
    "mcptest run suite.yml",
    "mcptest run suites/ --reporter junit --output junit.xml",
    'mcptest run suite.yml --server-command "python server.py" --tag quick --fail-fast',
    "mcptest run suite.yml --reporter json --output run.json",
    "mcptest run suite.yml --list",
)
REPORTERS = ("pretty", "json", "junit", "markdown")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("suite", metavar="SUITE", nargs="+", help="suite files, or folders of them")
    add_target(parser)
    add_execution(parser)
    add_selection(parser)
    parser.add_argument("--reporter", choices=REPORTERS, default="pretty", help="default: pretty")
    parser.add_argument("--output", metavar="FILE", help="write there instead of standard output")
    parser.add_argument("--transcript", metavar="FILE", help="record every exchange (JSON Lines)")


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    files = read_suites(args.suite, None if args.list else os.environ)
    for flag, path in (("--output", args.output), ("--transcript", args.transcript)):
        if path and any(same_file(path, file) for file in args.suite):
            raise unusable(flag, f"would overwrite the suite {path}", "choose another file")
    suites = select([file.suite for file in files], args.filter, args.tag, args.skip_tag)
    if args.list:
        context.deliver(suite_list(suites), args.output)
        return ExitCode.OK
    config = config_of(args)
    allotted = _allotted(args, config, suites)
    if args.transcript and len(allotted) > 1:
        what = f"there are {len(allotted)} servers, and a transcript holds one"
        raise unusable("--transcript", what, "add --server NAME")
    source = source_of(os.environ)
    runs = [SuiteRun(args, config, one, source, context).run() for one in allotted]
    tests = [suites_of(run, one.server.name) for run, one in zip(runs, allotted, strict=True)]
    context.deliver(_rendered(runs, tests, args.reporter), args.output)
    wrong = shortfall(tests)
    if not wrong:
        return ExitCode.OK
    context.console.note(f"exit 1: {for_terminal(wrong)}")
    return ExitCode.GATE_FAILED


def _allotted(
    args: argparse.Namespace, config: Config, suites: tuple[Suite, ...]
) -> tuple[Allotted, ...]:
    """Flags that name a server win over the files."""
    override = server_of(args, config) if args.server_command or args.server_url else None
    allotted = allot(suites, config.servers, config.file, override)
    if args.server is None:
        return allotted
    chosen = tuple(one for one in allotted if one.server.name == args.server)
    if not chosen:
        known = ", ".join(one.server.name for one in allotted)
        raise unusable("--server", f"no test is for '{args.server}'", f"known: {known}")
    return chosen


def _rendered(runs: list[Rebuilt], tests: list[ServerTests], reporter: str) -> str:
    match reporter:
        case "json":
            names, documents = [one.server for one in tests], [run_document(run) for run in runs]
            return dump({**merged_document(names, documents), "coverage": _coverage(runs)})
        case "junit":
            return suite_junit(tests)
        case "markdown":
            return f"{suites_markdown(tests)}\n{coverage_markdown(_coverage(runs))}"
        case _:
            return f"{suites_pretty(tests)}\n{coverage_pretty(_coverage(runs))}"


def _coverage(runs: list[Rebuilt]) -> dict[str, Any]:
    return coverage_document(one for run in runs for one in exercises_of_suites(run.record.tests))
