"""Steps to JSON: what was sent, for people and for replay."""

import base64
from typing import Any

from mcptest_action.core.errors import InputError
from mcptest_action.core.exchange.envelope import Outgoing
from mcptest_action.core.exchange.step import Close, Fresh, Step
from mcptest_action.core.transcript.lossless import lossless_json
from mcptest_action.core.transcript.shortened import LONGEST, shortened


def sent_document(step: Step, outgoing: Outgoing | None, *, http: bool) -> dict[str, Any]:
    """The step by its name, with the bytes that went out; headers only where there are any.

    Long values stand there by their digests: thousands of tools each get a MiB.
    """
    document: dict[str, Any] = {"step": type(step).__name__}
    if outgoing is None or isinstance(step, Fresh | Close):
        return document
    if http:
        document["http_method"] = outgoing.http_method
        document["headers"] = dict(sorted(outgoing.headers.items()))
        if outgoing.path is not None:
            document["path"] = outgoing.path
        if outgoing.anonymous:
            document["anonymous"] = True
    body = _body(outgoing.body)
    # No value is counted as more than three times what it takes in a message.
    if 3 * len(outgoing.body) > LONGEST:
        body = {kind: shortened(content) for kind, content in body.items()}
    return {**document, **body}


def _body(body: bytes) -> dict[str, Any]:
    """JSON as JSON where that keeps what it says, other text as text, anything else as base64."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(body).decode()}
    if "\n" in text.strip():  # on stdio, those are several messages
        return {"text": text}
    try:
        return {"message": lossless_json(text)}
    except (InputError, ValueError):
        return {"text": text}
