"""NAM-006: text about tools that this server does not have."""

from ..language.sentences import Mark, Sentence
from ..model import Severity, rule
from ..passages import Objection, Passage, per_sentence
from ..referents import named_as_part, named_as_tool, named_like_a_part

_CHANGES = ("is changed", "when others")
_NEAR = 9
_PRESSURE = ("authority", "automatically", "conceal", "against the user", "threat", "say so")
_ORDERS = ("include", "move", "rewrite")


def shadows(passage: Passage) -> Objection | None:
    """The gravest thing that the sentence says of a foreign tool."""
    found = [
        (mark, severity)
        for mark in passage.sentence.marks
        if (severity := _severity(passage, mark)) and mark.name and _is_foreign(passage, mark.name)
    ]
    if not found:
        return None
    mark, severity = min(found, key=lambda each: each[1] is not Severity.HIGH)
    details = {"target": mark.name, "phrase": mark.said}
    because = "gives orders about a tool that is not of this server"
    return Objection(because, mark.name or "", severity, details)


def _severity(passage: Passage, mark: Mark) -> Severity | None:
    sentence = passage.sentence
    if mark.signal in _CHANGES:
        if not named_as_tool(sentence, mark):
            return None
        if passage.near(*_PRESSURE):
            return Severity.HIGH
        ordered = passage.near("strong duty") or (passage.in_prose and sentence.any_of(*_ORDERS))
        return Severity.MEDIUM if ordered else None
    if mark.signal == "calls need":
        return Severity.MEDIUM
    if mark.signal == "order to use" and _may_be_a_tool(sentence, mark):
        if sentence.leads_to(mark, "strong duty", within=_NEAR):
            # Worse than one out of order: an order that draws in what the user said, or a secret.
            grave = passage.near(*_PRESSURE) or sentence.any_of("context", "secret")
            return Severity.HIGH if grave else Severity.MEDIUM
        # `the install tool` may be any tool; `install_package` is a particular one.
        if mark.is_written_as_name and sentence.leads_to(mark, "sequence", "please", within=_NEAR):
            return Severity.MEDIUM
    return None


def _may_be_a_tool(sentence: Sentence, mark: Mark) -> bool:
    """One uses a field as well as a tool; but what is used first, as a step, is hardly a field."""
    step = sentence.has("strong duty", "sequence") and not named_like_a_part(mark.name or "")
    return step or named_as_tool(sentence, mark)


def _is_foreign(passage: Passage, name: str) -> bool:
    """Neither ours, nor a field, a parameter or a value that the text calls so."""
    known = passage.is_own(name) or passage.names.is_part(name) or passage.names.is_tool(name)
    return not known and not named_as_part(passage.sentence.said, name)


RULES = (
    rule("NAM-006", Severity.HIGH, per_sentence(shadows), "MCP03", "MCP06", 1427,
         snyk="E002", safe="T1301",
         confidence=None,
         finds="orders about a tool that this server does not have; medium without pressure",
         why="The description changes how the model uses somebody else's tool.",
         silent="Tools of this server, also by a shorter or an older name, parameters and values.",
         remedy="Name only tools of this server. What another one needs, its own server says."),
)  # fmt: skip
