"""The JSON-RPC around everything that the server sends, its error codes, and its encoding."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.results import Ruling, not_applicable
from mcptest_action.core.protocol.exchange import (
    Garbage,
    InvalidUtf8,
    Overheard,
    Provenance,
    Replied,
    RpcError,
)
from mcptest_action.core.protocol.transcript import Exchange
from ..model import Examinee, Exchanges, Review, Rulings, must, should
from ..revision import SINCE_MARCH, written
from ..traffic import (
    Flaw,
    asides,
    asks_undeclared,
    described,
    is_batch,
    is_in_revision,
    object_in,
    quoted,
    resembles_message,
    ruled_on,
)

MESSAGES = must("BASE-01", "basic#messages", basis="schema")(
    expects='Every message of the server is JSON-RPC 2.0: it says `"jsonrpc": "2.0"`, and a '
    "response has either an object as its result or an error.",
    sends="nothing of its own: looks at every message of the run",
    remedy="Let the SDK write messages, or build each of them from one place that adds `jsonrpc`, "
    "the id of the request, and exactly one of `result` and `error`.",
)
ERRORS = must("BASE-03", "basic#responses", basis="schema")(
    expects="Every error has a whole number as its code, and a text as its message.",
    sends="nothing of its own: looks at every error of the run",
    remedy="Give `error` both members: `code`, an integer, and `message`, a string.",
)


def messages(server: Examinee, exchanges: Exchanges) -> Rulings:
    flaws = [flaw for exchange in exchanges for flaw in _flaws(exchange, server)]
    if server.address.http:
        flaws += _events(server, exchanges)
    return {MESSAGES.id: ruled_on(flaws, "every message of the run was JSON-RPC 2.0")}


def _flaws(exchange: Exchange, server: Examinee) -> Iterator[Flaw]:
    """What breaks JSON-RPC, except inside errors, which another check covers."""
    yield from (Flaw(exchange, what) for what in _flaws_of_answer(exchange, server))
    for entry in exchange.others:
        if "flaw" in entry:
            who = entry.get("notification") or entry.get("request")
            yield Flaw(exchange, f"`{who}` came", f", and {entry['flaw']}")
    for text in _texts(exchange):
        # Other objects on standard output are log lines, which another check covers.
        if resembles_message(text):
            yield Flaw(exchange, f"{quoted(text)} came", ", and is no kind of message")


def _flaws_of_answer(exchange: Exchange, server: Examinee) -> Iterator[str]:
    envelope = _envelope(exchange)
    if envelope is not None and "jsonrpc" not in envelope and set(envelope) != {"id"}:
        yield f"the answer to {described(exchange)} has no `jsonrpc`"
    elif envelope is not None and envelope.get("jsonrpc", "2.0") != "2.0":
        yield f"the answer to {described(exchange)} has the jsonrpc {envelope['jsonrpc']!r}"
    if envelope is not None and "result" in envelope and "error" in envelope:
        yield f"the answer to {described(exchange)} has a result and an error"
    is_bare = isinstance(exchange.reaction, Replied) and not isinstance(
        exchange.reaction.result, dict
    )
    if is_bare and not asks_undeclared(exchange, server):
        yield f"the result for {described(exchange)} is not an object"


def _events(server: Examinee, exchanges: Exchanges) -> Iterator[Flaw]:
    """Over HTTP, what isn't a message has come as an event of a stream."""
    for where, entry in asides(exchanges, "noise"):
        text = str(entry["noise"])
        is_told = resembles_message(text) or "error" in (object_in(text) or {})
        if not is_told and not is_batch(text, server.revision):
            yield Flaw(where, f"the event {quoted(text)} came", ", and is not JSON-RPC")


def _envelope(exchange: Exchange) -> Mapping[str, Any] | None:
    """The message around the answer, if it is odd; only its id, if only the id is odd."""
    envelope = getattr(exchange.reaction, "envelope", None)
    return envelope if isinstance(envelope, dict) else None


def _texts(exchange: Exchange) -> Iterator[str]:
    """Everything that the wire didn't take for a message."""
    noise = [str(entry["noise"]) for entry in exchange.others if "noise" in entry]
    if isinstance(exchange.reaction, Garbage) and exchange.reaction.envelope is None:
        noise.append(exchange.reaction.text)
    yield from dict.fromkeys(noise)


def errors(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    seen = [(exchange, error) for exchange in exchanges for error in _errors(exchange)]
    return {ERRORS.id: _error_ruling(seen)}


def _error_ruling(seen: Sequence[tuple[Exchange, Any]]) -> Ruling:
    if not seen:
        return not_applicable("no error came during the run")
    bad = [
        Flaw(exchange, f"the error for {described(exchange)} {flaw}")
        for exchange, error in seen
        if (flaw := _error_flaw(error))
    ]
    return ruled_on(bad, f"all {len(seen)} errors of the run have a code and a message")


def _errors(exchange: Exchange) -> Iterator[Any]:
    """Every error object, as much of it as was kept."""
    envelope = _envelope(exchange) or {}
    if envelope.get("error") is not None:
        yield envelope["error"]
    elif isinstance(exchange.reaction, RpcError):
        yield {"code": exchange.reaction.code, "message": exchange.reaction.message}
    if isinstance(exchange.reaction, Overheard):
        for entry in exchange.reaction.messages:
            if "error" in entry.get("message", {}):
                yield entry["message"]["error"]
    for text in _texts(exchange):
        message = object_in(text) or {}
        if message.get("error") is not None:
            yield message["error"]


def _error_flaw(error: Any) -> str:
    if not isinstance(error, dict):
        return "is not an object"
    if type(error.get("code")) is not int:
        return f"has the code {error.get('code')!r}" if "code" in error else "has no code"
    if not isinstance(error.get("message"), str):
        return "has no message" if "message" not in error else "has a message that is not text"
    return ""


RESERVED = must("BASE-19", written(modern="basic#error-codes"))(
    expects="Of the codes that belong to the specification, only those in force are used, and only "
    "for what they mean.",
    sends="nothing of its own: looks at every error of the run",
    remedy="Use -32020, -32021 and -32022 for what they mean, -32602 where -32002 was used, and "
    "codes above -32000 or below -32768 for errors of your own.",
)
LEFT_OVER = should("BASE-20", written(modern="basic#error-codes"))(
    expects="No error has a code between -32019 and -32000.",
    sends="nothing of its own: looks at every error of the run",
    remedy="Use the code of JSON-RPC that fits, or one outside of -32768 to -32000.",
)
IN_FORCE = range(-32022, -32019)
_MISMATCH, _NO_REVISION = -32020, -32022
_RESERVED, _LEFT_OVER = range(-32099, -32019), range(-32019, -31999)
_RETIRED = (-32002, -32042)


def codes(server: Examinee, exchanges: Exchanges) -> Rulings:
    """Only for requests in this revision: a server answers an older client as of old."""
    seen = [
        (exchange, exchange.reaction.code)
        for exchange in exchanges
        if isinstance(exchange.reaction, RpcError) and is_in_revision(exchange, server)
    ]
    taken = [(e, code) for e, code in seen if _is_taken(code) or _is_misused(code, server)]
    left = [(e, code) for e, code in seen if code in _LEFT_OVER]
    return {RESERVED.id: _ruling(seen, taken), LEFT_OVER.id: _ruling(seen, left)}


def _is_taken(code: int) -> bool:
    return code in _RETIRED or (code in _RESERVED and code not in IN_FORCE)


def _is_misused(code: int, server: Examinee) -> bool:
    """Whether the revision is refused in which it was asked, or headers that stdio doesn't have."""
    return code == _NO_REVISION or (code == _MISMATCH and not server.address.http)


def _ruling(seen: Sequence[tuple[Exchange, int]], bad: Sequence[tuple[Exchange, int]]) -> Ruling:
    if not seen:
        return not_applicable("no error came during the run")
    flaws = [Flaw(e, f"{described(e)} got error {code}") for e, code in bad]
    codes = ", ".join(map(str, sorted({code for _, code in seen})))
    return ruled_on(flaws, f"the codes of the run are {codes}")


_ENCODING = written("basic/transports", "basic/transports#messages")
UTF_8 = must("BASE-18", _ENCODING, revisions=SINCE_MARCH)(
    expects="Everything that the server sends is UTF-8.",
    sends="nothing of its own: looks at every byte of the run",
    remedy="Write messages as UTF-8, whatever the locale of the process is.",
)


def utf_8(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    bad = [Flaw(e, "bytes that are not UTF-8 came", "") for e in exchanges if _has_bytes(e)]
    return {UTF_8.id: ruled_on(bad, "everything was UTF-8")}


def _has_bytes(exchange: Exchange) -> bool:
    is_answer = isinstance(exchange.reaction, InvalidUtf8)
    return is_answer or any("not_text" in entry for entry in exchange.others)


REVIEWS = (
    Review((MESSAGES,), messages, Provenance.REFUSABLE),
    Review((ERRORS,), errors, Provenance.REFUSABLE),
    Review((RESERVED, LEFT_OVER), codes, Provenance.REFUSABLE),
    Review((UTF_8,), utf_8, Provenance.REFUSABLE),
)
