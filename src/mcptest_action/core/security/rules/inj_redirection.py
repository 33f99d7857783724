"""INJ-008: tools that send the model to another one."""

from mcptest_action.core.security.known import same
from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.told import Scene, Verdict, leads_to, told

_NEAR = 20
_NEAR = 20
_PRESSURE = ("strong duty", "authority", "threat", "security reason")


def redirects(scene: Scene) -> Verdict | None:
    heard = scene.heard
    if "/properties/" in scene.text.pointer:
        return None
    announced = scene.before.has("gone") and scene.before.any_of(
        "name", "this tool", "security reason"
    )
    for mark in heard.all_of("use other"):
        if not (announced or leads_to(heard, mark, "gone", within=_NEAR)):
            continue
        target = mark.name
        if target is None or same(target, scene.text.subject) or scene.known.is_part(target):
            continue
        if severity := _severity(scene, target):
            details = {"target": target, "phrase": mark.said}
            because = "declares a tool unusable and sends the model to another"
            return Verdict(because, target, details, severity)
    return None


def _severity(scene: Scene, target: str) -> Severity | None:
    pressed = scene.near(*_PRESSURE) is not None
    if not scene.known.is_tool(target):
        return Severity.HIGH if pressed else Severity.MEDIUM
    own, other = scene.known.rank_of(scene.text.subject), scene.known.rank_of(target)
    if own is not None and other is not None and other > own and pressed:
        return Severity.HIGH
    return Severity.MEDIUM if pressed and scene.near("security reason") else None


RULES = (
    rule("INJ-008", Severity.HIGH, told(redirects), "MCP06", 1427, snyk="E002", safe="T1008",
         finds="a tool that calls itself unusable and sends the model to one that is not there, "
               "or that may do more; medium without pressure",
         why="The user asked for one thing, and the model is talked into another.",
         silent="Plain notes that name a successor on the same server with no more rights.",
         remedy="Remove what is out of use from the list, rather than advertise another tool in "
                "it."),
)  # fmt: skip
