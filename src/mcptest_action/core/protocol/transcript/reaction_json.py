"""Reactions to JSON and back: a transcript must replay to the same values."""

from typing import Any, get_type_hints

from mcptest_action.core.protocol.exchange import HttpAnswer, Leaving, Reaction
from mcptest_action.core.protocol.exchange import reaction as kinds
from . import shape
from .shape import Reader, ShapeError

_KINDS: dict[str, Any] = {
    "replied": kinds.Replied,
    "rpc_error": kinds.RpcError,
    "http_status": kinds.HttpStatus,
    "turned_away": kinds.TurnedAway,
    "accepted": kinds.Accepted,
    "timed_out": kinds.TimedOut,
    "disconnected": kinds.Disconnected,
    "unreachable": kinds.Unreachable,
    "garbage": kinds.Garbage,
    "invalid_utf8": kinds.InvalidUtf8,
    "oversized": kinds.Oversized,
    "misaddressed": kinds.Misaddressed,
    "not_sent": kinds.NotSent,
    "overheard": kinds.Overheard,
    "bound": kinds.Bound,
    "opened": kinds.Opened,
    "closed": kinds.Closed,
}
_NAME_OF = {kind: name for name, kind in _KINDS.items()}


def reaction_document(reaction: Reaction) -> dict[str, Any]:
    """One object with a `kind` and the fields of that kind, without those that are None."""
    fields = {name: value for name, value in reaction._asdict().items() if value is not None}
    if isinstance(reaction, kinds.Replied):
        fields["result"] = reaction.result  # null is a result, too
    http = fields.get("http")
    if isinstance(http, HttpAnswer):
        fields["http"] = _http_document(http)
    if isinstance(reaction, kinds.Misaddressed):
        fields["ids"] = list(reaction.ids)
    if isinstance(reaction, kinds.Bound):
        fields["addresses"] = list(reaction.addresses)
    if isinstance(reaction, kinds.Overheard):
        fields["messages"] = list(reaction.messages)
    return {"kind": _NAME_OF[type(reaction)], **fields}


def _http_document(http: HttpAnswer) -> dict[str, Any]:
    stream = {} if http.stream is None else {"stream": dict(http.stream)}
    return {"status": http.status, "headers": dict(sorted(http.headers.items())), **stream}


_STREAM: dict[str, Reader] = {
    "ids": shape.texts,
    "primed": shape.flag,
    "ended": shape.flag_or_null,
}


def _http(value: Any, label: str) -> HttpAnswer:
    readers: dict[str, Reader] = {
        "status": shape.whole,
        "headers": shape.texts_by_name,
        "stream": shape.object_with(_STREAM, needs=_STREAM),
    }
    return HttpAnswer(**shape.fields_of(value, label, readers, optional=("stream",)))


def _leaving(value: Any, label: str) -> Leaving:
    known = {str(leaving): leaving for leaving in Leaving}
    name = shape.text(value, label)
    if name not in known:
        raise ShapeError(f"{label} is '{name}', which is unknown")
    return known[name]


# Of what came unasked; a withheld message has none of these.
_HEARD: dict[str, Reader] = {
    "message": shape.object_with({"method": shape.text}),
    "reply": shape.any_object,
    "noise": shape.text,
    "not_text": shape.text,
    "stream": shape.whole,
    "event": shape.text,
}

# A field's type decides how to read it, so that no new kind of reaction is read unchecked.
_READER_OF: dict[Any, Reader] = {
    Any: shape.anything,
    str: shape.text,
    int: shape.whole,
    float: shape.number,
    tuple[str, ...]: shape.texts,
    tuple[Any, ...]: shape.entries_with(_HEARD),
    HttpAnswer: _http,
    HttpAnswer | None: _http,  # None is left out when it is written
    Leaving | None: _leaving,
}
_READERS: dict[Any, dict[str, Reader]] = {
    kind: {name: _READER_OF[hint] for name, hint in get_type_hints(kind).items()}
    for kind in _KINDS.values()
}


def reaction_of_document(document: Any, label: str = "reaction") -> Reaction:
    """The reaction that was written. Raises `ShapeError` for anything else."""
    fields = dict(shape.any_object(document, label))
    name = shape.text(fields.pop("kind", None), f"{label}.kind")
    if name not in _KINDS:
        raise ShapeError(f"{label}.kind is '{name}', which is unknown")
    kind = _KINDS[name]
    reaction: Reaction = kind(
        **shape.fields_of(fields, label, _READERS[kind], optional=kind._field_defaults)
    )
    return reaction
