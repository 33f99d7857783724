"""INJ-007: shell commands that the model is to run."""

from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.told import Scene, Verdict, told


def commands(scene: Scene) -> Verdict | None:
    heard = scene.heard
    pressed = heard.any_of("always") or scene.near("conceal", "authority")
    shell = heard.any_of("shell")
    if shell and pressed and heard.any_of("run", "prefix") and not heard.has("example"):
        return _verdict(shell.said)
    grave = heard.any_of("grave shell")
    if (
        grave
        and heard.any_of("run", "prefix")
        and not heard.any_of("example", "blocked", "negated")
    ):
        return _verdict(grave.said)
    announced = heard.any_of("following command")
    if announced and heard.has("strong duty"):
        return _verdict(announced.said)
    return None


def _verdict(command: str) -> Verdict:
    return Verdict("has the model run a command", command, {"command": command})


RULES = (
    rule("INJ-007", Severity.HIGH, told(commands), "MCP05", 1427, snyk="E001",
         finds="an order to run a command, in the prose of a description",
         why="A model with a shell runs it, with the user's rights, before the user sees it.",
         silent="Examples of what a tool that runs commands can be given.",
         remedy="Run on the server what must be run, or document it for people."),
)  # fmt: skip
