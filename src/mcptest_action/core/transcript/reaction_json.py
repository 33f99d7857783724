"""Reactions to JSON and back: a transcript must replay to the same values."""

from typing import Any

from mcptest_action.core.exchange import reaction as kinds
from mcptest_action.core.exchange.reaction import HttpAnswer, Reaction

_KINDS: dict[str, Any] = {
    "replied": kinds.Replied,
    "rpc_error": kinds.RpcError,
    "http_status": kinds.HttpStatus,
    "accepted": kinds.Accepted,
    "timed_out": kinds.TimedOut,
    "disconnected": kinds.Disconnected,
    "unreachable": kinds.Unreachable,
    "garbage": kinds.Garbage,
    "invalid_utf8": kinds.InvalidUtf8,
    "oversized": kinds.Oversized,
    "misaddressed": kinds.Misaddressed,
    "opened": kinds.Opened,
    "closed": kinds.Closed,
}
_NAME_OF = {kind: name for name, kind in _KINDS.items()}


def reaction_document(reaction: Reaction) -> dict[str, Any]:
    """One object with a `kind` and the fields of that kind; those that are None are left out."""
    fields = {name: value for name, value in reaction._asdict().items() if value is not None}
    if isinstance(reaction, kinds.Replied):
        fields["result"] = reaction.result  # null is a result, too
    http = fields.get("http")
    if isinstance(http, HttpAnswer):
        fields["http"] = {"status": http.status, "headers": dict(sorted(http.headers.items()))}
    if isinstance(reaction, kinds.Misaddressed):
        fields["ids"] = list(reaction.ids)
    return {"kind": _NAME_OF[type(reaction)], **fields}


def reaction_of_document(document: dict[str, Any]) -> Reaction:
    """The reaction that was written. Raises `KeyError` or `TypeError` for anything else."""
    fields = dict(document)
    kind = _KINDS[fields.pop("kind")]
    if "http" in fields:
        http = fields["http"]
        fields["http"] = HttpAnswer(http["status"], dict(http["headers"]))
    if kind is kinds.Misaddressed:
        fields["ids"] = tuple(fields["ids"])
    reaction: Reaction = kind(**fields)
    return reaction
