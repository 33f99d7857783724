"""Split a byte stream into lines without ever holding more than one of them."""

from collections.abc import Iterator

from mcptest_action.shell.wire.limits import MESSAGE_LIMIT


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
