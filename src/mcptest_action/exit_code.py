"""What the exit code tells the CI system."""

from enum import IntEnum


class ExitCode(IntEnum):
    OK = 0
    GATE_FAILED = 1
    BAD_INPUT = 2
    INTERNAL_ERROR = 4
    INTERRUPTED = 130


MEANING = {
    ExitCode.OK: "the verdict is pass or warn, or no gate was asked for",
    ExitCode.GATE_FAILED: "the gate failed",
    ExitCode.BAD_INPUT: "wrong invocation, or input that cannot be used",
    ExitCode.INTERNAL_ERROR: "a bug in mcptest-action, with a traceback",
    ExitCode.INTERRUPTED: "interrupted",
}
