"""What `mcptest.yml` says for the gate: it fills in the flags that were not given."""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from mcptest_action.commands.arguments import given_by
from mcptest_action.commands.publishing_arguments import BASE
from mcptest_action.commands.target_arguments import OF_A_URL, WHICH
from mcptest_action.core.config.gate_section import Setting
from mcptest_action.core.config.load import Config
from mcptest_action.core.errors import InputError, Problem

# The flags that are no keys of the file, and why.
NOT_IN_FILE = {
    "config": "it names the file",
    "working-directory": "it says where the file is looked for",
    "plan": "a gate that only ever shows its plan would never fail",
    "policy-ref": "whoever changes the policy could change it as well",
    "token-env": "whose token is used is for whoever runs the job to say",
}
# With `--policy-ref base`, a pull request does not choose what it is judged by.
_NOT_WITH_BASE = ("policy", "report-only")

Settings = Mapping[str, Setting]


def fill_in(args: argparse.Namespace, config: Config) -> Settings:
    """Set what no flag has said; what was taken from the file is returned."""
    said = set(given_by(args))
    if said.intersection(WHICH):  # a token for the file's server is for no other
        said.update(WHICH, OF_A_URL)
    taken = {name: at for name, at in config.gate.items() if _attribute(name) not in said}
    if args.policy_ref == BASE:
        _refuse_judging_oneself(taken, config.file)
    for name, setting in taken.items():
        value = setting.value
        setattr(args, _attribute(name), list(value) if isinstance(value, tuple) else value)
    return taken


@contextmanager
def blamed_on_the_file(file: str, taken: Settings) -> Iterator[None]:
    """What is wrong with a flag that the file has filled in is told at the file's line."""
    try:
        yield
    except InputError as error:
        raise InputError([_placed(problem, file, taken) for problem in error.problems]) from None


def _placed(problem: Problem, file: str, taken: Settings) -> Problem:
    setting = taken.get(problem.file.partition(" ")[0].removeprefix("--"))
    if setting is None or not problem.file.startswith("--"):
        return problem
    what = f"gate: {problem.file.replace('--', '')}: {problem.what}"
    return Problem(file, what, problem.hint, setting.line, setting.column)


def _refuse_judging_oneself(taken: Settings, file: str) -> None:
    problems = [
        Problem(
            file,
            f"gate: {name} does not go with --policy-ref base: a pull request could change it",
            f"use --{name}, or the input",
            *taken[name][1:],
        )
        for name in _NOT_WITH_BASE
        if name in taken
    ]
    if problems:
        raise InputError(problems)


def _attribute(name: str) -> str:
    return name.replace("-", "_")
