"""Say of every tool what it may do, and whether we would call it. Calls no tool."""

import argparse
from typing import NamedTuple

from mcptest_action import __version__
from mcptest_action.commands.arguments import Parser, add_report
from mcptest_action.commands.context import Context
from mcptest_action.commands.conversation import Talk, setup_of, talk
from mcptest_action.commands.execution_arguments import add_execution, execution_of
from mcptest_action.commands.target_arguments import add_target, config_of
from mcptest_action.core.config.load import Config
from mcptest_action.core.errors import InputError, Problem
from mcptest_action.core.exchange.handshake import NoHello
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.safety_markdown import safety_markdown
from mcptest_action.core.render.safety_pretty import safety_pretty
from mcptest_action.core.safety.document import safety_document
from mcptest_action.core.safety.plan import Planned, complaints, make_plan, unknown_settings
from mcptest_action.core.safety.stability import unstable_tools
from mcptest_action.core.surface.collect import collect, collect_again
from mcptest_action.core.surface.model import Surface
from mcptest_action.exit_code import ExitCode, NotReadyError

EXAMPLES = (
    'mcptest safety --server-command "python server.py"',
    "mcptest safety --server-url http://127.0.0.1:8080/mcp --format markdown --output SAFETY.md",
    'mcptest safety --server-command "python server.py" --check',
)


class Listings(NamedTuple):
    """What the server lists, and what it lists on a second connection."""

    first: Surface
    second: Surface


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    add_execution(parser)
    parser.add_argument(
        "--check", action="store_true",
        help="exit 1 when a destructive tool asks for no confirmation, "
        "or declarations are malformed, contradict each other, or change between connections",
    )  # fmt: skip
    parser.add_argument("--transcript", metavar="FILE", help="record every exchange (JSON Lines)")
    add_report(parser, ("pretty", "markdown", "json"))


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    config = config_of(args)
    policy = execution_of(args, config.execution)
    listings = talk(setup_of(args, config, context), context.console, _list_twice)
    surface = listings.first
    plan = make_plan(surface.tools, policy, config.tools)
    check_settings(config, plan, context)
    unstable = unstable_tools(surface.tools, listings.second.tools)
    title = str(surface.server.get("name") or "a server without a name")
    match args.format:
        case "json":
            text = dump(safety_document(surface, policy, plan, unstable))
        case "markdown":
            text = safety_markdown(title, plan, unstable)
        case _:
            text = safety_pretty(title, plan, unstable)
    context.deliver(text, args.output)
    problems = (*surface.problems, *listings.second.problems)
    for problem in dict.fromkeys(problems):
        context.console.note(f"warning: {for_terminal(problem)}")
    if problems:
        return ExitCode.NOT_READY
    failed = args.check and complaints(plan, unstable)
    return ExitCode.GATE_FAILED if failed else ExitCode.OK


async def _list_twice(talk: Talk) -> Listings:
    first = await talk.line.run(collect(talk.hello), "surface")
    again = collect_again(talk.hello.era, __version__)
    second = await talk.line.run(again, "restart")
    if isinstance(second, NoHello):
        said = second.tried[-1] if second.tried else "it could not be opened"
        raise NotReadyError([f"the server did not answer on a second connection: {said}"])
    return Listings(first, second)


def check_settings(config: Config, plan: tuple[Planned, ...], context: Context) -> None:
    """A tool that is configured but not there is a typo, unless the file is for several servers."""
    unknown = unknown_settings(plan, config.tools)
    if unknown and len(config.servers) <= 1:
        hint = "correct the name, or remove the entry"
        raise InputError([Problem(config.file, sentence, hint) for sentence in unknown])
    for sentence in unknown:
        context.console.note(f"warning: {for_terminal(f'{config.file}: {sentence}')}")
