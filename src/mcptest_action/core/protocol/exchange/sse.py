"""Server-sent events: takes bytes, gives the data of each event."""

import re
from collections.abc import Callable, Iterator

DEFAULT_EVENT = "message"
# The transport of 2024-11-05 begins with this event; Streamable HTTP doesn't have it.
ENDPOINT_EVENT = "endpoint"
OLD_TRANSPORT = f"the event '{ENDPOINT_EVENT}' of HTTP+SSE"
MOST_IDS, LONGEST_ID = 100, 200
# How a stream without the answer ended; with ids, a client could ask it to go on.
ENDED_EARLY = "the event stream ended before the answer"
ENDED_RESUMABLE = "the event stream ended before the answer, which could be asked for again"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# As many digits of a `retry` as anybody would wait for.
_MOST_DIGITS = 9
_LINE_END = re.compile(rb"\r\n|\n|\r")


class EventReader:
    """Splits a stream into events. Holds at most one event; the caller bounds its size.

    Of an id, only what `shown` makes of it is kept: a server may put a secret there.
    """

    def __init__(self, shown: Callable[[str], str] = str) -> None:
        self._shown = shown
        self._line = bytearray()
        self._data: list[bytes] = []
        self._name = DEFAULT_EVENT
        self._after_cr = False
        self._read = 0
        self._lines = 0
        self._id: str | None = None
        self.ids: list[str] = []
        """Of the events so far; as many as anybody would look at."""
        self.last = ""
        """The id of the newest event; empty if it has none."""
        self.primed: bool | None = None
        """Whether the first event was an id without data; None before there was one."""
        self.since = ""
        """The id to come back with, of the newest event that had one. An empty id takes it back."""
        self.retry_ms: int | None = None
        """How long the server wants a client to stay away before that, if it said so."""
        self._before: frozenset[str] = frozenset()
        """The ids that came before the stream was resumed."""

    def continued(self) -> "EventReader":
        """A reader for the stream that this one is resumed as, which knows what came on this one.

        An event that comes again is no other event, so its id counts once.
        """
        reader = EventReader(self._shown)
        reader.ids, reader.primed, reader._before = [*self.ids], self.primed, frozenset(self.ids)
        reader.since, reader.retry_ms = self.since, self.retry_ms
        return reader

    def feed(self, chunk: bytes) -> Iterator[tuple[str, bytes]]:
        """The name and data of every event that the chunk completes."""
        if not chunk:
            return
        if self._after_cr:  # the line has ended; this is the other half of its CR LF
            chunk = chunk.removeprefix(b"\n")
        self._after_cr = chunk.endswith(b"\r")
        *ended, rest = _LINE_END.split(chunk)
        for part in ended:
            self._line += part
            line = bytes(self._line)
            self._line.clear()
            self._lines += 1
            if self._lines == 1:
                line = line.removeprefix(_BYTE_ORDER_MARK)
            self._read += len(line) + 1
            if line:
                self._field(line)
                continue
            if self._data or self._id is not None:
                self._note()
                self.last = self._id or ""
            if self._data:
                yield self._name, b"\n".join(self._data)
            self._data, self._name, self._read, self._id = [], DEFAULT_EVENT, 0, None
        self._line += rest

    @property
    def held(self) -> int:
        """How many bytes of an incomplete event have been read."""
        return self._read + len(self._line)

    def _note(self) -> None:
        if self.primed is None:
            self.primed = self._id is not None and not any(self._data)
        if self._id is None:
            return
        self.since = self._id
        if len(self.ids) < MOST_IDS and self._id not in self._before:
            self.ids.append(self._id)

    def _field(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._name = value.decode(errors="replace")
        elif name == b"id":
            self._id = self._shown(value.decode(errors="replace"))[:LONGEST_ID]
        elif name == b"retry" and value.isdigit():
            self.retry_ms = int(value[:_MOST_DIGITS])
