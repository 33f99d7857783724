"""INJ-005: orders to send data somewhere else."""

from mcptest_action.core.security.language.marks import Mark
from mcptest_action.core.security.model import Kind, Rule, Severity
from mcptest_action.core.security.told import Scene, Verdict, in_prose, told

_FAR = 18


def sends(scene: Scene) -> Verdict | None:
    heard = scene.heard
    pressed = heard.any_of("strong duty", "everything", "conceal", "covertly", "when others")
    if heard.has("bcc", "mail") and pressed:
        return _verdict(heard.all_of("mail")[0])
    if in_prose(scene) and not heard.any_of("example", "support", "sign up"):
        if (mark := heard.any_of("send to")) and heard.any_of("should", "sequence", "everything"):
            return _verdict(mark)
        if mark := heard.any_of("destination"):
            return _verdict(mark)._replace(severity=Severity.MEDIUM)
    for target in heard.all_of("endpoint"):
        moved = _ahead(scene, "move", target)
        if moved and (pressed or scene.near("conceal")) and not heard.has("sign up"):
            return _verdict(target)
        asked = _ahead(scene, "contact", target)
        extra = heard.has("sequence") or heard.has("authority")
        if asked and extra and heard.has("strong duty") and not heard.has("sign up"):
            return _verdict(target)
    return None


def _ahead(scene: Scene, signal: str, target: Mark) -> Mark | None:
    marks = scene.heard.all_of(signal)
    return next((mark for mark in marks if 0 < target.first - mark.last <= _FAR), None)


def _verdict(target: Mark) -> Verdict:
    because = "has the model send something elsewhere"
    return Verdict(because, target.said, {"target": target.said})


RULES: tuple[Rule, ...] = (
    Rule(
        id="INJ-005",
        severity=Severity.CRITICAL,
        kind=Kind.DEFECT,
        finds="an order to send data to an address, or to contact one besides; medium where "
        "an e-mail address is merely named as a destination",
        why="What the user told the model, or what other tools returned, ends up with a stranger.",
        silent="Addresses to which the tool itself sends what it is given, and those where one "
        "signs up or reads on.",
        remedy="Send it from the server, and say so; or make the address a parameter.",
        find=told(sends),
        owasp=("MCP10",),
        cwe=(201,),
        also={"agentreserve": "no_tool_description_manipulation", "snyk": "E001", "safe": "T1001"},
    ),
)
