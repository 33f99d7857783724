"""How sure a sentence makes us: does it order the model about something that isn't the tool's?

High takes both: an order, and an object that is the user's, a secret, or another tool. With one of
them the sentence may be about anything, and somebody has to read it.
"""

from .language.sentences import Mark, Sentence
from .model import Confidence
from .referents import is_sensitive, named_as_tool

# What the user said, chose or owns: also the machine on which a command would run.
_THE_USERS = (
    "person", "context", "against the user", "everything", "conceal", "unasked", "override",
    "voided", "shell", "grave shell", "following command",
)  # fmt: skip
_SECRETS = ("secret", "key file", "its content")
_OTHER_TOOLS = ("precede others", "sole", "disparage", "others gone")
_NAMED = ("order to use", "when others", "is changed", "use other", "calls need")
# Orders wherever they stand in the sentence; the others only at the beginning of a clause.
_OUTRIGHT = ("told", "against the user")


def confidence_of(sentence: Sentence, *, opens: bool) -> Confidence:
    """`opens` is for the first sentence of a text, which says what the tool itself does."""
    ordered, owned = is_order(sentence, opens=opens), is_about_others(sentence)
    if ordered and owned:
        return Confidence.HIGH
    return Confidence.MEDIUM if ordered or owned else Confidence.LOW


def is_order(sentence: Sentence, *, opens: bool = False) -> bool:
    if sentence.any_of(*_OUTRIGHT):
        return True
    if any(mark.first in sentence.clauses for mark in sentence.all_of("duty")):
        return True
    # `Each answer must be sent to …` orders, if it says where; else it says what is valid.
    if sentence.has("passive duty") and sentence.any_of("address", "endpoint"):
        return True
    return any(_is_imperative(sentence, mark, opens=opens) for mark in sentence.all_of("act"))


def _is_imperative(sentence: Sentence, mark: Mark, *, opens: bool) -> bool:
    """At the start of a clause, with its object behind it: `email the file`, not `name, email`."""
    if mark.first == 0 and opens:
        return False
    return mark.first in sentence.clauses and mark.last not in sentence.clauses


def is_about_others(sentence: Sentence) -> bool:
    """Whether it speaks of what is the user's, of a secret, or of another tool."""
    if sentence.any_of(*_THE_USERS, *_SECRETS, *_OTHER_TOOLS):
        return True
    if any(is_sensitive(mark.said) for mark in sentence.all_of("path", "address")):
        return True
    return any(named_as_tool(mark) for mark in sentence.all_of(*_NAMED))
