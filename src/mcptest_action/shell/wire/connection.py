"""What every connection can do, whatever carries it."""

import base64
import time
from typing import Any, NamedTuple, Protocol

from mcptest_action.core.exchange.envelope import Outgoing
from mcptest_action.core.exchange.incoming import (
    Incoming,
    Noise,
    Notification,
    NotText,
    Response,
    ServerRequest,
)
from mcptest_action.core.exchange.reaction import (
    Closed,
    Garbage,
    InvalidUtf8,
    Misaddressed,
    Reaction,
)
from mcptest_action.shell.wire.limits import LONGEST_OTHER, MOST_OTHERS


class Observed(NamedTuple):
    """A reaction, how long it took, and what else was said meanwhile."""

    reaction: Reaction
    elapsed_ms: float
    others: tuple[Any, ...] = ()


class Connection(Protocol):
    async def send(self, outgoing: Outgoing, timeout_s: float) -> Observed: ...
    async def close(self) -> Closed: ...
    def abort(self) -> None: ...
    def stderr_tail(self) -> str: ...


class Stopwatch:
    def __init__(self) -> None:
        self._start = time.perf_counter()

    def ms(self) -> float:
        return round((time.perf_counter() - self._start) * 1000, 3)


class Aside:
    """What a server says that answers nothing. Bounded: a flood is counted, not kept."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self.more = 0
        self.noise: str | None = None
        self.not_text: str | None = None
        self.strangers: list[str] = []

    def add(self, incoming: Incoming) -> None:
        match incoming:
            case Noise(text):
                self.noise = self.noise or text[:LONGEST_OTHER]
                self._keep({"noise": text[:LONGEST_OTHER]})
            case NotText(data):
                sample = base64.b64encode(data[:256]).decode()
                self.not_text = self.not_text or sample
                self._keep({"not_text": sample})
            case Response(id=answer_id):
                self._stranger(repr(answer_id)[:80])
                self._keep({"answer_to": repr(answer_id)[:80]})
            case Notification(method):
                self._keep({"notification": method[:LONGEST_OTHER]})
            case ServerRequest(method=method):
                self._keep({"request": method[:LONGEST_OTHER]})

    def _keep(self, entry: Any) -> None:
        if len(self.kept) < MOST_OTHERS:
            self.kept.append(entry)
        else:
            self.more += 1

    def _stranger(self, name: str) -> None:
        if len(self.strangers) < MOST_OTHERS and name not in self.strangers:
            self.strangers.append(name)

    def instead_of(self, nothing: Reaction) -> Reaction:
        """What came in place of an answer, or nothing."""
        if self.not_text is not None:
            return InvalidUtf8(self.not_text)
        if self.strangers:
            return Misaddressed(tuple(self.strangers))
        return Garbage(self.noise) if self.noise is not None else nothing

    def others(self) -> tuple[Any, ...]:
        return (*self.kept, {"more": self.more}) if self.more else tuple(self.kept)
