"""Errors in the words of whoever made them: a step has inputs, where a command line has flags."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from mcptest_action.commands.context import Context
from mcptest_action.commands.whereabouts import on_github
from mcptest_action.core.errors import InputError, Problem
from mcptest_action.core.render.connection_failure import QUOTED
from mcptest_action.core.render.flags_as_given import flags_as_given
from mcptest_action.exit_code import NotReadyError


@contextmanager
def spelt(context: Context) -> Iterator[None]:
    """What is raised in here calls flags inputs or variables, if that is what was given."""
    try:
        yield
    except InputError as error:
        if not context.from_inputs:
            raise
        raise InputError([_problem(problem) for problem in error.problems]) from None
    except NotReadyError as error:
        if context.from_inputs:
            error.lines = tuple(map(_line, error.lines))
        raise


def _problem(problem: Problem) -> Problem:
    file = problem.file if problem.line else _text(problem.file)
    return problem._replace(file=file, what=_text(problem.what), hint=_text(problem.hint))


def _line(line: str) -> str:
    """What quotes the server stays as it is."""
    return line if line.startswith(QUOTED) else _text(line)


def _text(text: str) -> str:
    # Imported late: the flags are those of the gate, which may be on its way to import us.
    from mcptest_action.commands.inputs import gate_flags  # noqa: PLC0415

    return flags_as_given(text, gate_flags(), on_github=on_github(os.environ))
