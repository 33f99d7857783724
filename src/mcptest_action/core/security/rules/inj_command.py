"""INJ-007: shell commands that the model is to run."""

from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.passages import Objection, Passage, per_sentence


def commands(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    pressed = sentence.any_of("always") or passage.near("conceal", "authority")
    runs = sentence.any_of("run", "prefix")
    shell = sentence.any_of("shell")
    if shell and pressed and runs and not sentence.has("example"):
        return _objection(shell.said)
    grave = sentence.any_of("grave shell")
    if grave and runs and not sentence.any_of("example", "blocked", "negated"):
        return _objection(grave.said)
    announced = sentence.any_of("following command")
    if announced and sentence.has("strong duty"):
        return _objection(announced.said)
    return None


def _objection(command: str) -> Objection:
    return Objection("has the model run a command", command, details={"command": command})


RULES = (
    rule("INJ-007", Severity.HIGH, per_sentence(commands), "MCP05", 1427, snyk="E001",
         finds="an order to run a command, in the prose of a description",
         why="A model with a shell runs it, with the user's rights, before the user sees it.",
         silent="Examples of what a tool that runs commands can be given.",
         remedy="Run on the server what must be run, or document it for people."),
)  # fmt: skip
