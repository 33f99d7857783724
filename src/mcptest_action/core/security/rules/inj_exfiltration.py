"""INJ-005: orders to send data somewhere else."""

import re

from mcptest_action.core.security.language.sentences import Mark
from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.passages import Objection, Passage, per_sentence

_FAR = 18
_NEAR = 8
_ORDERS = ("strong duty", "should", "you", "sequence", "bcc", "everything")
_MAIL = re.compile(r"(?<![a-z])(?:e-?)?mail|newsletter|invoice|inbox|smtp", re.IGNORECASE)


def sends(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    pressed = sentence.any_of("covertly", "when others") or passage.near("conceal")
    if sentence.has("bcc", "mail") and (pressed or sentence.any_of("strong duty", "everything")):
        return _objection(sentence.all_of("mail")[0])
    if sentence.has("sign up"):
        return None
    for target in sentence.all_of("endpoint"):
        moved = _ahead(passage, "move", target)
        if moved and (pressed or sentence.leads_to(moved, "strong duty", within=_NEAR)):
            return _objection(target)
        asked = _ahead(passage, "contact", target)
        if asked and sentence.has("strong duty") and sentence.any_of("sequence", "authority"):
            return _objection(target)
    return _named(passage)


def _named(passage: Passage) -> Objection | None:
    """An address that something goes to, in a text that does not say who sends it."""
    sentence = passage.sentence
    if not passage.in_prose or sentence.any_of("example", "support"):
        return None
    if _says_where_replies_go(passage):
        return None
    mark = sentence.any_of("destination")
    # `Files are uploaded to …` is what the tool does; `files should be` is what the model is to do.
    told_to = sentence.any_of("should", "sequence", "everything") and not sentence.has("described")
    if mark is None and told_to:
        mark = sentence.any_of("send to")
    return _objection(mark)._replace(severity=Severity.MEDIUM) if mark else None


def _says_where_replies_go(passage: Passage) -> bool:
    """A statement, about what people do who get a mail from a tool that sends some."""
    job = f"{passage.text.subject[:256]} {passage.text.sentences[0].said}"
    ordered = passage.sentence.any_of(*_ORDERS)
    return passage.sentence.has("replies") and ordered is None and _MAIL.search(job) is not None


def _ahead(passage: Passage, signal: str, target: Mark) -> Mark | None:
    marks = passage.sentence.all_of(signal)
    return next((mark for mark in marks if 0 < target.first - mark.last <= _FAR), None)


def _objection(target: Mark) -> Objection:
    because = "has the model send something elsewhere"
    return Objection(because, target.said, details={"target": target.said})


RULES = (
    rule("INJ-005", Severity.CRITICAL, per_sentence(sends), "MCP10", 201,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1001",
         finds="an order to send data to an address, or to contact one besides; medium where an "
               "address is merely named as a destination",
         why="What the user told the model, or what other tools returned, ends up with a stranger.",
         silent="Addresses to which the tool itself sends what it is given, those where one signs "
                "up or reads on, and where replies to a mail of the tool's go.",
         remedy="Send it from the server, and say so; or make the address a parameter."),
)  # fmt: skip
