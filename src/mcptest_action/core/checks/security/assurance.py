"""How sure a sentence makes us: does it order the model about something that isn't the tool's?

High takes both: an order, and an object that is the user's, a secret, or another tool. With one of
them the sentence may be about anything, and somebody has to read it.
"""

import re

from .language.sentences import Mark, Sentence
from .model import Confidence
from .referents import is_sensitive, named_as_tool

# What the user said, chose or owns: also the machine on which a command would run.
_THE_USERS = (
    "person", "context", "against the user", "everything", "conceal", "leave out",
    "unasked", "override",
    "voided", "shell", "grave shell", "following command",
)  # fmt: skip
_SECRETS = ("secret", "key file", "its content")
_OTHER_TOOLS = ("precede others", "sole", "disparage", "others gone")
_NAMED = ("order to use", "when others", "is changed", "use other", "calls need")
_CHANGES = ("rewrite", "redirect", "set")
_NO_DUTY = re.compile(
    r"\b(?:don't|do not|doesn't|does not|needn't|no longer) (?:have|need)\b|"
    r"\b(?:may|might|can|could)\b",
    re.IGNORECASE,
)
# `All that you need to do`; but `note that you must send it` orders.
_CONDITION = re.compile(
    r"\b(?:if|when|whether|unless|in case|all|(?:all|everything|thing) that|what|which) $",
    re.IGNORECASE,
)


def confidence_of(
    sentence: Sentence, around: tuple[Sentence, ...] = (), *, opens: bool = False
) -> Confidence:
    """`opens` is for the first sentence of a text, which says what the tool itself does."""
    ordered, owned = is_order(sentence, opens=opens), is_about_others(sentence)
    if _is_announced(sentence, around):
        return Confidence.HIGH
    if ordered and owned:
        return Confidence.HIGH
    return Confidence.MEDIUM if ordered or owned else Confidence.LOW


def is_order(sentence: Sentence, *, opens: bool = False) -> bool:
    if sentence.has("against the user"):
        return True
    if any(not _is_free(sentence, mark) for mark in sentence.all_of("told")):
        return True
    if any(mark.first in sentence.clauses for mark in sentence.all_of("duty")):
        return True
    # `Each answer must be sent to …` orders, if it says where; else it says what is valid.
    if sentence.has("passive duty") and sentence.any_of("address", "endpoint"):
        return True
    return any(_is_imperative(sentence, mark, opens=opens) for mark in sentence.all_of("act"))


def _is_announced(sentence: Sentence, around: tuple[Sentence, ...]) -> bool:
    """What a user asks of another tool is said to be changed, as if that were settled."""
    replaced = sentence.has("automatically", "on request") and sentence.any_of(*_CHANGES)
    return bool(replaced) and any(_names_tool(each, "is changed") for each in (sentence, *around))


def _names_tool(sentence: Sentence, *signals: str) -> bool:
    return any(named_as_tool(sentence, mark) for mark in sentence.all_of(*signals))


def _is_free(sentence: Sentence, mark: Mark) -> bool:
    """`You don't have to call it`, `if you need to call it`, `all you need to do`."""
    ahead = sentence.said.partition(mark.said)[0]
    return _NO_DUTY.search(mark.said) is not None or _CONDITION.search(ahead) is not None


def _is_no_job(sentence: Sentence) -> bool:
    """What no tool is there for, so that even a first sentence can only mean the model."""
    handed_over = sentence.any_of("include", "move") and sentence.any_of("into", "address")
    return (
        sentence.has("override")
        or sentence.has("possessor", "secret")
        or sentence.has("leave out", "the act", "own answer")
        or (handed_over is not None and _names_secrets(sentence))
    )


def _names_secrets(sentence: Sentence) -> bool:
    return any(is_sensitive(mark.said) for mark in sentence.all_of("path", "address"))


def _is_imperative(sentence: Sentence, mark: Mark, *, opens: bool) -> bool:
    """At the start of a clause, with its object behind it: `email the file`, not `name, email`."""
    if mark.first == 0 and opens and not _is_no_job(sentence):
        return False
    return mark.first in sentence.clauses and mark.last not in sentence.clauses


def is_about_others(sentence: Sentence) -> bool:
    """Whether it speaks of what is the user's, of a secret, or of another tool."""
    if sentence.any_of(*_THE_USERS, *_SECRETS, *_OTHER_TOOLS):
        return True
    # What goes to a stranger's address, the model has from the user.
    if sentence.has("told") and sentence.any_of("endpoint") and sentence.any_of("move", "contact"):
        return True
    if _names_secrets(sentence):
        return True
    return _names_tool(sentence, *_NAMED)
