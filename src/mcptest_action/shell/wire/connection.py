"""What every connection can do, whatever carries it."""

import base64
import time
from typing import Any, NamedTuple, Protocol, assert_never

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
    Overheard,
    Reaction,
)
from mcptest_action.core.exchange.step import Close
from mcptest_action.shell.wire.limits import LONGEST_OTHER, MOST_OTHERS


class Observed(NamedTuple):
    """A reaction, how long it took, and what else was said meanwhile."""

    reaction: Reaction
    elapsed_ms: float
    others: tuple[Any, ...] = ()


# How a connection is closed where nobody needs to know how that goes.
IN_PASSING = Close()


class Connection(Protocol):
    async def send(self, outgoing: Outgoing, timeout_s: float) -> Observed: ...
    async def listen(self, method: str | None, timeout_s: float) -> Overheard: ...
    async def hush(self) -> None: ...
    async def close(self, goodbye: Close = IN_PASSING) -> Closed: ...
    def leftover(self) -> tuple[Any, ...]: ...
    def abort(self) -> None: ...
    def stderr_tail(self) -> str: ...


class Stopwatch:
    def __init__(self) -> None:
        self._start = time.perf_counter()

    def ms(self) -> float:
        return round((time.perf_counter() - self._start) * 1000, 3)


def _params(params: Any) -> dict[str, Any]:
    """The parameters of a notification; of long ones, that they were there."""
    if params is None:
        return {}
    long = len(repr(params)) > LONGEST_OTHER
    return {"params_left_out": True} if long else {"params": params}


def _error(error: Any) -> dict[str, Any]:
    """Of an answer that is an error, its code, if that can be one."""
    if error is None:
        return {}
    code = error.get("code") if isinstance(error, dict) else None
    return {"error": code if type(code) is int else None}


def _flaw(flaw: str) -> dict[str, Any]:
    return {"flaw": flaw} if flaw else {}


class Aside:
    """What a server says that answers nothing. Bounded: a flood is counted, not kept."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self.more = 0
        self.noise: str | None = None
        self.not_text: str | None = None
        self.strangers: list[str] = []

    def add(self, incoming: Incoming, *, keep: bool = True) -> None:
        """Take note of it, and keep it unless somebody else does."""
        entry = self._noted(incoming)
        if keep:
            self._keep(entry)

    def _noted(self, incoming: Incoming) -> dict[str, str]:
        match incoming:
            case Noise(text):
                self.noise = self.noise or text[:LONGEST_OTHER]
                return {"noise": text[:LONGEST_OTHER]}
            case NotText(data):
                sample = base64.b64encode(data[:256]).decode()
                self.not_text = self.not_text or sample
                return {"not_text": sample}
            case Response(id=answer_id, error=error):
                self._stranger(repr(answer_id)[:80])
                return {"answer_to": repr(answer_id)[:80], **_error(error)}
            case Notification(method, params, flaw):
                named = {"notification": method[:LONGEST_OTHER]}
                return {**named, **_params(params), **_flaw(flaw)}
            case ServerRequest(method=method, flaw=flaw):
                return {"request": method[:LONGEST_OTHER], **_flaw(flaw)}
            case _:
                assert_never(incoming)

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
