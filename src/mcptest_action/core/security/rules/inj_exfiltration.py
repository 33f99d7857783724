"""INJ-005: orders to send data somewhere else."""

import re

from mcptest_action.core.security.language.marks import Mark
from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.told import Scene, Verdict, in_prose, leads_to, told

_FAR = 18
_NEAR = 8
_MAIL = re.compile(r"(?<![a-z])(?:e-?)?mail|newsletter|invoice|inbox|smtp", re.IGNORECASE)


def sends(scene: Scene) -> Verdict | None:
    heard = scene.heard
    pressed = heard.any_of("covertly", "when others") or scene.near("conceal")
    if heard.has("bcc", "mail") and (pressed or heard.any_of("strong duty", "everything")):
        return _verdict(heard.all_of("mail")[0])
    if heard.has("sign up"):
        return None
    for target in heard.all_of("endpoint"):
        moved = _ahead(scene, "move", target)
        if moved and (pressed or leads_to(heard, moved, "strong duty", within=_NEAR)):
            return _verdict(target)
        asked = _ahead(scene, "contact", target)
        if asked and heard.has("strong duty") and heard.any_of("sequence", "authority"):
            return _verdict(target)
    return _named(scene)


def _named(scene: Scene) -> Verdict | None:
    """An address that something goes to, in a text that does not say who sends it."""
    heard = scene.heard
    if not in_prose(scene) or heard.any_of("example", "support") or _says_where_replies_go(scene):
        return None
    mark = heard.any_of("destination")
    # `Files are uploaded to …` is what the tool does; `files should be` is what the model is to do.
    told_to = heard.any_of("should", "sequence", "everything") and not heard.has("described")
    if mark is None and told_to:
        mark = heard.any_of("send to")
    return _verdict(mark)._replace(severity=Severity.MEDIUM) if mark else None


def _says_where_replies_go(scene: Scene) -> bool:
    """A statement, about what people do who get a mail from a tool that sends some."""
    job = f"{scene.text.subject[:256]} {scene.text.sentences[0].said}"
    ordered = scene.heard.any_of("strong duty", "should", "you", "sequence", "bcc", "everything")
    return scene.heard.has("replies") and ordered is None and _MAIL.search(job) is not None


def _ahead(scene: Scene, signal: str, target: Mark) -> Mark | None:
    marks = scene.heard.all_of(signal)
    return next((mark for mark in marks if 0 < target.first - mark.last <= _FAR), None)


def _verdict(target: Mark) -> Verdict:
    because = "has the model send something elsewhere"
    return Verdict(because, target.said, {"target": target.said})


RULES = (
    rule("INJ-005", Severity.CRITICAL, told(sends), "MCP10", 201,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1001",
         finds="an order to send data to an address, or to contact one besides; medium where an "
               "address is merely named as a destination",
         why="What the user told the model, or what other tools returned, ends up with a stranger.",
         silent="Addresses to which the tool itself sends what it is given, those where one signs "
                "up or reads on, and where replies to a mail of the tool's go.",
         remedy="Send it from the server, and say so; or make the address a parameter."),
)  # fmt: skip
