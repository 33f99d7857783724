"""INJ-006: tools that push themselves, or a call, in front of others."""

from mcptest_action.core.security.known import same
from mcptest_action.core.security.language.marks import Mark
from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.told import Scene, Verdict, told

_PRESSURE = ("authority", "threat", "urgent", "conceal")


def precedes(scene: Scene) -> Verdict | None:
    heard = scene.heard
    mark = heard.any_of("precede others")
    if mark is None and heard.any_of("do", "this tool") and heard.any_of("strong duty", "just"):
        mark = heard.any_of("sole")
    if mark is None and heard.has("this tool", "do", "strong duty"):
        mark = heard.any_of("precede answers")
    because = "puts a tool before all others"
    if mark is None:
        mark = _disparaged(scene)
        because = "makes other tools look bad"
    if mark:
        severity = Severity.HIGH if scene.near(*_PRESSURE) else Severity.MEDIUM
        return Verdict(because, mark.said, {"phrase": mark.said}, severity)
    return _call_in_addition(scene)


def _disparaged(scene: Scene) -> Mark | None:
    """What is out of use may be just that, unless nobody is to touch it."""
    return scene.heard.any_of("disparage") or (
        scene.heard.any_of("others gone") if scene.near("shun") else None
    )


def _call_in_addition(scene: Scene) -> Verdict | None:
    """Another call that is justified by rules rather than by what it returns."""
    heard = scene.heard
    because = heard.has("authority") or scene.near("say so")
    if not (heard.has("strong duty", "sequence", "do") and because):
        return None
    for call in heard.all_of("order to use"):
        name = call.name
        if name and scene.known.is_tool(name) and not same(name, scene.text.subject):
            said = "demands another call for reasons that have nothing to do with the task"
            return Verdict(said, call.said, {"phrase": call.said}, Severity.MEDIUM)
    return None


RULES = (
    rule("INJ-006", Severity.HIGH, told(precedes), "MCP06", 1427, snyk="E001",
         finds="an order to use a tool before, or instead of, all others, or talk that makes the "
               "others look bad; medium without pressure",
         why="The tool gets to see, and to decide about, what was meant for others.",
         silent="The order of calls among this server's own tools: `call list_pages first`.",
         remedy="Say when the tool is useful, and which results of this server it needs."),
)  # fmt: skip
