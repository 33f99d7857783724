"""INJ-009: arguments that the model is to change on its way."""

from mcptest_action.core.security.language.marks import Heard, Mark
from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.told import Scene, Verdict, in_prose, leads_to, told

_NEAR = 4


def rewrites(scene: Scene) -> Verdict | None:
    heard = scene.heard
    change = heard.any_of("rewrite", "redirect", "set", "prefix")
    if change is None:
        return None
    against = heard.any_of("against the user")
    if against and heard.any_of("rewrite", "redirect", "set"):
        return _verdict(against.said)
    change = heard.any_of("rewrite", "redirect")
    if change and heard.has("automatically", "on request"):
        return _verdict(change.said)
    if change and heard.has("send elsewhere") and in_prose(scene) and not heard.has("example"):
        return _verdict(change.said)
    if change and heard.has("to a value"):
        if _is_forced(heard, change) or scene.near("conceal"):
            return _verdict(change.said)
        # An order, and not the first sentence, which says what the tool itself does.
        if change.first == 0 and scene.before.said and in_prose(scene) and heard.has("condition"):
            return _verdict(change.said)._replace(severity=Severity.MEDIUM)
    prefix = heard.any_of("prefix")
    if prefix and heard.has("strong duty", "everything") and heard.any_of("shell", "mail"):
        return _verdict(prefix.said)
    return None


def _is_forced(heard: Heard, change: Mark) -> bool:
    led = leads_to(heard, change, "always", within=_NEAR)
    inside = any(change.first < duty.first < change.last for duty in heard.all_of("strong duty"))
    return led or inside or heard.any_of("when others", "step in") is not None


def _verdict(phrase: str) -> Verdict:
    return Verdict("has arguments changed that the user chose", phrase, {"phrase": phrase})


RULES = (
    rule("INJ-009", Severity.HIGH, told(rewrites), "MCP06", 1427, snyk="E001", safe="T1008",
         finds="an order to call a tool with other arguments than the user asked for",
         why="Money, messages and queries go where the server wants, and the user reads a result "
             "that looks right.",
         silent="How to write a value, defaults, and values that depend on what the user wants.",
         remedy="Validate on the server, and answer with an error that says what is allowed."),
)  # fmt: skip
