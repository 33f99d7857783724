"""Everything that a server said unasked, once, with the exchange around which it came.

A transcript holds such a message in up to two forms: among the `others` of the exchange that was
waiting at the time, or of the next one; and, whole, in the `Overheard` of a later `Listen`. Some
have only one of the two. Here each of them becomes one of the `others`, at the earliest exchange
that knows of it, so that there is one place to look.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import NotSent, Overheard, Unreachable
from mcptest_action.core.protocol.transcript import Exchange

Entry = Mapping[str, Any]
# How much of an id is kept.
_LONGEST_ID = 80


class _Place(NamedTuple):
    """Of an entry: the number of its exchange, and its own."""

    exchange: int
    entry: int


class _Connection:
    """What was said on one connection, as far as somebody may hear of it again."""

    def __init__(self) -> None:
        self.noted: list[_Place] = []
        """Among `others`, since the last `Listen`."""
        self.ahead: list[_Place] = []
        """Heard by a `Listen`, and to be noted by what is sent next."""
        self.before: tuple[str, int] = ("", 0)
        """The check and the step of the latest exchange that sent nothing."""
        self.last = 0
        """The number of the latest exchange."""


def as_overheard(exchanges: Iterable[Exchange]) -> tuple[Exchange, ...]:
    """The same exchanges; the `others` of each are all that came around it, and nothing else."""
    seen = tuple(exchanges)
    said: list[list[Entry]] = [[] for _ in seen]
    connections: dict[int, _Connection] = {}
    for number, exchange in enumerate(seen):
        here = connections.setdefault(exchange.key.connection, _Connection())
        here.last = number
        for entry in exchange.others:
            if isinstance(entry, Mapping):
                # Some came on the connection that this one has replaced.
                before = entry.get("connection")
                where = connections.get(before, here) if isinstance(before, int) else here
                _note(entry, where, said)
        if isinstance(exchange.reaction, Overheard):
            _hear(exchange.reaction, here, said)
        _go_on(exchange, here)
    return tuple(
        exchange if list(exchange.others) == entries else exchange._replace(others=tuple(entries))
        for exchange, entries in zip(seen, said, strict=True)
    )


def _note(entry: Entry, here: _Connection, said: list[list[Entry]]) -> None:
    """Keep the entry, unless a `Listen` has heard it already."""
    for place in here.ahead:
        known = said[place.exchange][place.entry]
        if _is_same(entry, known):
            here.ahead.remove(place)
            said[place.exchange][place.entry] = _fuller(entry, known)
            return
    here.noted.append(_kept(entry, here, said))


def _hear(heard: Overheard, here: _Connection, said: list[list[Entry]]) -> None:
    """Complete what was noted; keep what was not."""
    for whole in filter(None, map(_as_entry, heard.messages)):
        for place in here.noted:
            known = said[place.exchange][place.entry]
            if _is_same(known, whole):
                here.noted.remove(place)
                said[place.exchange][place.entry] = _fuller(known, whole)
                break
        else:
            here.ahead.append(_kept(whole, here, said))
    here.noted.clear()


def _go_on(exchange: Exchange, here: _Connection) -> None:
    """Once what was sent first behind a `Listen` has noted what is left, nothing waits any more:
    the same words are a new message. Of several at once, the first is not the first to be answered.
    """
    check, step = exchange.key.check, exchange.key.step
    sends_nothing = isinstance(exchange.reaction, NotSent | Unreachable)
    if sends_nothing or exchange.sent.get("step") in _SILENT:
        here.before = (check, step)
    elif step == (here.before[1] + 1 if check == here.before[0] else 1):
        here.ahead.clear()


_SILENT = ("Listen", "Hush", "LookUp", "Fresh", "Close")


def _kept(entry: Entry, here: _Connection, said: list[list[Entry]]) -> _Place:
    said[here.last].append(entry)
    return _Place(here.last, len(said[here.last]) - 1)


def _as_entry(heard: Any) -> Entry | None:
    """A message as `others` have it, but whole; None for one that nobody may see."""
    if not isinstance(heard, Mapping):
        return None
    message = heard.get("message")
    if not isinstance(message, Mapping):
        return heard if "noise" in heard or "not_text" in heard else None
    params = {} if message.get("params") is None else {"params": message["params"]}
    if "method" not in message:
        return {"answer_to": shown_id(message.get("id")), **_error_in(message)}
    if "id" in message:
        return {"request": message["method"], "id": shown_id(message["id"]), **params}
    return {"notification": message["method"], **params}


def shown_id(value: Any) -> str:
    """An id as `others` have it."""
    return repr(value)[:_LONGEST_ID]


def _error_in(message: Mapping[str, Any]) -> dict[str, Any]:
    if message.get("error") is None:
        return {}
    error = message["error"]
    code = error.get("code") if isinstance(error, Mapping) else None
    return {"error": code if type(code) is int else None}


def _is_same(noted: Entry, whole: Entry) -> bool:
    """Whether they are one message; of a long one, and of a request, less may be noted."""
    kind = next((kind for kind in _KINDS if kind in noted), None)
    if kind is None or not str(whole.get(kind, "")).startswith(str(noted[kind])):
        return False
    is_cut = kind == "request" or "params_left_out" in noted
    parts = ("error",) if is_cut else ("error", "params")
    return all(noted.get(part) == whole.get(part) for part in parts)


_KINDS = ("notification", "request", "answer_to", "noise", "not_text")


def _fuller(noted: Entry, whole: Entry) -> Entry:
    """All that is known of one message."""
    return {name: part for name, part in {**whole, **noted}.items() if name != "params_left_out"}
