"""INJ-003: markup that pretends to be a message of the system."""

import re
from collections.abc import Iterator

from ..assurance import confidence_of
from ..language.sentences import sentences_in
from ..model import Confidence, Hit, ScanInput, Severity, hit_in, rule
from ..readings import LONGEST_READ, normalized, readings
from ..texts import Text

# In angle brackets these aren't placeholders; the others are, unless a closing tag follows.
_SYSTEM = (
    r"important|system|sys|hidden|instructions?|"
    r"system[-_ ]?(?:prompt|message|note|instructions?|update|override)"
)
_OTHERS = "secret|critical|admin|override|internal|shadow|mandatory|urgent|assistant|directive"
_TAG = re.compile(rf"<\s?/?\s?(?:{_SYSTEM})\s?>|<\s?/\s?(?:{_OTHERS})\s?>", re.IGNORECASE)
# In square brackets they are also labels; an order must follow.
_LABEL = re.compile(rf"\[/?(?:{_SYSTEM}|{_OTHERS})\](.{{1,200}})", re.IGNORECASE | re.DOTALL)
_TEMPLATE = re.compile(r"<\|[a-z_]{2,24}\|>|<<\s?/?sys\s?>>|\[/?INST\]|<(?:start|end)_of_turn>")
_LONGEST_COMMENT = 4_000
_ORDERS = ("strong duty", "you", "conceal", "override", "do")


def find(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        if mark := _markup(text):
            because = f"{text.field} holds '{mark[:40]}', which passes for a message of the system"
            sure = any(confidence_of(each) is Confidence.HIGH for each in text.sentences)
            confidence = Confidence.HIGH if sure else Confidence.MEDIUM
            hit = hit_in(text, text.plain, because, {"tag": mark[:80]})
            yield hit._replace(confidence=confidence)


def _markup(text: Text) -> str | None:
    """The first tag, or the first label or comment that gives orders, in any reading."""
    if not text.raw.isascii() or any(char in text.raw for char in "<[&%\\"):
        for reading in (text.raw[:LONGEST_READ], *readings(text.raw)):
            if found := _TEMPLATE.search(reading) or _TAG.search(reading):
                return found[0]
            for whole, said in (*_comments(reading), *_labels(reading)):
                if any(each.any_of(*_ORDERS) for each in sentences_in([normalized(said)])):
                    return whole
    return None


def _comments(reading: str) -> Iterator[tuple[str, str]]:
    for begun in reading.split("<!--")[1:]:
        comment = begun.partition("-->")[0][:_LONGEST_COMMENT]
        yield f"<!--{comment}", comment


def _labels(reading: str) -> Iterator[tuple[str, str]]:
    return ((match[0], match[1]) for match in _LABEL.finditer(reading))


RULES = (
    rule("INJ-003", Severity.HIGH, find, "MCP03", 1427,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1001",
         confidence=None,
         finds="tags and templates in which models are given orders, and labels and comments that "
               "give some",
         why="Models are trained to obey what stands in such tags, and people do not see comments.",
         silent="Other tags, placeholders such as `<secret>`, and labels and comments that order "
                "nothing.",
         remedy="Remove the tags; use plain sentences, or headings as in Markdown."),
)  # fmt: skip
