"""Print what a server offers: tools, resources, templates, prompts. Calls no tool."""

import argparse

from mcptest_action.commands.arguments import Parser, add_report
from mcptest_action.commands.context import Context
from mcptest_action.commands.conversation import Talk, setup_of, talk
from mcptest_action.commands.target_arguments import add_target, config_of
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.surface_pretty import surface_pretty
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.surface.document import surface_document
from mcptest_action.core.surface.model import Surface
from mcptest_action.exit_code import ExitCode

EXAMPLES = (
    'mcptest surface --server-command "python server.py"',
    "mcptest surface --server-url http://127.0.0.1:8080/mcp --format json --output surface.json",
    "mcptest surface --server-url https://api.example/mcp --bearer-token-env API_TOKEN",
    "mcptest surface --config mcptest.yml --server api --wait-for-ready 60s",
)


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    parser.add_argument("--transcript", metavar="FILE", help="record every exchange (JSON Lines)")
    add_report(parser, ("pretty", "json"))


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    setup = setup_of(args, config_of(args), context)
    surface = talk(setup, context.console, _collect)
    text = surface_pretty(surface) if args.format == "pretty" else dump(surface_document(surface))
    context.deliver(text, args.output)
    for problem in surface.problems:
        context.console.note(f"warning: {for_terminal(problem)}")
    return ExitCode.NOT_READY if surface.problems else ExitCode.OK


async def _collect(talk: Talk) -> Surface:
    return await talk.line.run(collect(talk.hello), "surface")
