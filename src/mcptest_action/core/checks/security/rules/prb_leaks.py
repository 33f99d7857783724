"""PRB-003, PRB-004, PRB-005: what answers contain but should not."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any

from mcptest_action.core.checks.probes import TRACES, Leak, error_text
from ..attacks import attacks_in
from ..calls import answers_in, is_echo, sent_in
from ..model import Confidence, Hit, Phase, ScanInput, Severity, Subject, rule
from ..secrets import BESIDE_NAME, Secret, named_in, secrets_in, without_secrets
from ..texts import Text, texts_in

_LONGEST = 20_000
_MOST_TEXTS = 2_000
_MOST_NAMED = 100
_DATABASE = Leak(
    "the error of a database",
    re.compile(
        r"SQLSTATE\[|sqlite3\.\w{1,40}Error|syntax error at or near \"|\bORA-\d{5}:|"
        r"You have an error in your SQL syntax|psycopg2?\.errors\."
    ),
)
_TRACES = (*TRACES, _DATABASE)


def find_orders(inputs: ScanInput) -> Iterator[Hit]:
    """Each rule once for each tool and confidence: a result may be long."""
    reported: set[tuple[str, str, Confidence | None]] = set()
    for rule_id, hit in attacks_in(inputs._replace(texts=tuple(_texts(inputs)))):
        what = (rule_id, hit.subject.name, hit.confidence)
        if what not in reported:
            reported.add(what)
            because = f"a result, {rule_id}: {hit.because}"
            snippet = without_secrets(hit.snippet)
            # As sure as in a description: a result is full of other people's prose.
            found = Hit(hit.subject, "", snippet, because, {"rule": rule_id})
            yield found._replace(confidence=hit.confidence)


def _texts(inputs: ScanInput) -> Iterator[Text]:
    results = (answer for answer in answers_in(inputs) if not answer.is_error)
    texts = (
        text
        for tool, result, _ in results
        for text in texts_in("tool", tool, "", "result", _shown(result))
    )
    return islice(texts, _MOST_TEXTS)


def _shown(result: Mapping[str, Any]) -> list[Any]:
    """Everything in a result that a model reads; not the bytes of pictures."""
    content = result.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, Mapping)]
    return [*texts, result.get("structuredContent")]


def find_secrets(inputs: ScanInput) -> Iterator[Hit]:
    reported: set[tuple[str, str]] = set()
    sent = sent_in(inputs)
    results = ((text.subject, "a result", text.field, text.raw) for text in _texts(inputs))
    errors = ((tool, "an error", "", text) for tool, text in _errors(inputs))
    for tool, where, field, text in chain(results, errors):
        named = islice(named_in(field, text), _MOST_NAMED)
        own = (pair for pair in named if not is_echo(pair.value, sent))
        beside = (Secret(BESIDE_NAME, f"{pair.name}=\u2026") for pair in own)
        for kind, shown in chain(secrets_in(text, in_use=True), beside):
            if (tool, kind) not in reported:
                reported.add((tool, kind))
                because = f"{where} holds {kind}: {shown[:80]}"
                details = {"kind": kind, "masked": shown}
                yield Hit(_subject(tool), "", shown, because, details)


def find_traces(inputs: ScanInput) -> Iterator[Hit]:
    reported: set[tuple[str, str]] = set()
    for tool, raw in _errors(inputs):
        text = without_secrets(raw)
        kind = next((what for what, pattern in _TRACES if pattern.search(text)), "")
        if kind and (tool, kind) not in reported:
            reported.add((tool, kind))
            details = {"kind": kind, "error": text[:400]}
            yield Hit(_subject(tool), "", kind, f"an error holds {kind}", details)


def _errors(inputs: ScanInput) -> Iterator[tuple[str, str]]:
    """Every error text, including those that bad requests caused, with the tool that gave it."""
    for exchange in inputs.exchanges or ():
        if text := error_text(exchange.reaction)[:_LONGEST]:
            yield exchange.key.tool or "", text


def _subject(tool: str) -> Subject:
    return Subject("tool" if tool else "server", tool)


RULES = (
    rule("PRB-003", Severity.HIGH, find_orders, "MCP06", "MCP10", 1427, phase=Phase.PROBE,
         agentreserve="resource_contents_no_injection", snyk="W015",
         confidence=None,
         finds="orders to the model, or hidden text, in the result of a call",
         why="Models read results like everything else, and do what they say.",
         silent="Errors, which quote what they were given, and results that nobody may see.",
         remedy="Mark text from elsewhere as such, and remove what cannot be seen."),
    rule("PRB-004", Severity.CRITICAL, find_secrets, "MCP01", "MCP10", 200, phase=Phase.PROBE,
         snyk="W017",
         finds="a key, token or password in the result of a call, or in an error",
         why="It has gone through the model, its logs and its history.",
         silent="Placeholders, what was sent with the call, and results that nobody may see.",
         remedy="Withdraw the secret now, then keep it out of results."),
    rule("PRB-005", Severity.LOW, find_traces, 209, phase=Phase.PROBE,
         finds="a stack trace, a path into installed code, or a database's own words in an error",
         why="It tells attackers which code runs where.",
         silent="Paths that a file tool has to name.",
         remedy="Log the details, and answer with one sentence about what to do."),
)  # fmt: skip
