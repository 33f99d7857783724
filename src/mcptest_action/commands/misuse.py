"""A gate that never began, because its inputs or flags are wrong: who waits for it is told."""

import argparse
import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from mcptest_action.commands.arguments import Parser, given_by
from mcptest_action.commands.context import Context
from mcptest_action.commands.flags import flags_of
from mcptest_action.commands.publisher import publisher_of
from mcptest_action.commands.report_files import clear_reports
from mcptest_action.commands.whereabouts import enter, on_github, whereabouts
from mcptest_action.core.errors import InputError
from mcptest_action.core.inputs import Takes
from mcptest_action.core.publish.mode import Mode


def tell_misuse(
    error: InputError,
    words: Sequence[str],
    context: Context,
    add_arguments: Callable[[Parser], None],
) -> None:
    """Outputs, summary, annotation and comment as for any gate that ends without a verdict.

    An earlier verdict is removed. What is wrong with the words is left aside.
    """
    args = _understood(words, add_arguments)
    here = whereabouts(args.working_directory, os.environ)
    with suppress(InputError):
        enter(args.working_directory)
        clear_reports(args, here)
    if on_github(os.environ):
        publisher_of(args, context, here).tell_failure(error)


def _understood(
    words: Sequence[str], add_arguments: Callable[[Parser], None]
) -> argparse.Namespace:
    parser = Parser("mcptest gate", "", ())
    add_arguments(parser)
    args = parser.parse_args([])
    takes = {f"--{flag.name}": flag.takes for flag in flags_of(add_arguments)}
    for word, following in zip(words, [*words[1:], ""], strict=True):
        name, equals, _ = word.partition("=")
        if name in takes:
            alone = equals or takes[name] is Takes.NOTHING
            with suppress(InputError):
                parser.parse_args([word] if alone else [f"{name}={following}"], args)
    if "comment" not in given_by(args) and any(word.startswith("--comment=") for word in words):
        args.comment = str(Mode.ON_CHANGE)  # somebody wants one, and an old one must not stay
    return args
