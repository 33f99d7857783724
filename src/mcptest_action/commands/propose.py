"""Propose assertions for the tests of a suite, from what the server answers now.

Tools that are declared read-only are called twice: what stays is proposed as it is, what passes by
its kind. The proposal is a diff to look at; only --write changes the file.
"""

import argparse
import difflib
import os
import re
from collections.abc import Mapping

from mcptest_action.commands.arguments import Parser, Switch
from mcptest_action.commands.context import Context
from mcptest_action.commands.conversation import Talk, setup_for, talk
from mcptest_action.commands.execution_arguments import add_execution, execution_of
from mcptest_action.commands.safety import check_settings
from mcptest_action.commands.suite_files import SuiteFile, read_suites
from mcptest_action.commands.target_arguments import add_target, config_of, server_of
from mcptest_action.core.config.load import Config
from mcptest_action.core.errors import unusable
from mcptest_action.core.propose.edit import edit_suite
from mcptest_action.core.propose.observe import Answered, PassedOver, observe
from mcptest_action.core.propose.propose import propose
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.suite.allot import Allotted, allot
from mcptest_action.core.suite.model import secrets_of
from mcptest_action.core.suite.select import select
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.target.model import Url
from mcptest_action.exit_code import ExitCode, NotReadyError
from mcptest_action.shell.calls.filling import filling
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.files import POLICY_LIMIT, is_folder, read_bytes, write_text

EXAMPLES = (
    "mcptest propose suite.yml",
    "mcptest propose suite.yml --filter forecast > proposal.diff && git apply proposal.diff",
    "mcptest propose suite.yml --write",
)
_SECRET_NAME = re.compile(
    r"auth|token|secret|key|cookie|pass|credential|webhook|(?:^|_)(?:pat|pw|dsn)(?:$|_)",
    re.IGNORECASE,
)
_MARK = "\ufeff"
_NO_NEWLINE = "\n\\ No newline at end of file\n"
Observed = tuple[Answered | PassedOver, ...]


def add_arguments(parser: Parser) -> None:
    parser.add_argument("suite", metavar="SUITE", help="the suite file")
    add_target(parser)
    add_execution(parser)
    parser.add_argument("--filter", metavar="TEXT", help="only tests with this in their name")
    parser.add_argument("--write", action=Switch, help="change the file, as the diff says")
    parser.add_argument("--transcript", metavar="FILE", help="record every exchange (JSON Lines)")


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    if is_folder(args.suite):
        raise unusable(args.suite, "is a folder", "name one suite")
    (file,) = read_suites([args.suite], os.environ)
    config = config_of(args)
    observed: list[Answered | PassedOver] = []
    for one in _allotted(args, config, file):
        observed += _observed(args, config, one, context)
    proposed = propose(observed, _secrets(os.environ))
    for note in proposed.notes:
        context.console.note(f"note: {for_terminal(note)}")
    before, name = file.text, file.suite.file
    after = edit_suite(before, name, proposed.additions, os.environ)
    context.console.report(diff_of(before, after, name))
    if after == before:
        context.console.note("there is nothing to propose")
    elif args.write:
        marked = read_bytes(args.suite, POLICY_LIMIT).startswith(_MARK.encode())
        write_text(args.suite, _MARK + after if marked else after)
        context.console.note(f"wrote {for_terminal(args.suite)}")
    return ExitCode.OK


def _allotted(args: argparse.Namespace, config: Config, file: SuiteFile) -> tuple[Allotted, ...]:
    override = server_of(args, config) if args.server_command or args.server_url else None
    suites = select([file.suite], [args.filter] if args.filter else [], [], [])
    allotted = allot(suites, config.servers, config.file, override)
    if args.transcript and len(allotted) > 1:
        what = f"there are {len(allotted)} servers, and a transcript holds one"
        raise unusable("--transcript", what, "leave it out")
    return allotted


def _observed(
    args: argparse.Namespace, config: Config, allotted: Allotted, context: Context
) -> Observed:
    policy = execution_of(args, config.execution)
    secrets = secrets_of(allotted.suites)
    setup = setup_for(allotted.server, args, context)._replace(secrets=tuple(secrets.values()))

    async def work(talk: Talk) -> Observed:
        talk.line.fill = filling(secrets)
        return await _look(talk, config, policy, allotted, context)

    return talk(setup, context.console, work)


async def _look(
    talk: Talk, config: Config, policy: ExecutionPolicy, allotted: Allotted, context: Context
) -> Observed:
    surface = await talk.line.run(collect(talk.hello), "surface")
    if surface.problems:
        raise NotReadyError([f"the server could not be listed: {surface.problems[0]}"])
    plan = make_plan(surface.tools, policy, config.tools)
    check_settings(config, plan, context)
    talk.line.guard = Guard(plan, policy, over_http=isinstance(talk.target, Url))
    cases = [case for suite in allotted.suites for case in suite.cases]
    looking, answer = observe(cases, plan), None
    while True:
        try:
            task = looking.send(answer)
        except StopIteration as done:
            found: Observed = done.value
            return found
        answer = await talk.line.run(task.script, task.check, task.tool)


def _secrets(environment: Mapping[str, str]) -> list[str]:
    """A server that we start sees our environment, and may answer with it."""
    return [value for name, value in environment.items() if _SECRET_NAME.search(name)]


def diff_of(before: str, after: str, file: str) -> str:
    """As `git apply` and `patch -p1` take it."""
    lines = difflib.unified_diff(
        before.splitlines(keepends=True),
        after.splitlines(keepends=True),
        f"a/{file}",
        f"b/{file}",
    )
    return "".join(line if line.endswith("\n") else f"{line}{_NO_NEWLINE}" for line in lines)
