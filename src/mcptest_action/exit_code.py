"""What the exit code tells the CI system. `docs/cli.md` lists the same table."""

from enum import IntEnum


class ExitCode(IntEnum):
    OK = 0
    GATE_FAILED = 1
    BAD_INPUT = 2
    INTERNAL_ERROR = 4
    INTERRUPTED = 130
