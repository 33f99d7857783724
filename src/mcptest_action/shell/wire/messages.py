"""Bytes from a server to a message without our secrets in it. Nobody reads them otherwise."""

from mcptest_action.core.protocol.exchange import (
    Incoming,
    Noise,
    Notification,
    NotText,
    Response,
    ServerRequest,
    read_message,
)
from mcptest_action.shell.redaction import Redactor


def read_redacted(data: bytes, redactor: Redactor) -> Incoming:
    r"""What the bytes are. A secret is taken out of them, and again out of what they say: JSON
    has as many ways to write a text as it has characters.
    """
    safe = redactor.data(data)
    incoming = read_message(safe)
    # Without an escape, a text is what its bytes are.
    return _redacted(incoming, redactor) if redactor.secrets and b"\\" in safe else incoming


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
        case Noise():
            return incoming  # text that was redacted as bytes
