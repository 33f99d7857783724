"""`surface` and `safety`: what a server lists, and what we may do with it. Calls no tool."""

from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode, NotReadyError
from mcptest_action.app.session import greeted, opened, talk
from mcptest_action.app.setup import Setup
from mcptest_action.app.target import TargetRequest, server_of
from mcptest_action.core.protocol.exchange import NoHello
from mcptest_action.core.protocol.surface import Surface, collect, collect_again, surface_document
from mcptest_action.core.protocol.transcript import RESTART, SURFACE
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.safety import safety_markdown, safety_pretty
from mcptest_action.core.render.surface_pretty import surface_pretty
from mcptest_action.core.safety import Planned, complaints, safety_document, unstable_tools


class ListingRequest(NamedTuple):
    target: TargetRequest
    form: str
    output: str | None
    transcript: str | None
    check: bool = False
    """Whether what is wrong with declarations fails."""


class Listings(NamedTuple):
    """What the server lists, which tools we may call, and what a second connection lists."""

    first: Surface
    plan: tuple[Planned, ...]
    second: Surface


def surface(request: ListingRequest, context: Context) -> ExitCode:
    listed = talk(lambda: _list(_setup(request, context)))
    pretty = request.form == "pretty"
    text = surface_pretty(listed) if pretty else dump(surface_document(listed))
    context.deliver(text, request.output)
    for problem in listed.problems:
        context.warn(problem)
    return ExitCode.NOT_READY if listed.problems else ExitCode.OK


def safety(request: ListingRequest, context: Context) -> ExitCode:
    first, plan, second = talk(lambda: _list_twice(_setup(request, context), context.version))
    unstable = unstable_tools(first.tools, second.tools)
    title = str(first.server.get("name") or "a server without a name")
    match request.form:
        case "json":
            text = dump(safety_document(first, request.target.execution, plan, unstable))
        case "markdown":
            text = safety_markdown(title, plan, unstable)
        case _:
            text = safety_pretty(title, plan, unstable)
    context.deliver(text, request.output)
    problems = dict.fromkeys((*first.problems, *second.problems))
    for problem in problems:
        context.warn(problem)
    if problems:
        return ExitCode.NOT_READY
    failed = request.check and complaints(plan, unstable)
    return ExitCode.GATE_FAILED if failed else ExitCode.OK


def _setup(request: ListingRequest, context: Context) -> Setup:
    return Setup(server_of(request.target), request.target, context, request.transcript)


async def _list(setup: Setup) -> Surface:
    async with greeted(setup) as session:
        return await session.run(collect(session.hello), SURFACE)


async def _list_twice(setup: Setup, version: str) -> Listings:
    async with opened(setup) as session:
        second = await session.run(collect_again(session.hello.era, version), RESTART)
        if isinstance(second, NoHello):
            said = second.tried[-1] if second.tried else "it could not be opened"
            raise NotReadyError([f"the server did not answer on a second connection: {said}"])
        return Listings(session.surface, session.plan, second)
