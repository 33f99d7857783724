"""The lines of `transcript.jsonl`, written and read."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.reaction import Reaction
from mcptest_action.core.transcript.reaction_json import reaction_document, reaction_of_document

SCHEMA = "mcptest.dev/transcript/v1"


class Key(NamedTuple):
    """Whose exchange it was: scripts interleave, their lines are told apart by this."""

    check: str
    tool: str | None
    connection: int
    step: int


class Exchange(NamedTuple):
    key: Key
    sent: Mapping[str, Any]
    reaction: Reaction
    elapsed_ms: float
    others: tuple[Any, ...] = ()
    """What the server said unasked meanwhile: notifications, requests, noise."""


def header_line(header: Mapping[str, Any]) -> str:
    return _line({"type": "header", "schema_version": SCHEMA, **header})


def exchange_line(exchange: Exchange) -> str:
    document: dict[str, Any] = {
        "type": "exchange",
        **exchange.key._asdict(),
        "sent": dict(exchange.sent),
        "reaction": reaction_document(exchange.reaction),
        "elapsed_ms": exchange.elapsed_ms,
    }
    if exchange.others:
        document["others"] = list(exchange.others)
    return _line(document)


def closing_line(connection: int, stderr_tail: str) -> str:
    """What the server wrote to its log; evidence for what happened on the connection."""
    return _line({"type": "log", "connection": connection, "stderr_tail": stderr_tail})


def _line(document: Mapping[str, Any]) -> str:
    return json.dumps(document, separators=(",", ":")) + "\n"


def read_transcript(text: str, file: str) -> tuple[Mapping[str, Any], tuple[Exchange, ...]]:
    """The header and the exchanges of a transcript."""
    documents = list(_documents(text, file))
    if not documents or documents[0].get("type") != "header":
        raise unusable(file, "the first line is not a transcript's header", "", 1, 1)
    header = documents[0]
    if header.get("schema_version") != SCHEMA:
        found = header.get("schema_version")
        raise unusable(file, f"schema_version is '{found}', not '{SCHEMA}'", "", 1, 1)
    return header, tuple(
        _exchange(document, file, number)
        for number, document in enumerate(documents, 1)
        if document.get("type") == "exchange"
    )


def _documents(text: str, file: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        document = read_json(line, f"{file}:{number}")
        if not isinstance(document, dict):
            raise unusable(file, "a line is not an object", "", number, 1)
        yield document


def _exchange(document: dict[str, Any], file: str, number: int) -> Exchange:
    try:
        key = Key(document["check"], document["tool"], document["connection"], document["step"])
        reaction = reaction_of_document(document["reaction"])
        others = tuple(document.get("others", ()))
        return Exchange(key, document["sent"], reaction, document["elapsed_ms"], others)
    except (KeyError, TypeError) as error:
        raise unusable(file, f"not an exchange: {error}", "", number, 1) from None
