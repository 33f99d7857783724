"""The inputs of a step, found in the environment: what `mcptest-action` does without arguments."""

import argparse
import os
from collections.abc import Sequence

from mcptest_action.commands import gate
from mcptest_action.commands.arguments import Parser
from mcptest_action.core.inputs import TOKEN_VARIABLE, Flag, Takes, read_inputs


def words_for_gate() -> Sequence[str]:
    """The inputs as words. A token goes from its input into a variable, never into words."""
    inputs = read_inputs(os.environ, gate_flags())
    if inputs.token:
        os.environ[TOKEN_VARIABLE] = inputs.token
    return ["gate", *inputs.argv]


def gate_flags() -> tuple[Flag, ...]:
    """What can be an input: every flag of the gate, asked of its own parser."""
    parser = Parser("mcptest gate", "", ())
    gate.add_arguments(parser)
    actions = parser._option_string_actions  # noqa: SLF001 - argparse offers no other list
    return tuple(
        Flag(flag.removeprefix("--"), _takes(action))
        for flag, action in actions.items()
        if flag.startswith("--") and flag != "--help"
    )


def _takes(action: argparse.Action) -> Takes:
    if action.nargs == 0:
        return Takes.NOTHING
    repeatable = isinstance(action, argparse._AppendAction)  # noqa: SLF001 - see above
    return Takes.VALUES if repeatable else Takes.VALUE
