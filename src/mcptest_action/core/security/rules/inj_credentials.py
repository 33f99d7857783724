"""INJ-004: orders to read what is none of the tool's business."""

from mcptest_action.core.security.language.marks import Heard, Mark
from mcptest_action.core.security.model import Severity, rule
from mcptest_action.core.security.sensitive import is_sensitive
from mcptest_action.core.security.told import Scene, Verdict, in_prose, told

_ORDERS = ("strong duty", "sequence", "you", "its content", "please")
_GIVES = ("include", "move", "into answer")
_NEAR = 8


def reads(scene: Scene) -> Verdict | None:
    heard = scene.heard
    verb = heard.any_of("take", "include", "write", "move", "do")
    path = _sensitive(heard)
    if path and not _only_example(heard, path) and not _is_set_up(heard):
        if verb and (heard.any_of(*_ORDERS) or scene.near("conceal")):
            return _verdict(path, verb)
        # The first sentence says what the tool itself does; what else has to do with such files?
        if in_prose(scene) and scene.before.said and not heard.any_of("negated", "blocked"):
            return _verdict(path, verb or path)._replace(severity=Severity.MEDIUM)
    if taken := heard.any_of("secret taken"):
        return _verdict(taken, taken)
    if verb is None:
        return None
    if heard.has("file", "its content", "into") and heard.any_of("take"):
        return _verdict(heard.all_of("file")[0], verb)
    return _noun(scene)


def _noun(scene: Scene) -> Verdict | None:
    """Secrets that are fetched or given away, rather than one that a call needs."""
    heard = scene.heard
    # What comes after the first sentence, and both takes and gives, is an order of its own.
    both = scene.before.said and heard.has("take") and heard.any_of(*_GIVES)
    if not (both or heard.any_of("strong duty", "sequence", "conceal")):
        return None
    for secret in heard.all_of("secret"):
        for verb in (*heard.all_of("take"), *heard.all_of("include"), *heard.all_of("move")):
            ahead = secret.first - verb.last
            taken = verb.signal == "take" and heard.has("into")
            if 0 < ahead <= _NEAR and (taken or heard.any_of("into answer", "address")):
                return _verdict(secret, verb)
    return None


def _sensitive(heard: Heard) -> Mark | None:
    marks = (*heard.all_of("path"), *heard.all_of("address"), *heard.all_of("key file"))
    return next((mark for mark in marks if is_sensitive(mark.said.strip("`'\""))), None)


def _only_example(heard: Heard, path: Mark) -> bool:
    return any(mark.first < path.first for mark in heard.all_of("example")) and not heard.has(
        "strong duty"
    )


def _is_set_up(heard: Heard) -> bool:
    """Where people are to put their own key, before they start the server."""
    return heard.has("own secret") and not heard.any_of("take", "its content")


def _verdict(what: Mark, verb: Mark) -> Verdict:
    details = {"path": what.said, "verb": verb.said}
    because = "sends the model to a file or secret that is not the tool's"
    return Verdict(because, what.said, details)


RULES = (
    rule("INJ-004", Severity.CRITICAL, told(reads), "MCP01", "MCP03", 1427, 200,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1001",
         finds="an order to read keys, logins or configuration, to write into them, or to pass "
               "the content of a file along; medium where such a file is only named",
         why="The model has the user's rights; what it reads for the tool, the server gets to see.",
         silent="Paths as examples, a secret that the tool itself needs, and files that the tool "
                "says it reads itself.",
         remedy="Remove the order. A tool asks for what it needs in its parameters."),
)  # fmt: skip
