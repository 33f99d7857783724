"""`ready`: hold what a server lists against what directories ask for. Calls no tool."""

import os
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.registry_files import paths_of, registry_files
from mcptest_action.app.session import greeted, talk
from mcptest_action.app.setup import Setup
from mcptest_action.app.target import TargetRequest, server_of
from mcptest_action.core.checks.readiness import (
    ABOUT_SERVER_JSON,
    BY_NAME,
    Material,
    ReadinessReport,
    RegistryFiles,
    Status,
    examine,
)
from mcptest_action.core.checks.security import load_dump
from mcptest_action.core.document import read_json
from mcptest_action.core.protocol.surface import NO_TOOLS, Surface, collect
from mcptest_action.core.protocol.transcript import SURFACE
from mcptest_action.core.render.readiness import READY_FORMATS
from mcptest_action.core.text import did_you_mean, flag, for_terminal, names_in_words, unusable
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_text, same_file

FAIL_ON = ("required", "unmet")


class ReadyRequest(NamedTuple):
    target: TargetRequest
    dump: str | None
    """A file with what `tools/list` returned, instead of a server."""
    packs: tuple[str, ...]
    server_json: str | None
    fail_on: str | None
    """unmet: anything; required: only what a directory surely insists on."""
    form: str
    output: str | None
    transcript: str | None


def run(request: ReadyRequest, context: Context) -> ExitCode:
    directories = [BY_NAME[name] for name in _known(request.packs)]
    _check_files(request)
    files = _registry_files(request)
    with context.replacing(request.output):
        surface = _listed(request, context)
    report = examine(Material(surface, files), directories)
    context.deliver(READY_FORMATS[request.form](report), request.output)
    problems = [problem for problem in surface.problems if problem != NO_TOOLS]
    for problem in problems:
        context.warn(problem)
    if problems:
        return ExitCode.NOT_READY
    unmet = _unmet(report, request.fail_on) if request.fail_on else ""
    if not unmet:
        return ExitCode.OK
    context.console.note(f"exit 1: {for_terminal(unmet)}")
    return ExitCode.GATE_FAILED


def _known(packs: tuple[str, ...]) -> tuple[str, ...]:
    if not packs:
        raise unusable(flag("for"), "no pack is named", f"one of {', '.join(BY_NAME)}")
    for name in packs:
        if name not in BY_NAME:
            hint = did_you_mean(name, BY_NAME) or f"one of {', '.join(BY_NAME)}"
            raise unusable(flag("for"), f"there is no directory '{name}'", hint)
    return tuple(name for name in BY_NAME if name in packs)


def _check_files(request: ReadyRequest) -> None:
    if ABOUT_SERVER_JSON in request.packs and request.server_json is None:
        what = f"{ABOUT_SERVER_JSON} is about server.json, and none was given"
        raise unusable(flag("for", ABOUT_SERVER_JSON), what, f"add {flag('server-json', 'FILE')}")
    _protect(request, *filter(None, (request.dump, request.server_json)))


def _registry_files(request: ReadyRequest) -> RegistryFiles | None:
    if request.server_json is None:
        return None
    read = registry_files(request.server_json, os.environ)
    _protect(request, *paths_of(request.server_json, read))
    return read


def _protect(request: ReadyRequest, *inputs: str) -> None:
    for path in inputs:
        if request.output and same_file(path, request.output):
            what = f"would overwrite the input {path}"
            raise unusable(flag("output"), what, "choose another file")


def _listed(request: ReadyRequest, context: Context) -> Surface:
    if request.dump is not None:
        text = read_text(request.dump, ARTIFACT_LIMIT)
        return load_dump(read_json(text, request.dump), request.dump).surface
    server = server_of(request.target)
    setup = Setup(server, request.target, context, request.transcript)
    return talk(lambda: _list(setup))


async def _list(setup: Setup) -> Surface:
    async with greeted(setup) as session:
        return await session.run(collect(session.hello), SURFACE)


def _unmet(report: ReadinessReport, fail_on: str) -> str:
    """Which demand isn't met; empty if all are. Where nobody looked, none is."""
    unseen = [each.directory.name for each in report.directories if not each.was_checked]
    if unseen:
        return f"nothing was checked for {', '.join(unseen)}"
    counted = [
        row.criterion.id
        for each in report.directories
        for row in each.of(Status.UNMET)
        if fail_on == "unmet" or row.criterion.is_sure
    ]
    return f"not met: {names_in_words(counted)}" if counted else ""
