"""The inputs of a step, found in the environment: what `mcptest-action` does without arguments."""

import os
from collections.abc import Sequence

from mcptest_action.commands import gate
from mcptest_action.commands.context import Context
from mcptest_action.commands.flags import flags_of
from mcptest_action.core.errors import InputError
from mcptest_action.core.inputs import (
    TOKEN_VARIABLE,
    Flag,
    Inputs,
    read_inputs,
    usable_inputs,
)
from mcptest_action.shell import clock
from mcptest_action.shell.console import Console


def words_for_gate(console: Console) -> Sequence[str]:
    """The inputs as words. A token goes from its input into a variable, never into words."""
    try:
        return ["gate", *_words(read_inputs(os.environ, gate_flags()))]
    except InputError as error:
        usable = _words(usable_inputs(os.environ, gate_flags()))
        gate.on_misuse(error, usable, Context(clock.now(), console))
        raise


def _words(inputs: Inputs) -> Sequence[str]:
    if inputs.token:
        os.environ[TOKEN_VARIABLE] = inputs.token
    return inputs.argv


def gate_flags() -> tuple[Flag, ...]:
    """What can be an input: every flag of the gate."""
    return flags_of(gate.add_arguments)
