"""INJ-008: tools that send the model to another one."""

from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.passages import Objection, Passage, per_sentence

_NEAR = 20
_PRESSURE = ("strong duty", "authority", "threat", "security reason")


def redirects(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    if "/properties/" in passage.text.pointer:
        return None
    before = passage.before
    announced = before.has("gone") and before.any_of("name", "this tool", "security reason")
    for mark in sentence.all_of("use other"):
        if not (announced or sentence.leads_to(mark, "gone", within=_NEAR)):
            continue
        target = mark.name
        if target is None or passage.is_own(target) or passage.names.is_part(target):
            continue
        if severity := _severity(passage, target):
            details = {"target": target, "phrase": mark.said}
            because = "declares a tool unusable and sends the model to another"
            return Objection(because, target, severity, details)
    return None


def _severity(passage: Passage, target: str) -> Severity | None:
    pressed = passage.near(*_PRESSURE) is not None
    if not passage.names.is_tool(target):
        return Severity.HIGH if pressed else Severity.MEDIUM
    own, other = passage.names.rank_of(passage.text.subject), passage.names.rank_of(target)
    if own is not None and other is not None and other > own and pressed:
        return Severity.HIGH
    return Severity.MEDIUM if pressed and passage.near("security reason") else None


RULES = (
    rule("INJ-008", Severity.HIGH, per_sentence(redirects), "MCP06", 1427,
         snyk="E002", safe="T1008",
         finds="a tool that calls itself unusable and sends the model to one that is not there, "
               "or that may do more; medium without pressure",
         why="The user asked for one thing, and the model is talked into another.",
         silent="Plain notes that name a successor on the same server with no more rights.",
         remedy="Remove what is out of use from the list, rather than advertise another tool in "
                "it."),
)  # fmt: skip
