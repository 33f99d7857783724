"""Which answer belongs to which request: a review of the whole run."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import not_applicable
from mcptest_action.core.protocol.exchange import (
    JSON,
    Garbage,
    HttpStatus,
    Misaddressed,
    Provenance,
    Replied,
    RpcError,
)
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.safety import WITHHELD
from ..model import Examinee, Exchanges, Review, Rulings, must
from ..traffic import (
    Flaw,
    answers_to,
    asides,
    described,
    is_in_revision,
    is_request,
    message_of,
    object_in,
    ruled_on,
)

# A long message is kept as text; we write the id first.
_ID = re.compile(r'\{"id":("[^"\\]*"|[0-9]+),')
ERRORS_NAME = must("BASE-04", "basic#responses")(
    expects="An error that answers a readable request has the id of that request.",
    sends="nothing of its own: looks at every error of the run",
    remedy="Copy the id of the request into its error, too; only what could not be read has none.",
)
ONE_EACH = must("BASE-10", "basic#responses", basis="derived")(
    expects="A request gets one response, and there are no responses to anything else.",
    sends="nothing of its own: looks at every response of the run",
    remedy="Send a response once, when its request is done, and never for an id that the client "
    "has not used.",
)
_GOOD = 300
# With these, an HTTP answer speaks about the request itself, since 2026-07-28.
_STATUSES, _ABOUT_REQUESTS = (400, 404), (-32020, -32021, -32022, -32601, -32602)


def errors_name_requests(server: Examinee, exchanges: Exchanges) -> Rulings:
    asked = [exchange for exchange in exchanges if is_request(exchange) and _is_json(exchange)]
    found = [(e, wrong) for e in asked if (wrong := _wrong_id(e, server)) is not None]
    if not found:
        return {ERRORS_NAME.id: not_applicable("no request got an error during the run")}
    bad = [Flaw(e, f"the error for {described(e)} has {wrong}") for e, wrong in found if wrong]
    many = f"all {len(found)} errors for requests have the id of the request"
    return {ERRORS_NAME.id: ruled_on(bad, many)}


def _is_json(exchange: Exchange) -> bool:
    """Whether we said so. If not, a server need not read the request, nor its id."""
    headers = {name.casefold(): said for name, said in exchange.sent.get("headers", {}).items()}
    return str(headers.get("content-type", JSON)).partition(";")[0].strip().casefold() == JSON


def _wrong_id(exchange: Exchange, server: Examinee) -> str | None:
    """The id of an error, if it is the wrong one; None if the error needs no id."""
    reaction = exchange.reaction
    match reaction:
        case RpcError(code=code) if _is_about_it(exchange, code, server):
            own = message_of(exchange)["id"]
            return "" if answers_to(reaction, own) else f"the id {reaction.envelope['id']!r}"
        case HttpStatus(body=text) | Garbage(text=text):
            told = _code_in(text)
            return "no id" if told and _is_about_it(exchange, told, server) else None
        case Misaddressed():
            strange = [e for _, e in asides([exchange], "answer_to") if "error" in e]
            return f"the id {strange[0]['answer_to']}" if strange else None
        case _:
            return None


def _is_about_it(exchange: Exchange, code: int, server: Examinee) -> bool:
    """Whether the server read the request: HTTP refuses some before anyone looks at the content."""
    http = getattr(exchange.reaction, "http", None)
    if http is None or http.status < _GOOD:
        return True
    told = http.status in _STATUSES and code in _ABOUT_REQUESTS
    return told and server.is_modern and is_in_revision(exchange, server)


def _code_in(text: str) -> int | None:
    """The code of an error without any id, which the wire therefore doesn't count as a response."""
    error = (object_in(text) or {}).get("error")
    code = error.get("code") if isinstance(error, dict) else None
    return code if type(code) is int else None


def one_each(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    many = sum(isinstance(e.reaction, Replied | RpcError) for e in exchanges)
    return {ONE_EACH.id: ruled_on(_strays(exchanges), f"{many} responses, each to one request")}


class _Sent(NamedTuple):
    """What was sent on one connection."""

    asked: set[str]
    """The ids of all requests, as `repr` has them."""
    answered: set[str]


def _strays(exchanges: Exchanges) -> Iterator[Flaw]:
    """What is wrong with the responses that nobody waited for."""
    sent = _sent(exchanges)
    for exchange in exchanges:
        for what in _strange(exchange, sent[exchange.key.connection]):
            yield Flaw(exchange, f"{what} came", "")


def _sent(exchanges: Exchanges) -> dict[int, "_Sent"]:
    """By the number of the connection."""
    connections: dict[int, _Sent] = {}
    for exchange in exchanges:
        number = exchange.key.connection
        asked, answered = connections.setdefault(number, _Sent(set(), set()))
        own = _own_id(exchange)
        if own is not None:
            asked.add(own)
            if isinstance(exchange.reaction, Replied | RpcError):
                answered.add(own)
    return connections


def _own_id(exchange: Exchange) -> str | None:
    """The id of the request that was sent, as `repr` has it."""
    if is_request(exchange):
        return repr(message_of(exchange)["id"])[:80]
    found = _ID.match(str(exchange.sent.get("text", "")))
    return repr(json.loads(found[1]))[:80] if found else None


def _strange(exchange: Exchange, sent: _Sent) -> Iterator[str]:
    entries = [entry for _, entry in asides([exchange], "answer_to")]
    names = [entry["answer_to"] for entry in entries]
    for entry in entries:
        name = entry["answer_to"]
        if name in sent.answered:
            yield f"a second response to the id {name}"
        elif names.count(name) > 1:
            yield f"two responses to the id {name}"
        elif name not in sent.asked and not _may_be_anything(entry):
            yield f"a response to the id {name}, which was never used,"


def _may_be_anything(entry: Mapping[str, Any]) -> bool:
    """Whether it is an error about nothing in particular, or its id is withheld."""
    name = str(entry["answer_to"])
    return ("error" in entry and name == "None") or name.startswith(WITHHELD)


REVIEWS = (
    Review((ERRORS_NAME,), errors_name_requests, Provenance.REFUSABLE),
    Review((ONE_EACH,), one_each),
)
