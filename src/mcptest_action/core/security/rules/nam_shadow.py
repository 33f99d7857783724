"""NAM-006: text about tools that this server does not have."""

from mcptest_action.core.security.known import same
from mcptest_action.core.security.language.marks import Heard, Mark
from mcptest_action.core.security.model import Confidence, Kind, Rule, Severity
from mcptest_action.core.security.told import Scene, Verdict, in_prose, told

_CHANGES = ("is changed", "when others")
_NEAR = 9
_PRESSURE = ("strong duty", "authority", "automatically", "conceal", "against the user")
_ORDERS = ("include", "move", "rewrite")


def shadows(scene: Scene) -> Verdict | None:
    for mark in scene.heard.marks:
        severity = _severity(scene, mark)
        if severity and mark.name and _is_foreign(scene, mark.name):
            because = f"gives orders about {mark.name[:80]!r}, which is no tool of this server"
            return Verdict(because, {"target": mark.name, "phrase": mark.said}, severity)
    return None


def _severity(scene: Scene, mark: Mark) -> Severity | None:
    if mark.signal in _CHANGES:
        if scene.near(*_PRESSURE):
            return Severity.HIGH
        ordered = in_prose(scene) and scene.heard.any_of(*_ORDERS)
        return Severity.MEDIUM if ordered else None
    if mark.signal == "order to use":
        if _just_before(scene.heard, mark, "strong duty"):
            return Severity.HIGH
        if _just_before(scene.heard, mark, "sequence", "please"):
            return Severity.MEDIUM
    return None


def _just_before(heard: Heard, mark: Mark, *signals: str) -> bool:
    """Whether a signal leads up to the mark, rather than stands somewhere in the sentence."""
    ahead = (other for other in heard.marks if other.signal in signals)
    return any(0 <= mark.first - other.last <= _NEAR for other in ahead)


def _is_foreign(scene: Scene, name: str) -> bool:
    return not (
        same(name, scene.text.subject) or scene.known.is_part(name) or scene.known.is_tool(name)
    )


RULES: tuple[Rule, ...] = (
    Rule(
        id="NAM-006",
        severity=Severity.HIGH,
        kind=Kind.DEFECT,
        finds="orders about a tool that this server does not have; medium without pressure",
        why="The description changes how the model uses somebody else's tool.",
        silent="Tools of this server, also by a shorter or an older name, parameters and values.",
        remedy="Name only tools of this server. What another one needs, its own server says.",
        find=told(shadows),
        confidence=Confidence.MEDIUM,
        owasp=("MCP03", "MCP06"),
        cwe=(1427,),
        also={"snyk": "E002", "safe": "T1301"},
    ),
)
