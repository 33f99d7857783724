"""NAM-006: text about tools that this server does not have."""

from mcptest_action.core.security.known import same
from mcptest_action.core.security.language.marks import Mark
from mcptest_action.core.security.model import Confidence, Severity, rule
from mcptest_action.core.security.told import Scene, Verdict, in_prose, leads_to, told

_CHANGES = ("is changed", "when others")
_NEAR = 9
_PRESSURE = ("authority", "automatically", "conceal", "against the user", "threat", "say so")
_ORDERS = ("include", "move", "rewrite")


def shadows(scene: Scene) -> Verdict | None:
    for mark in scene.heard.marks:
        severity = _severity(scene, mark)
        if severity and mark.name and _is_foreign(scene, mark.name):
            details = {"target": mark.name, "phrase": mark.said}
            because = "gives orders about a tool that is not of this server"
            return Verdict(because, mark.name, details, severity)
    return None


def _severity(scene: Scene, mark: Mark) -> Severity | None:
    heard = scene.heard
    if mark.signal in _CHANGES:
        if scene.near(*_PRESSURE):
            return Severity.HIGH
        ordered = scene.near("strong duty") or (in_prose(scene) and heard.any_of(*_ORDERS))
        return Severity.MEDIUM if ordered else None
    if mark.signal == "calls need":
        return Severity.MEDIUM
    if mark.signal == "order to use":
        if leads_to(heard, mark, "strong duty", within=_NEAR):
            return Severity.HIGH if scene.near(*_PRESSURE) else Severity.MEDIUM
        # `the install tool` may be any; `install_package` is one.
        if mark.is_written_as_name and leads_to(heard, mark, "sequence", "please", within=_NEAR):
            return Severity.MEDIUM
    return None


def _is_foreign(scene: Scene, name: str) -> bool:
    return not (
        same(name, scene.text.subject) or scene.known.is_part(name) or scene.known.is_tool(name)
    )


RULES = (
    rule("NAM-006", Severity.HIGH, told(shadows), "MCP03", "MCP06", 1427,
         confidence=Confidence.MEDIUM, snyk="E002", safe="T1301",
         finds="orders about a tool that this server does not have; medium without pressure",
         why="The description changes how the model uses somebody else's tool.",
         silent="Tools of this server, also by a shorter or an older name, parameters and values.",
         remedy="Name only tools of this server. What another one needs, its own server says."),
)  # fmt: skip
