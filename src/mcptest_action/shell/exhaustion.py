"""The machine has run out of something. That isn't a bug, and says nothing about the server."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from mcptest_action.core.text import MachineError, Problem

_NUMBERS = frozenset(
    (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)
)
_NO_THREAD = "can't start new thread"  # Python has no other sign of this


@contextmanager
def exhaustion_reported() -> Iterator[None]:
    """Turns an error about exhausted resources into unusable input, which exits with 2."""
    try:
        yield
    except (OSError, RuntimeError, MemoryError) as error:
        lacking = _lacking(error)
        if not lacking:
            raise
        raise MachineError([Problem("this machine", lacking, "give the job more room")]) from None


def _lacking(error: Exception) -> str:
    match error:
        case OSError(errno=number, strerror=str(said)) if number in _NUMBERS:
            return said[:1].lower() + said[1:]
        case RuntimeError() if str(error) == _NO_THREAD:
            return "no more threads can be started"
        case MemoryError():
            return "there is no memory left"
        case _:
            return ""
