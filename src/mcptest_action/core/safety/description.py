"""What a tool's description and parameters tell of a change. They can only hold a tool back."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .vocabulary import CHANGE, DESTRUCTIVE, FOR_A_CHANGE, MUTATING, NEUTRAL, READ, words_of

_LONGEST, _SHOWN = 4000, 40
_MOST_PARAMETERS = 200
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n+")
# What may stand before the verb: numbers and signs, `this tool is used to`, `safely`.
_PREAMBLE = re.compile(
    r"[^a-z]*(?:(?:this|the)\s+(?:tool|function|command|method|endpoint|operation|action)\s+)?"
    r"(?:(?:is\s+)?used\s+(?:to|for)\s|can(?:\s+be\s+used\s+to)?\s|will\s|allows?(?:\s+\w+)?\s+to\s"
    r"|lets?\s+\w+\s|enables?\s+\w+\s+to\s|use\s+this(?:\s+tool)?\s+to\s|(?:a\s+)?tool\s+(?:to|for|that)\s)?"
    r"\s*(?:(?:also|optionally|then|\w+ly)\s+)*",
    re.IGNORECASE,
)
# A plural before another verb is what the sentence is about: `Updates are shown.`
_WORD = re.compile(
    r"([a-z]+)\b(?!\s+(?:are|can|have|is|may|must|should|was|were|will)\b)",
    re.IGNORECASE,
)
# A word before an article is a verb, whether we know it or not, unless it is one of these.
_ACTS_ON = re.compile(
    r"(?!(?:after|as|before|by|for|from|given|if|in|is|of|on|using|when|with)\b)([a-z]+)\s+"
    r"(?:a|all|an|any|each|every|it|its|multiple|new|one|some|the|them|these|this|your)\b",
    re.IGNORECASE,
)
# After one verb comes another: `Discover and pair.`
_TWO_VERBS = re.compile(r"[a-z]+\s+(?:and|or|then)\s+([a-z]+)", re.IGNORECASE)
_COORDINATED = re.compile(
    r"\b(?:and|or|then)\s+(?:(?:also|optionally|then|\w+ly)\s+)*([a-z]+)", re.IGNORECASE
)
_WARNING = re.compile(
    r"(?P<negated>\b(?:no|non|not|never|without|isn't)\b[\s-]+(?:\w+\s+){0,2})?"
    r"(?P<said>side[\s-]effects?|irreversibl[ey]|(?:cannot|can't) be undone|destructive"
    r"|--fix|fixing"
    r"|(?:in)?to (?:an? |the )?(?:new )?(?:file|folder|directory|disk)\b"
    r"|(?:is|are|gets?) (?:then )?"
    r"(?:acknowledged|cleared|consumed|created|deleted|marked|overwritten|removed|sent|updated)\b)",
    re.IGNORECASE,
)


def _third_person(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


_CHANGES = CHANGE - NEUTRAL
_HE_CHANGES = frozenset(map(_third_person, _CHANGES))
_READS = READ | NEUTRAL | frozenset(map(_third_person, READ | NEUTRAL))
_BEFORE_A_CHANGE = (MUTATING | DESTRUCTIVE | {"confirm", "force", "new", "overwrite", "save"}) - {
    "post",  # `post_id` and `set_id` are things
    "set",
}
_PLACE = re.compile(
    r"(?:^|_)(?:out|output|save|dest|destination)_(?:dir|directory|file|filename|folder|name|path)$"
)
_SAVES = re.compile(
    r"\b(?:save|write)\b[^.]{0,60}?\b(?:as|into|to)\b|\b(?:saved|written)\s+(?:as|in|into|to)\b",
    re.IGNORECASE,
)


def change_told(tool: Mapping[str, Any]) -> str | None:
    """The first thing that tells of a change, as a clause."""
    return next(_told(tool), None)


def _told(tool: Mapping[str, Any]) -> Iterator[str]:
    description = tool.get("description")
    if isinstance(description, str):
        words = _words(description[:_LONGEST])
        yield from (f"its description says '{word[:_SHOWN]}'" for word in words)
    schema = tool.get("inputSchema")
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    if isinstance(properties, Mapping):
        for name, inner in list(properties.items())[:_MOST_PARAMETERS]:
            if _is_for_a_change(str(name)[:128], inner):
                yield f"its parameter '{str(name)[:_SHOWN]}' is for a change"


def _words(description: str) -> Iterator[str]:
    """The first sentence has to begin with reading. Later ones may tell the reader what to do, so
    there only a verb counts that says what the tool does.
    """
    first, *later = _SENTENCE.split(description.strip())
    verb, acts = _verb(first)
    if verb in _CHANGES | _HE_CHANGES or (acts and verb not in _READS):
        yield verb
    # What is coordinated has the same form: a noun after `and` has not.
    yield from _coordinated(first, _HE_CHANGES if verb.endswith("s") else _CHANGES)
    yield from _unknown_verbs(first)
    for sentence in later:
        verb, _ = _verb(sentence)
        if verb in _HE_CHANGES:
            yield verb
        if verb.endswith("s"):
            yield from _coordinated(sentence, _HE_CHANGES)
    yield from (each["said"] for each in _WARNING.finditer(description) if not each["negated"])


def _verb(sentence: str) -> tuple[str, bool]:
    """The first word after the preamble, and whether it acts on something."""
    start = _start(sentence)
    word = _WORD.match(sentence, start)
    return word[0].casefold() if word else "", _ACTS_ON.match(sentence, start) is not None


def _unknown_verbs(sentence: str) -> Iterator[str]:
    """Verbs after the first one that are not known to read: they act on something, or follow it."""
    after = _TWO_VERBS.match(sentence, _start(sentence))
    if after and after[1].casefold() not in _READS:
        yield after[1].casefold()
    for word in _COORDINATED.finditer(sentence):
        if word[1].casefold() not in _READS and _ACTS_ON.match(sentence, word.start(1)):
            yield word[1].casefold()


def _start(sentence: str) -> int:
    preamble = _PREAMBLE.match(sentence)
    return preamble.end() if preamble else 0


def _coordinated(sentence: str, forms: frozenset[str]) -> Iterator[str]:
    found = (word.casefold() for word in _COORDINATED.findall(sentence))
    return (word for word in found if word in forms)


def _is_for_a_change(name: str, schema: Any) -> bool:
    words = words_of(name)
    joined = "_".join(words)
    if joined in FOR_A_CHANGE or (len(words) > 1 and words[0] in _BEFORE_A_CHANGE):
        return True
    described = schema.get("description") if isinstance(schema, Mapping) else None
    saves = isinstance(described, str) and _SAVES.search(described[:_LONGEST])
    return bool(saves or _PLACE.search(joined))
