"""`propose`: assertions for the tests of a suite, from what the server answers now."""

import difflib
import os
import re
from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.driver import drive
from mcptest_action.app.exit_code import ExitCode, NotReadyError
from mcptest_action.app.session import opened, talk
from mcptest_action.app.setup import Setup
from mcptest_action.app.suite_environment import for_suites
from mcptest_action.app.suite_files import allotted_to, read_suites
from mcptest_action.app.target import TargetRequest
from mcptest_action.core.authoring.propose import Answered, PassedOver, edit_suite, observe, propose
from mcptest_action.core.checks.suite import Allotted, secrets_of, select
from mcptest_action.core.document import BYTE_ORDER_MARK
from mcptest_action.core.text import unusable
from mcptest_action.shell.files import POLICY_LIMIT, is_folder, read_bytes, write_text

_SECRET_NAME = re.compile(
    r"auth|token|secret|key|cookie|pass|credential|webhook|(?:^|_)(?:pat|pw|dsn)(?:$|_)",
    re.IGNORECASE,
)
_NO_NEWLINE = "\n\\ No newline at end of file\n"


class ProposeRequest(NamedTuple):
    target: TargetRequest
    suite: str
    filter: str | None
    write: bool
    transcript: str | None


def run(request: ProposeRequest, context: Context) -> ExitCode:
    if is_folder(request.suite):
        raise unusable(request.suite, "is a folder", "name one suite")
    environment = for_suites(os.environ)
    (file,) = read_suites([request.suite], environment)
    chosen = select([file.suite], [request.filter] if request.filter else [], [], [])
    observed: list[Answered | PassedOver] = []
    for one in allotted_to(request.target, chosen, request.transcript, "leave it out"):
        observed += _observed(request, one, context)
    proposed = propose(observed, _secrets(os.environ))
    for note in proposed.notes:
        context.remark(note)
    before, name = file.text, file.suite.file
    after = edit_suite(before, name, proposed.additions, environment, proposed.reviews)
    context.console.report(diff_of(before, after, name))
    if after == before:
        context.console.note("there is nothing to propose")
    elif request.write:
        marked = read_bytes(request.suite, POLICY_LIMIT).startswith(BYTE_ORDER_MARK.encode())
        write_text(request.suite, BYTE_ORDER_MARK + after if marked else after)
        context.wrote(request.suite)
    return ExitCode.OK


def _observed(
    request: ProposeRequest, allotted: Allotted, context: Context
) -> tuple[Answered | PassedOver, ...]:
    setup = Setup(
        allotted.server,
        request.target,
        context,
        request.transcript,
        placeholders=secrets_of(allotted.suites),
    )
    return talk(lambda: _observe(setup, allotted))


async def _observe(setup: Setup, allotted: Allotted) -> tuple[Answered | PassedOver, ...]:
    async with opened(setup) as session:
        if session.surface.problems:
            problem = session.surface.problems[0]
            raise NotReadyError([f"the server could not be listed: {problem}"])
        cases = [case for suite in allotted.suites for case in suite.cases]
        return await drive(observe(cases, session.plan), session.line)


def _secrets(environment: Mapping[str, str]) -> list[str]:
    """A server that we start sees our environment, and its answers may contain it."""
    return [value for name, value in environment.items() if _SECRET_NAME.search(name)]


def diff_of(before: str, after: str, file: str) -> str:
    """In the form that `git apply` and `patch -p1` take."""
    lines = difflib.unified_diff(
        before.splitlines(keepends=True),
        after.splitlines(keepends=True),
        f"a/{file}",
        f"b/{file}",
    )
    return "".join(line if line.endswith("\n") else f"{line}{_NO_NEWLINE}" for line in lines)
