"""List the facts that rules can name, and the artifact each comes from."""

import argparse

from mcptest_action.commands import COMMANDS
from mcptest_action.commands.arguments import Parser, add_report
from mcptest_action.commands.context import Context
from mcptest_action.core.render.fact_catalogue import facts_document, facts_markdown, facts_pretty
from mcptest_action.core.render.report_json import dump
from mcptest_action.exit_code import ExitCode

EXAMPLES = ("mcptest policy facts", "mcptest policy facts --format json")


def add_arguments(parser: Parser) -> None:
    add_report(parser, ("pretty", "json", "markdown"))


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    match args.format:
        case "json":
            text = dump(facts_document())
        case "markdown":
            text = facts_markdown(command.words for command in COMMANDS)
        case _:
            text = facts_pretty()
    context.deliver(text, args.output)
    return ExitCode.OK
