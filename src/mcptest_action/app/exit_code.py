"""What the exit code tells the CI system."""

from collections.abc import Sequence
from enum import IntEnum


class ExitCode(IntEnum):
    OK = 0
    GATE_FAILED = 1
    BAD_INPUT = 2
    NOT_READY = 3
    INTERNAL_ERROR = 4
    INTERRUPTED = 130


MEANING = {
    ExitCode.OK: "the verdict is pass or warn, or no gate was asked for",
    ExitCode.GATE_FAILED: "the gate failed",
    ExitCode.BAD_INPUT: "wrong invocation, or input that cannot be used",
    ExitCode.NOT_READY: (
        "the server was never ready, could not be reached, or does not speak JSON-RPC"
    ),
    ExitCode.INTERNAL_ERROR: "a bug in mcptest-action, with a traceback",
    ExitCode.INTERRUPTED: "interrupted",
}


class NotReadyError(Exception):
    """We could not start a conversation with the server; the lines say why."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = tuple(lines)
