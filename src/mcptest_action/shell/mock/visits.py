"""How many sessions there have been, in this process or in all that share a file."""

import fcntl
import os
import re

from mcptest_action.core.text import unusable

# The content that this module writes, or nothing. Any other file belongs to somebody: we don't
# overwrite it, however much of it is blank.
_COUNT = re.compile(rb"(?:([0-9]{1,15})\n)?")


class Visits:
    """Counts from 1. With a file, the count outlives the process."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._count = 0

    def next(self) -> int:
        self._count = self._count + 1 if self._path is None else _next(self._path)
        return self._count


def _next(path: str) -> int:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            # Two processes that start at the same moment are two sessions, not one.
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            found = _COUNT.fullmatch(os.pread(descriptor, 64, 0))
            if found is None:
                raise unusable(path, "does not hold a number of sessions", "name another file")
            count = int(found[1] or 0) + 1
            os.pwrite(descriptor, b"%d\n" % count, 0)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise unusable(path, f"cannot be used to count sessions: {error.strerror}") from None
    return count
