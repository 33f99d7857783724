"""What is wrong with a message of the server; most of the time, nothing."""

from collections.abc import Mapping
from typing import Any

_PART = "…"


def odd_envelope(message: Mapping[str, Any]) -> dict[str, Any] | None:
    """The message without its content, where it breaks a rule of JSON-RPC; None where it is plain.

    Only what is odd is kept: of sound servers, transcripts hold every answer once.
    """
    if _is_plain(message):
        return None
    return {name: _shown(name, value) for name, value in message.items()}


def flaw_of_call(message: Mapping[str, Any]) -> str:
    """What a request or notification breaks, as a clause that quotes nothing; empty if nothing."""
    if message.get("jsonrpc") != "2.0":
        return "its jsonrpc is not '2.0'"
    if "result" in message or "error" in message:
        return "it has a method and a result or an error"
    if not isinstance(message.get("params", {}), dict):
        return "its params are not an object"
    if "id" in message and type(message["id"]) not in (str, int):
        return "its id is neither text nor a whole number"
    return ""


def _is_plain(message: Mapping[str, Any]) -> bool:
    if message.get("jsonrpc") != "2.0" or ("result" in message) == ("error" in message):
        return False
    if "result" in message:
        return isinstance(message["result"], dict)
    error = message["error"]
    return (
        isinstance(error, dict)
        and type(error.get("code")) is int
        and isinstance(error.get("message"), str)
    )


def _shown(name: str, value: Any) -> Any:
    if name == "result" and isinstance(value, dict):
        return {_PART: len(value)}
    if name == "error" and isinstance(value, dict):
        return {key: part for key, part in value.items() if key != "data"}
    return value
