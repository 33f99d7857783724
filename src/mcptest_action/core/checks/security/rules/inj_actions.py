"""INJ-007, INJ-009: commands that the model should run, and arguments that it should change."""

from ..language.sentences import Mark, Sentence
from ..model import Severity, rule
from ..passages import Objection, Passage, per_sentence

_NEAR = 4


def commands(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    pressed = sentence.any_of("always") or passage.near("conceal", "authority")
    runs = sentence.any_of("run", "prefix")
    shell = sentence.any_of("shell")
    if shell and pressed and runs and not sentence.has("example"):
        return _command(shell.said)
    grave = sentence.any_of("grave shell")
    if grave and runs and not sentence.any_of("example", "blocked", "negated"):
        return _command(grave.said)
    announced = sentence.any_of("following command")
    if announced and sentence.has("strong duty"):
        return _command(announced.said)
    return None


def _command(command: str) -> Objection:
    return Objection("has the model run a command", command, details={"command": command})


def rewrites(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    change = sentence.any_of("rewrite", "redirect", "set", "prefix")
    if change is None:
        return None
    against = sentence.any_of("against the user")
    if against and sentence.any_of("rewrite", "redirect", "set"):
        return _change(against.said)
    change = sentence.any_of("rewrite", "redirect")
    if change and sentence.has("automatically", "on request"):
        return _change(change.said)
    outside = sentence.has("send elsewhere") and not sentence.has("example")
    if change and outside and passage.in_prose:
        return _change(change.said)
    if change and sentence.has("to a value"):
        if _is_forced(sentence, change) or passage.near("conceal"):
            return _change(change.said)
        # An order, outside the first sentence, which says what the tool itself does.
        ordered = change.first == 0 and passage.before.said and sentence.has("condition")
        if ordered and passage.in_prose:
            return _change(change.said)._replace(severity=Severity.MEDIUM)
    prefix = sentence.any_of("prefix")
    if prefix and sentence.has("strong duty", "everything") and sentence.any_of("shell", "mail"):
        return _change(prefix.said)
    return None


def _is_forced(sentence: Sentence, change: Mark) -> bool:
    led = sentence.leads_to(change, "always", within=_NEAR)
    inside = any(change.first < duty.first < change.last for duty in sentence.all_of("strong duty"))
    return led or inside or sentence.any_of("when others", "step in") is not None


def _change(phrase: str) -> Objection:
    return Objection("has arguments changed that the user chose", phrase)


RULES = (
    rule("INJ-007", Severity.HIGH, per_sentence(commands), "MCP05", 1427, snyk="E001",
         confidence=None,
         finds="an order to run a command, in the prose of a description",
         why="A model with a shell runs it, with the user's rights, before the user sees it.",
         silent="Examples of what a tool that runs commands can be given.",
         remedy="Run on the server what must be run, or document it for people."),
    rule("INJ-009", Severity.HIGH, per_sentence(rewrites), "MCP06", 1427, snyk="E001", safe="T1008",
         confidence=None,
         finds="an order to call a tool with other arguments than the user asked for",
         why="Money, messages and queries go where the server wants, and the user reads a result "
             "that looks right.",
         silent="How to write a value, defaults, and values that depend on what the user wants.",
         remedy="Validate on the server, and answer with an error that says what is allowed."),
)  # fmt: skip
