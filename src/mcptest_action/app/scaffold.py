"""`scaffold`: a first suite for a server, one test per tool. Only tools that read are called."""

from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.driver import drive
from mcptest_action.app.exit_code import ExitCode, NotReadyError
from mcptest_action.app.session import opened, talk
from mcptest_action.app.setup import Setup
from mcptest_action.app.target import TargetRequest, server_of
from mcptest_action.core.authoring.scaffold import ObservedTool, candidates, observe, scaffolded
from mcptest_action.core.checks.run import check_samples
from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.text import unusable
from mcptest_action.shell.files import create_text


class ScaffoldRequest(NamedTuple):
    target: TargetRequest
    output: str | None
    force: bool
    """Whether a file that is there may be replaced."""
    transcript: str | None


class Observations(NamedTuple):
    surface: Surface
    observed: tuple[ObservedTool, ...]


def run(request: ScaffoldRequest, context: Context) -> ExitCode:
    server = server_of(request.target)
    setup = Setup(server, request.target, context, request.transcript)
    surface, observed = talk(lambda: _observe(setup))
    name = "" if request.target.is_named else server.name
    made = scaffolded(surface, server.target, observed, name)
    for sentence in made.left_out:
        context.warn(sentence)
    if not made.tests:
        raise unusable("the server", "lists no tool that a test could be written for")
    if request.output is None or request.force:
        context.deliver(made.text, request.output)
    else:
        create_text(request.output, made.text)
        context.wrote(request.output)
    return ExitCode.OK


async def _observe(setup: Setup) -> Observations:
    async with opened(setup) as session:
        surface, config = session.surface, setup.config
        if surface.problems:
            raise NotReadyError([f"the server could not be listed: {surface.problems[0]}"])
        check_samples(surface.tools, config.tools, config.file)
        found = tuple(candidates(surface, session.plan, config.tools))
        observing = observe(surface, found, setup.context.version)
        observed = await drive(observing, session.line, relisted=session.tighten)
        return Observations(surface, observed)
