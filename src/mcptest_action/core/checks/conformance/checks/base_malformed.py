"""Messages that aren't JSON, that aren't JSON-RPC, or that are a batch."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, passed, ruled
from mcptest_action.core.protocol.exchange import BAD_REQUEST, SERVER_ERROR
from ..model import HTTP, STDIO, Examinee, Needs, Probe, Probing, info, must, should
from ..raw import RawAnswer, say, say_json, sound_message, sound_request
from ..refusal import HEADER_MISMATCH
from ..revision import JSON_RPC, MARCH_2025, SINCE_JUNE, written

SURVIVES = should("BASE-13", JSON_RPC, basis="robustness")(
    expects="After a malformed message, the next sound request is answered.",
    sends="truncated JSON, a bare number, a wrong and a missing `jsonrpc`, a method that is a "
    "number, a missing method and `params` that are an array, with a list request behind each",
    remedy="Catch what goes wrong while a message is read, and go on with the next one.",
)
NO_JSON = should("BASE-14", JSON_RPC, HTTP, basis="json-rpc")(
    expects="Truncated JSON gets HTTP status 400, and in a JSON body the code -32700.",
    sends="the first half of a list request",
    remedy="Answer a body that is not JSON with status 400 and error -32700, Parse error.",
)
NO_RPC = should("BASE-15", JSON_RPC, HTTP, basis="json-rpc")(
    expects="JSON that is not JSON-RPC is refused: with a status of 4xx, or with an error.",
    sends="a list request with a wrong and with a missing `jsonrpc`, without a method, and with "
    "`params` that are an array",
    remedy="Check `jsonrpc`, `method` and `params` before a request is served, and answer with "
    "status 400 and error -32600, Invalid Request.",
)
INVALID = should("HTTP-32", JSON_RPC, HTTP, basis="json-rpc")(
    expects="JSON that is not JSON-RPC gets the code -32600, where it gets an error with a code.",
    sends="a list request with a wrong and with a missing `jsonrpc`, and without a method",
    remedy="Keep -32700 for what is not JSON, and -32602 for the parameters of a method that is "
    "known; all else that is not a message is -32600, Invalid Request.",
)
ON_STDIO = info("STDIO-05", JSON_RPC, STDIO, basis="robustness")(
    expects="What the server does about a line that is not JSON is recorded.",
    sends="the first half of a list request, as a line",
    remedy="Nothing has to change: silence, a log message and error -32700 are all in use.",
)
CHECKS = (SURVIVES, NO_JSON, NO_RPC, INVALID, ON_STDIO)
TRUNCATED = "truncated JSON"
_NO_RPC = ("the jsonrpc '1.0'", "no jsonrpc", "no method", "an array as params")
# JSON-RPC has arrays as params; only MCP has not.
_NO_REQUEST = _NO_RPC[:3]
PARSE_ERROR, INVALID_REQUEST = -32700, -32600
# A header that repeats the method may be compared with it before anything else.
_INVALID = (INVALID_REQUEST, HEADER_MISMATCH)


def malformed(server: Examinee) -> Probing:
    # Servers of both eras decide by the first request, so it must not be a malformed one.
    yield sound_request(server)
    heard: dict[str, RawAnswer] = {}
    trouble = ""
    for name, body in _malformed(server):
        heard[name] = yield from say(server, body)
        if heard[name].trouble:
            trouble = f"sent {name}, the server {heard[name].trouble}"
            break
    survived = f"a sound request was answered after each of {len(heard)} malformed messages"
    return {
        SURVIVES.id: failed(trouble) if trouble else passed(survived),
        NO_JSON.id: _no_json(heard[TRUNCATED]),
        NO_RPC.id: _no_rpc(heard, trouble),
        INVALID.id: _invalid({name: heard[name] for name in _NO_REQUEST if name in heard}),
        ON_STDIO.id: _on_stdio(heard[TRUNCATED]),
    }


def _malformed(server: Examinee) -> Iterator[tuple[str, bytes]]:
    """Each one is a sound request except for one thing."""

    def spoiled(name: str, **members: Any) -> tuple[str, bytes]:
        message = {**sound_message(server, f"mcptest-{name.replace(' ', '-')}"), **members}
        kept = {key: value for key, value in message.items() if value is not None}
        return name, json.dumps(kept).encode()

    whole = json.dumps(sound_message(server, "mcptest-truncated")).encode()
    yield TRUNCATED, whole[: len(whole) // 2]
    yield "a bare number", b"42"
    yield spoiled(_NO_RPC[0], jsonrpc="1.0")
    yield spoiled(_NO_RPC[1], jsonrpc=None)
    yield spoiled("a number as method", method=7)
    yield spoiled(_NO_RPC[2], method=None)
    yield spoiled(_NO_RPC[3], params=[1])


def _no_json(heard: RawAnswer) -> Ruling:
    said = f"the server {heard.in_words}"
    is_right = heard.status == BAD_REQUEST and all(code == PARSE_ERROR for code in heard.codes)
    with_status = f"{said}, with HTTP status {heard.status}" if heard.codes else said
    return ruled(is_right and not heard.results, with_status).on(*heard)


def _no_rpc(heard: Mapping[str, RawAnswer], trouble: str) -> Ruling:
    did = []
    for name in _NO_RPC:
        if name not in heard:
            return failed(f"{trouble}, and was not asked any further")
        said = f"sent {name}, the server {heard[name].in_words}"
        if not _is_refused(heard[name]):
            return failed(said).on(*heard[name])
        did.append(said)
    return passed("; ".join(did))


def _invalid(heard: Mapping[str, RawAnswer]) -> Ruling:
    coded = {name: answer for name, answer in heard.items() if answer.codes}
    if not coded:
        return not_applicable("none of them got an error with a code")
    for name, answer in coded.items():
        # A code may be anything, even an object.
        if not all(code in _INVALID for code in answer.codes):
            return failed(f"sent {name}, the server {answer.in_words}").on(*answer)
    return passed(f"sent {' and '.join(coded)}, the server answered with {INVALID_REQUEST}")


def _is_refused(heard: RawAnswer) -> bool:
    if heard.trouble or heard.results:
        return False
    status = heard.status or 0
    return BAD_REQUEST <= status < SERVER_ERROR or bool(heard.codes)


def _on_stdio(heard: RawAnswer) -> Ruling:
    if heard.status is not None:
        return not_applicable("there are no lines over HTTP")
    logged = any("method" in entry.get("message", {}) for entry in heard.unasked)
    also = ", and sent a notification" if logged else ""
    return passed(f"the server {heard.in_words}{also}")


_BATCHES = written("changelog#major-changes", "basic#messages", november="basic#messages")
NO_BATCH = should("BASE-17", _BATCHES, revisions=SINCE_JUNE, basis="derived")(
    expects="A batch of requests is not served.",
    sends="an array of two list requests",
    remedy="Refuse a message that is an array; over HTTP with status 400.",
)


BATCH = must("BASE-22", "basic#batching", revisions=(MARCH_2025,))(
    expects="A batch of requests is served.",
    sends="an array of two list requests",
    remedy="Take a message that is an array for several messages; or update the SDK to speak a "
    "newer revision, since only this one has batches.",
)


def batch(server: Examinee) -> Probing:
    two = [sound_message(server, f"mcptest-batch-{number}") for number in (1, 2)]
    heard = yield from say_json(server, two)
    said = f"the server {heard.in_words}"
    return {
        NO_BATCH.id: failed(said) if heard.results or heard.trouble else passed(said),
        BATCH.id: ruled(bool(heard.results) and not heard.trouble, said),
    }


PROBES = (
    Probe("malformed", CHECKS, malformed, Needs.LAST),
    Probe("batch", (NO_BATCH, BATCH), batch),
)
