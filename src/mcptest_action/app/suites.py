"""`run`: the user's own tests, from suites in YAML."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.probing import Prober, note_called_once
from mcptest_action.app.session import OutOfTimeError, Session, opened, talk
from mcptest_action.app.setup import Setup, Tape
from mcptest_action.app.suite_environment import for_suites
from mcptest_action.app.suite_files import allotted_to, read_suites, suites_here
from mcptest_action.app.target import TargetRequest
from mcptest_action.core.checks.coverage import coverage_document, coverage_of, exercises_of_suites
from mcptest_action.core.checks.results import Coverage
from mcptest_action.core.checks.run import (
    Rebuilt,
    RunConfig,
    config_document,
    merged_document,
    rebuild,
    run_document,
)
from mcptest_action.core.checks.suite import Allotted, secrets_of, select
from mcptest_action.core.render.coverage import coverage_markdown, coverage_pretty
from mcptest_action.core.render.of_run import suites_of
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.safety import safety_pretty
from mcptest_action.core.render.suite_junit import suite_junit
from mcptest_action.core.render.suites import (
    ServerTests,
    shortfall,
    suite_list,
    suites_markdown,
    suites_pretty,
)
from mcptest_action.core.text import flag, for_terminal, unusable
from mcptest_action.shell.files import same_file


class SuitesRequest(NamedTuple):
    target: TargetRequest
    paths: tuple[str, ...]
    """Of suites, or folders of them; none for those that are found here."""
    filters: tuple[str, ...]
    tags: tuple[str, ...]
    skip_tags: tuple[str, ...]
    fail_fast: bool
    only_list: bool
    reporter: str
    output: str | None
    transcript: str | None


def run(request: SuitesRequest, context: Context) -> ExitCode:
    if not request.paths:
        request = request._replace(paths=suites_here(request.target.config))
        context.remark(f"running {', '.join(request.paths)}")
    files = read_suites(request.paths, None if request.only_list else for_suites(os.environ))
    _check_outputs(request)
    found = [file.suite for file in files]
    suites = select(found, request.filters, request.tags, request.skip_tags)
    if request.only_list:
        context.deliver(suite_list(suites), request.output)
        return ExitCode.OK
    name_one = f"add {flag('server', 'NAME')}"
    allotted = allotted_to(request.target, suites, request.transcript, name_one)
    with context.replacing(request.output):
        runs = [_run_on_one(request, one, context) for one in allotted]
    tests = [suites_of(run, one.server.name) for run, one in zip(runs, allotted, strict=True)]
    context.deliver(_rendered(runs, tests, request.reporter), request.output)
    wrong = shortfall(tests)
    if not wrong:
        return ExitCode.OK
    context.console.note(f"exit 1: {for_terminal(wrong)}")
    return ExitCode.GATE_FAILED


def _check_outputs(request: SuitesRequest) -> None:
    for name, path in (("output", request.output), ("transcript", request.transcript)):
        if path and any(same_file(path, file) for file in request.paths):
            raise unusable(flag(name), f"would overwrite the suite {path}", "choose another file")


def _run_on_one(request: SuitesRequest, allotted: Allotted, context: Context) -> Rebuilt:
    """Run the tests of one server: talk, then conclude from the transcript."""
    config = RunConfig(
        choice=request.target.choice,
        execution=request.target.execution,
        tools=request.target.config.tools,
        source=source_of(os.environ),
        suites=allotted.suites,
        probing=False,
        fail_fast=request.fail_fast,
    )
    setup = Setup(
        allotted.server,
        request.target,
        context,
        request.transcript,
        {"run": config_document(config)},
        secrets_of(allotted.suites),
    )
    tape = Tape()
    try:
        talk(lambda: _talk(setup, config, tape))
    except OutOfTimeError:
        if tape.exchanges is None:
            raise
    run = rebuild(tape.exchanges or (), config, context.version, relisted=False)
    if not isinstance(run, Rebuilt):
        raise unusable("the run", run.because)
    return run


async def _talk(setup: Setup, config: RunConfig, tape: Tape) -> None:
    async with opened(setup, tape) as session:
        _announce(session, config, setup.context)
        try:
            await Prober(session, config, setup.context).run()
        finally:
            note_called_once(session, setup.context)


def _announce(session: Session, config: RunConfig, context: Context) -> None:
    """Before any call: the tools under test, and what we may do with them."""
    tested = {case.tool for suite in config.suites for case in suite.cases if not case.skip}
    rows = tuple(row for row in session.plan if row.tool.name in tested)
    if rows:
        context.console.fenced(safety_pretty(session.name, rows))


def source_of(environment: Mapping[str, str]) -> dict[str, str]:
    """Where the code under test comes from, as far as the CI system says."""
    places = {
        "repository": ("GITHUB_REPOSITORY", "CI_PROJECT_PATH"),
        "branch": ("GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BRANCH_NAME"),
        "commit": ("GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT"),
    }
    said = {
        key: next((environment[name] for name in names if environment.get(name)), "")
        for key, names in places.items()
    }
    return {key: value for key, value in said.items() if value}


def _rendered(runs: list[Rebuilt], tests: list[ServerTests], reporter: str) -> str:
    match reporter:
        case "json":
            names, documents = [one.server for one in tests], [run_document(run) for run in runs]
            coverage = coverage_document(_coverage(runs))
            return dump({**merged_document(names, documents), "coverage": coverage})
        case "junit":
            return suite_junit(tests)
        case "markdown":
            return f"{suites_markdown(tests)}\n{coverage_markdown(_coverage(runs))}"
        case _:
            return f"{suites_pretty(tests)}\n{coverage_pretty(_coverage(runs))}"


def _coverage(runs: list[Rebuilt]) -> Coverage:
    return coverage_of(one for run in runs for one in exercises_of_suites(run.record.tests))
