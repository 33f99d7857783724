"""What a process writes: lines on standard output, and the end of its log on standard error."""

from collections.abc import Iterator

from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.limits import MESSAGE_LIMIT, STDERR_TAIL


class TooLong:
    """A line that went over the limit; what is left of it is dropped."""


class LineSplitter:
    def __init__(self) -> None:
        self._buffer = bytearray()
        self._dropping = False

    def feed(self, chunk: bytes) -> "Iterator[bytes | type[TooLong]]":
        """Every line that the chunk completes."""
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            self._buffer += chunk[start:end]
            start = end + 1
            line = bytes(self._buffer)
            self._buffer.clear()
            if not self._dropping:
                yield line
            self._dropping = False
        if self._dropping:
            return
        self._buffer += chunk[start:]
        if len(self._buffer) > MESSAGE_LIMIT:
            self._buffer.clear()
            self._dropping = True
            yield TooLong

    @property
    def unfinished(self) -> int:
        """How many bytes of a line are there that has not ended."""
        return len(self._buffer)


class LogTail:
    """Keeps a little more than it shows: a secret that was cut in two is not known by its rest."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._kept = bytearray()
        self._cut = False

    def add(self, chunk: bytes) -> None:
        self._kept += chunk
        spare = len(self._kept) - STDERR_TAIL - self._redactor.reach
        if spare > 0:
            del self._kept[:spare]
            self._cut = True

    def text(self) -> str:
        text = self._redactor.text(self._kept.decode(errors="replace"))
        if self._cut:
            text = text[self._redactor.reach :]
        return text[-STDERR_TAIL:]
