"""Words to command to exit code. The only place that catches errors for users."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mcptest_action import __version__
from mcptest_action.app.exit_code import ExitCode, NotReadyError
from mcptest_action.commands import COMMANDS, Command
from mcptest_action.core.text import (
    InputError,
    Problem,
    as_flags,
    did_you_mean,
    error_command,
    for_terminal,
    for_terminal_line,
    unusable,
)
from mcptest_action.shell import clock
from mcptest_action.shell.console import Console
from mcptest_action.shell.signals import SIGNALS, Reacting

if TYPE_CHECKING:  # importing them takes time
    from mcptest_action.core.request import Options
    from mcptest_action.parsing.parser import Parser


def main(argv: Sequence[str] | None = None, *, from_inputs: bool = False) -> int:
    """Run one command; the exit code says how it ended, whatever happens.

    From inputs it runs the gate, with its options from the environment.
    """
    console = Console(sys.stdout, sys.stderr, os.environ)
    try:
        words = ["gate"] if from_inputs else list(sys.argv[1:] if argv is None else argv)
        return _run(words, console, from_inputs=from_inputs)
    except InputError as error:
        for problem in error.problems:
            console.note(_complaint(problem))
        return ExitCode.BAD_INPUT
    except NotReadyError as error:
        lines = (for_terminal_line(as_flags(line)) for line in error.lines)
        console.fenced("error: " + "\n".join(lines))
        return ExitCode.NOT_READY
    except SystemExit as done:  # argparse has printed the help
        return ExitCode.OK if done.code is None else int(done.code)
    except KeyboardInterrupt:
        console.note("interrupted")
        return ExitCode.INTERRUPTED
    except Exception:  # noqa: BLE001 - a bug must not look like a verdict
        import traceback  # costs a fifth of the start-up, and is hardly ever needed

        console.note(traceback.format_exc())
        console.note("error: this is a bug in mcptest-action; please report the lines above")
        return ExitCode.INTERNAL_ERROR


def _complaint(problem: Problem) -> str:
    """One line; on GitHub, one that appears at the file's line in the pull request."""
    if os.environ.get("GITHUB_ACTIONS") == "true" and problem.line:
        return error_command(problem)
    return f"error: {for_terminal(problem.where)}: {for_terminal(problem.sentence)}"


def _run(argv: list[str], console: Console, *, from_inputs: bool) -> int:
    if argv[:1] in (["--version"], ["-V"]):
        console.report(f"mcptest-action {__version__}\n")
        return ExitCode.OK
    command = _find(argv)
    if command is None:
        return _overview(argv, console)
    # Imported late: no command pays for the start-up of another.
    from mcptest_action.app.context import Context
    from mcptest_action.parsing.parser import Parser

    module = importlib.import_module(f"mcptest_action.commands.{command.module}")
    parser = Parser(f"mcptest {command.words}", module.__doc__ or "", module.EXAMPLES)
    module.add_arguments(parser)
    words = argv[len(command.words.split()) :]
    context = Context(clock.now(), console, __version__)
    try:
        options = _inputs(parser) if from_inputs else parser.options(words)
    except InputError as error:
        if hasattr(module, "on_misuse"):
            understood = _inputs(parser, partly=True) if from_inputs else parser.understood(words)
            module.on_misuse(error, understood, context)
        raise
    with Reacting(SIGNALS):
        code: int = module.run(options, context)
    return code


def _inputs(parser: "Parser", *, partly: bool = False) -> "Options":
    from mcptest_action.parsing.inputs import options_of_inputs, understood_inputs

    return (understood_inputs if partly else options_of_inputs)(parser, os.environ)


def _find(argv: list[str]) -> Command | None:
    for command in COMMANDS:
        words = command.words.split()
        if argv[: len(words)] == words:
            return command
    return None


def _overview(argv: list[str], console: Console) -> int:
    """The list of commands, or the one that an unknown word probably means."""
    group = argv[0] if argv and any(c.words.startswith(f"{argv[0]} ") for c in COMMANDS) else ""
    rest = argv[1:] if group else argv
    listed = [c for c in COMMANDS if c.words.startswith(group)]
    if rest and rest[0] not in ("-h", "--help"):
        word = f"{group} {rest[0]}".strip()
        known = [c.words for c in listed] + [c.words.split()[0] for c in listed]
        hint = did_you_mean(word, known) or "see mcptest --help"
        raise unusable("mcptest", f"'{word}' is not a command", hint)
    lines = [f"  mcptest {c.words:<16}  {c.does}" for c in listed]
    text = "\n".join(
        [
            "mcptest-action: a release gate for MCP servers",
            "",
            *lines,
            "",
            "mcptest COMMAND --help   explains a command, with examples",
            "mcptest --version        prints the version",
            "",
            "exit codes: 0 pass or warn, 1 gate failed, 2 unusable input, 3 server never ready,",
            "            4 a bug, 130 interrupted",
            "",
        ]
    )
    if not rest:
        console.note(text)
        return ExitCode.BAD_INPUT
    console.report(text)
    return ExitCode.OK
