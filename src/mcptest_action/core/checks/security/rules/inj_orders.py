"""INJ-001, INJ-002, INJ-011: other orders, another identity, and secrets from the user."""

import re

from ..assurance import is_order
from ..language.sentences import Mark, Sentence
from ..language.word_classes import CLASSES
from ..model import Severity, rule
from ..passages import Objection, Passage, per_sentence

# What the model or the tool does itself is so; `even if` is no condition.
_OWN = re.compile(r"\b(?:you|we|this tool|the tool|the server)\b", re.IGNORECASE)
_EVEN = re.compile(r"\beven (?:if|when)\b", re.IGNORECASE)
_ACTS = frozenset({"this", "it", "these", "anything", "any", "about", "how"})
# Settings are described like this: "whether to ignore previous instructions".
_SETTING = ("whether", "if true", "if set", "option to", "flag", "when true")


def overrides(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    mark = sentence.any_of("override")
    # Anything can be void; it matters only if it is the model's.
    if mark is None and sentence.any_of("you", "always"):
        mark = sentence.any_of("voided")
    if mark is None or sentence.said.casefold().startswith(_SETTING):
        return None
    if any(no.last == mark.first - 1 for no in sentence.all_of("negated")):
        return None
    because = "tells the model to set its instructions aside"
    return Objection(because, mark.said)


def renames(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    mark = sentence.any_of("identity")
    # The text of a prompt speaks to the model by design.
    if mark is None or passage.text.subject_type == "prompt" or sentence.has("example"):
        return None
    if f"if {mark.said}".casefold() in sentence.said.casefold():
        return None
    return Objection("gives the model another role", mark.said)


def conceals(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    mark = sentence.any_of("conceal") or _left_out(passage)
    if mark:
        # Hiding a password protects people.
        if any(mark.first < other.first < mark.last for other in sentence.all_of("secret")):
            return None
        if _guards_honesty(sentence, mark):
            return None
        # Hiding what isn't known yet is another matter, though it may be a pretext.
        waits = any(mark.last < other.first for other in sentence.all_of("until"))
        return _objection(mark.said)._replace(severity=Severity.MEDIUM if waits else None)
    mark = sentence.any_of("covertly", "unannounced")
    if mark and sentence.any_of("strong duty", "you", "on request"):
        return _objection(mark.said)
    if call := _grave_call(passage):
        because = "asks for a call that destroys something, and that nobody gets to see"
        return Objection(because, call.said, Severity.HIGH)
    if mark and passage.in_prose and passage.before.said and sentence.has("negated"):
        return _objection(mark.said)._replace(severity=Severity.MEDIUM)
    mark = sentence.any_of("unasked")
    if mark and not any(no.first < mark.first for no in sentence.all_of("negated")):
        because = "wants to be done without the user being asked"
        return Objection(because, mark.said, Severity.MEDIUM)
    return None


def _left_out(passage: Passage) -> Mark | None:
    """`Leave this step out of your answer`; but a filter leaves out records."""
    sentence = passage.sentence
    is_filter = "/properties/" in passage.text.pointer
    for mark in sentence.all_of("leave out"):
        act = any(mark.first < each.first < mark.last for each in sentence.all_of("the act"))
        # A parameter says what the tool returns, unless it names the model's own answer.
        own = any(mark.first < each.first for each in sentence.all_of("own answer"))
        if act and (own or not is_filter) and is_order(sentence):
            return mark
    return None


def _guards_honesty(sentence: Sentence, mark: Mark) -> bool:
    """What is not to be told is not so, or not known: nothing was done that it would hide."""
    if not _ACTS.isdisjoint(mark.said.casefold().split()) or _EVEN.search(sentence.said):
        return False
    for truth in sentence.all_of("truth"):
        claimed = sentence.said.partition(mark.said)[2].partition(truth.said)[0]
        if mark.first < truth.first and not _OWN.search(f"{mark.said} {claimed}"):
            return True
    return False


def _grave_call(passage: Passage) -> Mark | None:
    """A quiet order to use another tool of this server that destroys something."""
    sentence = passage.sentence
    if not passage.in_prose or sentence.any_of("quiet", "unannounced", "unasked") is None:
        return None
    for call in sentence.all_of("order to use"):
        name = call.name or ""
        ordered = call.said.split()[0].casefold() in CLASSES["do"]
        if ordered and passage.names.destroys(name) and not passage.is_own(name):
            return None if _is_ruled_out(sentence, call) else call
    return None


def _is_ruled_out(sentence: Sentence, call: Mark) -> bool:
    """`Never call …`; but `without a word, call …` is the order itself."""
    ahead = (no for no in sentence.all_of("negated") if no.first < call.first)
    return any(no.said.casefold() != "without" for no in ahead)


def _objection(phrase: str) -> Objection:
    return Objection("asks to keep something from the user", phrase)


RULES = (
    rule("INJ-001", Severity.CRITICAL, per_sentence(overrides), "MCP03", "MCP06", 1427,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1102",
         confidence=None,
         finds="text that tells the model to drop the instructions it was given",
         why="A model that follows it no longer does what its user and its operator want.",
         silent="The description of a setting (`whether to ignore …`), and the negation (`do not "
                "ignore …`).",
         remedy="Say what the tool does. A description has no business with other instructions."),
    rule("INJ-011", Severity.MEDIUM, per_sentence(renames), "MCP03", 1427,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1102",
         confidence=None,
         finds="text that gives the model another identity or other rights",
         why="A model that takes itself for an administrator, or for one without limits, does "
             "what it would have refused.",
         silent="Prompts, which address the model by design, and examples.",
         remedy="Describe the tool, not the one who uses it."),
    rule("INJ-002", Severity.CRITICAL, per_sentence(conceals), "MCP03", 1427,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1001",
         confidence=None,
         finds="an order to hide from the user what is done, or that it is done; high for a call "
               "on the quiet that destroys something, medium for an order not to ask",
         why="Whatever the tool wants to be kept quiet, the user would have objected to.",
         silent="Passwords and keys that are not to be shown, and notifications that a tool does "
                "not send.",
         remedy="Remove the sentence. If a detail is of no interest to users, say what is."),
)  # fmt: skip
