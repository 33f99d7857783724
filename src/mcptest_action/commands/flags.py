"""The flags of a command, asked of its own parser: whoever lists them cannot forget one."""

import argparse
from collections.abc import Callable

from mcptest_action.commands.arguments import Each, Parser
from mcptest_action.core.inputs import Flag, Takes


def flags_of(add_arguments: Callable[[Parser], None]) -> tuple[Flag, ...]:
    parser = Parser("mcptest", "", ())
    add_arguments(parser)
    return tuple(
        Flag(action.option_strings[0].removeprefix("--"), _takes(action), _choices(action))
        for action in parser._actions  # noqa: SLF001 - argparse offers no other list
        if "--help" not in action.option_strings
    )


def _takes(action: argparse.Action) -> Takes:
    if action.nargs == 0:
        return Takes.NOTHING
    return Takes.VALUES if isinstance(action, Each) else Takes.VALUE


def _choices(action: argparse.Action) -> tuple[str, ...]:
    return tuple(str(choice) for choice in action.choices or ())
