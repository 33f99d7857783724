"""INJ-001, INJ-011: text that gives the model other orders, or another identity."""

from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.passages import Objection, Passage, per_sentence

# A setting is described with these: "whether to ignore previous instructions".
_SETTING = ("whether", "if true", "if set", "option to", "flag", "when true")


def overrides(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    mark = sentence.any_of("override")
    # What has lost its force may be anything, unless it is the model's.
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


RULES = (
    rule("INJ-001", Severity.CRITICAL, per_sentence(overrides), "MCP03", "MCP06", 1427,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1102",
         finds="text that tells the model to drop the instructions it was given",
         why="A model that follows it no longer does what its user and its operator want.",
         silent="The description of a setting (`whether to ignore …`), and the negation (`do not "
                "ignore …`).",
         remedy="Say what the tool does. A description has no business with other instructions."),
    rule("INJ-011", Severity.MEDIUM, per_sentence(renames), "MCP03", 1427,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1102",
         finds="text that gives the model another identity or other rights",
         why="A model that takes itself for an administrator, or for one without limits, does "
             "what it would have refused.",
         silent="Prompts, which address the model by design, and examples.",
         remedy="Describe the tool, not the one who uses it."),
)  # fmt: skip
