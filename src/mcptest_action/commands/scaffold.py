"""Write a first suite for a server: one test per tool. Only tools that read are called."""

import argparse
from typing import NamedTuple

from mcptest_action import __version__
from mcptest_action.commands.arguments import Parser, Switch
from mcptest_action.commands.context import Context
from mcptest_action.commands.conversation import Talk, setup_of, talk
from mcptest_action.commands.execution_arguments import add_execution, execution_of
from mcptest_action.commands.safety import check_settings
from mcptest_action.commands.target_arguments import add_target, config_of
from mcptest_action.core.config.load import Config
from mcptest_action.core.errors import unusable
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.run.subject import check_samples
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.scaffold.model import ObservedTool
from mcptest_action.core.scaffold.observe import candidates, observe
from mcptest_action.core.scaffold.suite import scaffolded
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.surface.model import Surface
from mcptest_action.core.target.model import Url
from mcptest_action.exit_code import ExitCode, NotReadyError
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.files import create_text

EXAMPLES = (
    'mcptest scaffold --server-command "python server.py" > suite.yml',
    "mcptest scaffold --server-url http://127.0.0.1:8080/mcp --output suite.yml",
    "mcptest scaffold --calls none --output suite.yml",
)


class Seen(NamedTuple):
    surface: Surface
    observed: tuple[ObservedTool, ...]


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    add_execution(parser)
    parser.add_argument("--transcript", metavar="FILE", help="record every exchange (JSON Lines)")
    parser.add_argument("--output", metavar="FILE", help="write there instead of standard output")
    parser.add_argument("--force", action=Switch, help="replace the file if there is one")


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    config = config_of(args)
    policy = execution_of(args, config.execution)
    setup = setup_of(args, config, context)

    async def work(talk: Talk) -> Seen:
        return await _look(talk, config, policy, context)

    seen = talk(setup, context.console, work)
    name = "" if args.server_command or args.server_url else setup.server.name
    made = scaffolded(seen.surface, setup.server.target, seen.observed, name)
    for sentence in made.left_out:
        context.console.note(f"warning: {for_terminal(sentence)}")
    if not made.tests:
        raise unusable("the server", "lists no tool that a test could be written for")
    if args.output is None or args.force:
        context.deliver(made.text, args.output)
    else:
        create_text(args.output, made.text)
        context.console.note(f"wrote {for_terminal(args.output)}")
    return ExitCode.OK


async def _look(talk: Talk, config: Config, policy: ExecutionPolicy, context: Context) -> Seen:
    surface = await talk.line.run(collect(talk.hello), "surface")
    if surface.problems:
        raise NotReadyError([f"the server could not be listed: {surface.problems[0]}"])
    plan = make_plan(surface.tools, policy, config.tools)
    check_settings(config, plan, context)
    check_samples(surface.tools, config.tools, config.file)
    guard = talk.line.guard = Guard(plan, policy, over_http=isinstance(talk.target, Url))
    found = tuple(candidates(surface, plan, config.tools))
    looking, answer = observe(surface, found, __version__), None
    while True:
        try:
            task = looking.send(answer)
        except StopIteration as done:
            return Seen(surface, done.value)
        answer = await talk.line.run(task.script, task.check, task.tool)
        if isinstance(answer, Surface):  # listed again, after a break
            guard.tighten(make_plan(answer.tools, policy, config.tools))
