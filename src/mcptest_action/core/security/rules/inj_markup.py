"""INJ-003: markup that passes for a message of the system."""

import re
from collections.abc import Iterator

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.language.hear import hear
from mcptest_action.core.security.model import Hit, Kind, Rule, Severity, Subject
from mcptest_action.core.security.plain import plain
from mcptest_action.core.security.readings import readings
from mcptest_action.core.security.texts import Text

_WORDS = (
    "important|system|sys|hidden|secret|critical|admin|administrator|instruction|instructions|"
    "override|overrides|internal|shadow|priority|mandatory|urgent|confidential|directive|"
    "system[-_ ]?(?:prompt|message|note|instructions?|update|override)|assistant|developer"
)
_TAG = re.compile(rf"<\s?/?\s?(?:{_WORDS})\s?>|\[/?(?:{_WORDS}|inst)\]", re.IGNORECASE)
_TEMPLATE = re.compile(r"<\|[a-z_]{2,24}\|>|<<\s?/?sys\s?>>|\[/?INST\]|<(?:start|end)_of_turn>")
_COMMENT = re.compile(r"<!--(.{1,2000}?)-->", re.DOTALL)
_ORDERS = ("strong duty", "you", "conceal", "override", "move", "call", "address")


def find(ground: Ground) -> Iterator[Hit]:
    for text in ground.texts:
        if mark := _markup(text):
            because = f"{text.field} holds '{mark[:40]}', which passes for a message of the system"
            subject = Subject(text.subject_type, text.subject)
            yield Hit(subject, text.pointer, text.plain, because, {"tag": mark[:80]})


def _markup(text: Text) -> str | None:
    """The first tag, or the first comment that gives orders, in any reading."""
    if not text.raw.isascii() or any(char in text.raw for char in "<[&%\\"):
        for reading in (text.raw, *readings(text.raw)):
            if found := _TEMPLATE.search(reading) or _TAG.search(reading):
                return found[0]
            for comment in _COMMENT.finditer(reading):
                if any(heard.any_of(*_ORDERS) for heard in hear((plain(comment[1]),))):
                    return comment[0]
    return None


RULES: tuple[Rule, ...] = (
    Rule(
        id="INJ-003",
        severity=Severity.HIGH,
        kind=Kind.DEFECT,
        finds="tags and templates in which models are given orders, and comments that give some",
        why="Models are trained to obey what stands in such tags, and people do not see comments.",
        silent="Other tags, and comments that order nothing.",
        remedy="Remove the tags; use plain sentences, or headings as in Markdown.",
        find=find,
        owasp=("MCP03",),
        cwe=(1427,),
        also={"agentreserve": "no_tool_description_manipulation", "snyk": "E001", "safe": "T1001"},
    ),
)
