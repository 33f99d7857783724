"""Messages from a server: read without our secrets, and kept if they answer nothing."""

import asyncio
import base64
import contextlib
from collections.abc import Mapping
from typing import Any, assert_never

from mcptest_action.core.protocol.exchange import (
    Garbage,
    Incoming,
    InvalidUtf8,
    Misaddressed,
    Noise,
    Notification,
    NotText,
    Overheard,
    Reaction,
    Response,
    ServerRequest,
    read_message,
    same_id,
)
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.limits import LONGEST_OTHER, MOST_OTHERS


def read_redacted(data: bytes, redactor: Redactor) -> Incoming:
    r"""What the bytes are. We redact the bytes, and then again the text that they say: JSON
    has as many ways to write a text as it has characters.
    """
    safe = redactor.data(data)
    incoming = read_message(safe)
    # Without an escape, ASCII is the same text as its bytes.
    is_same = b"\\" not in safe and safe.isascii()
    return incoming if is_same or not redactor.secrets else _redacted(incoming, redactor)


def _redacted(incoming: Incoming, redactor: Redactor) -> Incoming:
    value = redactor.value
    match incoming:
        case Response(answer_id, result, error, envelope):
            return Response(value(answer_id), value(result), value(error), value(envelope))
        case ServerRequest(request_id, method, params, flaw):
            return ServerRequest(value(request_id), value(method), value(params), flaw)
        case Notification(method, params, flaw):
            return Notification(value(method), value(params), flaw)
        case NotText(raw, answer_id):
            return NotText(raw, value(answer_id))
        case Noise(text):
            return Noise(redactor.text(text))


def _params(params: Any) -> dict[str, Any]:
    """The parameters of a notification; if they are long, only that there were some."""
    if params is None:
        return {}
    long = len(repr(params)) > LONGEST_OTHER
    return {"params_left_out": True} if long else {"params": params}


def _error(error: Any) -> dict[str, Any]:
    """The code of an answer that is an error, if it can be one."""
    if error is None:
        return {}
    code = error.get("code") if isinstance(error, dict) else None
    return {"error": code if type(code) is int else None}


def _flaw(flaw: str) -> dict[str, Any]:
    return {"flaw": flaw} if flaw else {}


def _reply(reply: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a client with capabilities said to it."""
    return {} if reply is None else {"reply": dict(reply)}


def first_bytes(data: bytes) -> str:
    """The first of the bytes that are not text."""
    return base64.b64encode(data[:256]).decode()


class Aside:
    """What a server says without answering anything. Bounded: a flood is counted, not kept."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self.more = 0
        self.noise: str | None = None
        self.not_text: str | None = None
        self.strangers: list[str] = []

    def add(self, incoming: Incoming, *, keep: bool = True, late: bool = False) -> None:
        """Note the message, and keep it unless somebody else does. `late`: behind the answer."""
        entry = {**self._noted(incoming), **({"late": True} if late else {})}
        if keep:
            self.keep(entry)

    def _noted(self, incoming: Incoming) -> dict[str, Any]:
        match incoming:
            case Noise(text):
                self.noise = self.noise or text[:LONGEST_OTHER]
                return {"noise": text[:LONGEST_OTHER]}
            case NotText(data):
                self.not_text = self.not_text or first_bytes(data)
                return {"not_text": first_bytes(data)}
            case Response(id=answer_id, error=error):
                self._stranger(repr(answer_id)[:80])
                return {"answer_to": repr(answer_id)[:80], **_error(error)}
            case Notification(method, params, flaw):
                named = {"notification": method[:LONGEST_OTHER]}
                return {**named, **_params(params), **_flaw(flaw)}
            case ServerRequest(id=request_id, method=method, flaw=flaw, reply=reply):
                named = {"request": method[:LONGEST_OTHER], "id": repr(request_id)[:80]}
                return {**named, **_flaw(flaw), **_reply(reply)}
            case _:
                assert_never(incoming)

    def keep(self, entry: Any) -> None:
        if len(self.kept) < MOST_OTHERS:
            self.kept.append(entry)
        else:
            self.more += 1

    def _stranger(self, name: str) -> None:
        if len(self.strangers) < MOST_OTHERS and name not in self.strangers:
            self.strangers.append(name)

    def instead_of(self, nothing: Reaction) -> Reaction:
        """What came in place of an answer, if anything."""
        if self.not_text is not None:
            return InvalidUtf8(self.not_text)
        if self.strangers:
            return Misaddressed(tuple(self.strangers))
        return Garbage(self.noise) if self.noise is not None else nothing

    def others(self) -> tuple[Any, ...]:
        return (*self.kept, {"more": self.more}) if self.more else tuple(self.kept)


class Inbox:
    """Whole messages for a listener. Bounded, like everything that a server can fill."""

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._late = Aside()
        self._something = asyncio.Event()

    def add(self, incoming: Incoming, *, late: bool, stream: int = 0, event: str = "") -> None:
        """Keep it for a listener; if nobody waited, also for the next line of the transcript."""
        if late:
            self._late.add(incoming)
        if len(self._messages) < MOST_OTHERS:
            where = {"stream": stream, "event": event}
            named = {name: value for name, value in where.items() if value}
            self._messages.append({**_document(incoming), **named})
            self._something.set()

    def leftover(self) -> tuple[Any, ...]:
        """What came while nobody waited, once."""
        if not self._late.kept:
            return ()
        late, self._late = self._late, Aside()
        return late.others()

    async def listen(
        self, method: str | None, timeout_s: float, answer_to: int | str | None = None
    ) -> Overheard:
        awaits = method is not None or answer_to is not None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while awaits and not self._has(method, answer_to):
                    self._something.clear()
                    await self._something.wait()
        messages, self._messages = self._messages, []
        return Overheard(tuple(messages))

    def _has(self, method: str | None, answer_to: int | str | None) -> bool:
        messages = [entry["message"] for entry in self._messages if "message" in entry]
        return any(
            message["method"] == method
            if "method" in message
            else answer_to is not None and same_id(answer_to, message["id"])
            for message in messages
        )


def _document(incoming: Incoming) -> dict[str, Any]:
    match incoming:
        case Noise(text):
            return {"noise": text[:LONGEST_OTHER]}
        case NotText(data):
            return {"not_text": first_bytes(data)}
        case Response(message_id, result, error):
            said = {"result": result} if error is None else {"error": error}
            return {"message": {"id": message_id, **said}}
        case ServerRequest(message_id, method, params, reply=reply):
            message = {"id": message_id, "method": method, "params": params}
            return {"message": message, **_reply(reply)}
        case Notification(method, params):
            return {"message": {"method": method, "params": params}}
