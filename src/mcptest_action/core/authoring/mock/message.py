"""JSON-RPC messages: bytes to values, and back."""

import json
from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from mcptest_action.core.document import read_json
from mcptest_action.core.text import InputError
from .model import JsonObject

Id = str | int


class Code(IntEnum):
    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    RESOURCE_NOT_FOUND = -32002
    HEADER_MISMATCH = -32020
    MISSING_CAPABILITY = -32021
    UNSUPPORTED_VERSION = -32022


class Request(NamedTuple):
    id: Id
    method: str
    params: JsonObject


class Notification(NamedTuple):
    method: str
    params: JsonObject


class StrayAnswer(NamedTuple):
    """An answer from the client. The mock never asks anything, so nobody waits for it."""


class Failure(NamedTuple):
    """Why there is no result."""

    code: Code
    message: str
    data: JsonObject | None = None


class Invalid(NamedTuple):
    """Not a message; `id` is the id for the answer, if we can tell."""

    id: Id | None
    failure: Failure


Message = Request | Notification | StrayAnswer | Invalid


def read_message(data: bytes) -> Message:
    """The message in one line or body."""
    try:
        value = read_json(data.decode(), "message")
    except UnicodeDecodeError:
        return Invalid(None, Failure(Code.PARSE_ERROR, "the message is not UTF-8"))
    except InputError as error:
        return Invalid(None, Failure(Code.PARSE_ERROR, error.problems[0].sentence))
    if not isinstance(value, dict):
        return _invalid(None, "a message is one JSON object; batches were removed")
    number = value.get("id")
    known = number if isinstance(number, Id) and not isinstance(number, bool) else None
    method, params = value.get("method"), value.get("params", {})
    if value.get("jsonrpc") != "2.0":
        return _invalid(known, 'jsonrpc must be "2.0"')
    if "method" not in value and value.keys() & {"result", "error"}:
        return StrayAnswer()
    if not isinstance(method, str):
        return _invalid(known, "method must be text")
    if not isinstance(params, dict):
        return _invalid(known, "params must be an object")
    if "id" not in value:
        return Notification(method, params)
    if known is None:
        return _invalid(None, "id must be text or a whole number")
    return Request(known, method, params)


def _invalid(known: Id | None, why: str) -> Invalid:
    return Invalid(known, Failure(Code.INVALID_REQUEST, why))


# Both end with the object that tells something, so that a fault can put more at the end of it.


def result_message(to: Id, result: JsonObject) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": to, "result": dict(result)}


def error_message(to: Id | None, failure: Failure) -> dict[str, Any]:
    error: dict[str, Any] = {"code": int(failure.code), "message": failure.message}
    if failure.data is not None:
        error["data"] = dict(failure.data)
    return {"jsonrpc": "2.0", "id": to, "error": error}


def encode(message: Mapping[str, Any]) -> bytes:
    """One line of UTF-8, without its end."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate has no UTF-8; Python's backslash spelling of it is also JSON's.
    return text.encode(errors="backslashreplace")
