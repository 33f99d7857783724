"""INJ-002: text that wants the user to be kept in the dark."""

from mcptest_action.core.security.language.sentences import Mark, Sentence
from mcptest_action.core.security.language.word_classes import CLASSES
from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.passages import Objection, Passage, per_sentence


def conceals(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    if mark := sentence.any_of("conceal"):
        # Not to show a password protects the one who is not shown it.
        if any(mark.first < other.first < mark.last for other in sentence.all_of("secret")):
            return None
        # Not to say what is not yet known is another matter, though it may be a pretext.
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


def _grave_call(passage: Passage) -> Mark | None:
    """An order, on the quiet, to use a tool of this server that destroys and is not this one."""
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
    rule("INJ-002", Severity.CRITICAL, per_sentence(conceals), "MCP03", 1427,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1001",
         finds="an order to hide from the user what is done, or that it is done; high for a call "
               "on the quiet that destroys something, medium for an order not to ask",
         why="Whatever the tool wants to be kept quiet, the user would have objected to.",
         silent="Passwords and keys that are not to be shown, and notifications that a tool does "
                "not send.",
         remedy="Remove the sentence. If a detail is of no interest to users, say what is."),
)  # fmt: skip
