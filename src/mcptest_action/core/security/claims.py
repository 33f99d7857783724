"""What the name of a tool says that it does, as far as a declaration can be held against it."""

from typing import NamedTuple

from mcptest_action.core.safety.tool_class import ToolClass
from mcptest_action.core.safety.vocabulary import DESTRUCTIVE, MUTATING, READ
from mcptest_action.core.safety.words import words_of

# In front of a verb these make a question of it: what would be, or was, or can be deleted.
_ASKING = READ | {
    "can", "could", "count", "dry", "estimate", "fetch", "how", "is", "monitor", "plan", "simulate",
    "suggest", "watch", "would",
}  # fmt: skip
# Behind a verb these make a thing of it: an `update_log`, a `post_id`. A log can be deleted.
_THINGS = frozenset({"history", "id", "ids", "log", "logs", "office", "template", "type"})
# At the end these make any of it a question.
_ABOUT = frozenset({"candidates", "count", "preview", "stats", "statistics", "status"})
# What is taken out of a text, a picture or a table that the caller keeps; caches fill up again.
_TAKEN_OUT = frozenset({
    "accents", "background", "cache", "caches", "columns", "comments", "duplicates", "formatting",
    "html", "metadata", "na", "noise", "nulls", "outliers", "punctuation", "silence", "spaces",
    "stopwords", "watermark", "whitespace",
})  # fmt: skip
_NUMBERS = frozenset({"floats", "integers", "matrices", "number", "numbers", "two", "vectors"})
_LONGEST = 256


class Claim(NamedTuple):
    tool_class: ToolClass
    word: str


def claim_of(name: str) -> Claim | None:
    """The first verb of change that leads the name, or follows nothing but its subject.

    None where the name asks about a change, or tells of none.
    """
    words = words_of(name[:_LONGEST])
    if words and words[-1] in _ABOUT:
        return None
    for position, word in enumerate(words):
        if word in _ASKING or word == "drag":  # what is dragged is also dropped
            return None
        if _is_harmless(word, words[position + 1 :]):
            continue
        if word in DESTRUCTIVE:
            return Claim(ToolClass.DESTRUCTIVE, word)
        if word in MUTATING:
            return Claim(ToolClass.MUTATING, word)
    return None


def _is_harmless(word: str, rest: tuple[str, ...]) -> bool:
    """Whether what follows the verb says that nothing is changed anywhere."""
    if word == "add" and (not rest or rest[0] in _NUMBERS):
        return True  # it calculates
    if word in DESTRUCTIVE:
        return bool(rest) and rest[-1] in _TAKEN_OUT
    return bool(rest) and rest[0] in _THINGS
