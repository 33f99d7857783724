"""OBF-005: text in an encoding that only a model takes the trouble to read."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from mcptest_action.core.security.attacks import first_order
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.model import Confidence, Hit, Severity, hit_in, rule
from mcptest_action.core.security.plain import LONGEST
from mcptest_action.core.security.readings import decoded_blobs
from mcptest_action.core.security.texts import Text, texts_in

_SHORTEST = 60
_FEWEST_WORDS = 5
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2}){8,5000}")
# Where an encoding is what the field is for.
_EXPECTED = ("src", "data", "blob", "icon", "$schema", "$id")


def find(ground: Ground) -> Iterator[Hit]:
    for text in ground.texts:
        if text.field in _EXPECTED:
            continue
        for decoded in _decoded(text.raw[:LONGEST]):
            order = first_order(ground._replace(texts=tuple(_as_text(text, decoded))))
            if not order and not _is_prose(decoded):
                continue
            said = f", which {order} objects to" if order else ""
            because = f"{text.field} holds encoded text{said}: '{decoded[:80]}'"
            details = {"decoded": decoded[:400], "rule": order or None}
            severity = Severity.CRITICAL if order else None
            yield hit_in(text, decoded[:400], because, details, severity)
            break


def _decoded(raw: str) -> Iterator[str]:
    yield from decoded_blobs(raw)
    for run in _PERCENT.findall(raw):
        yield unquote(run)


def _as_text(text: Text, decoded: str) -> Iterator[Text]:
    return texts_in(text.subject_type, text.subject, text.pointer, text.field, decoded)


def _is_prose(decoded: str) -> bool:
    return len(decoded) >= _SHORTEST and len(decoded.split()) >= _FEWEST_WORDS


RULES = (
    rule("OBF-005", Severity.MEDIUM, find, "MCP03", confidence=Confidence.MEDIUM,
         finds="prose in base64, hexadecimal or percent encoding; critical where it gives orders",
         why="People skip over what they cannot read. Models decode it, and do what it says.",
         silent="Digests, keys and pictures, which decode to no words; short examples.",
         remedy="Write it in plain words, or leave it out."),
)  # fmt: skip
