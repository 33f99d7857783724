"""INJ-006: tools that push themselves, or a call, in front of others."""

from mcptest_action.core.security.language.sentences import Mark
from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.passages import Objection, Passage, per_sentence

_PRESSURE = ("authority", "threat", "urgent", "conceal")


def precedes(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    mark = sentence.any_of("precede others")
    ordered = sentence.any_of("strong duty", "just")
    if mark is None and ordered and sentence.any_of("do", "this tool"):
        mark = sentence.any_of("sole")
    if mark is None and sentence.has("this tool", "do", "strong duty"):
        mark = sentence.any_of("precede answers")
    because = "puts a tool before all others"
    if mark is None:
        mark = _disparaged(passage)
        because = "makes other tools look bad"
    if mark:
        severity = Severity.HIGH if passage.near(*_PRESSURE) else Severity.MEDIUM
        return Objection(because, mark.said, severity)
    return _call_in_addition(passage)


def _disparaged(passage: Passage) -> Mark | None:
    """What is out of use may be just that, unless nobody is to touch it."""
    return passage.sentence.any_of("disparage") or (
        passage.sentence.any_of("others gone") if passage.near("shun") else None
    )


def _call_in_addition(passage: Passage) -> Objection | None:
    """Another call that is justified by rules rather than by what it returns."""
    sentence = passage.sentence
    because = sentence.has("authority") or passage.near("say so")
    if not (sentence.has("strong duty", "sequence", "do") and because):
        return None
    for call in sentence.all_of("order to use"):
        name = call.name
        if name and passage.names.is_tool(name) and not passage.is_own(name):
            said = "demands another call for reasons that have nothing to do with the task"
            return Objection(said, call.said, Severity.MEDIUM)
    return None


RULES = (
    rule("INJ-006", Severity.HIGH, per_sentence(precedes), "MCP06", 1427, snyk="E001",
         finds="an order to use a tool before, or instead of, all others, or talk that makes the "
               "others look bad; medium without pressure",
         why="The tool gets to see, and to decide about, what was meant for others.",
         silent="The order of calls among this server's own tools: `call list_pages first`.",
         remedy="Say when the tool is useful, and which results of this server it needs."),
)  # fmt: skip
