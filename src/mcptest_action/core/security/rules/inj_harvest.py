"""INJ-012: parameters that collect what the model knows."""

from collections.abc import Iterator

from mcptest_action.core.security.context import asks_for_context, is_own_work
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import tools_in
from mcptest_action.core.security.model import Hit, Severity, rule
from mcptest_action.core.security.parameters import parameters_of
from mcptest_action.core.security.passages import Objection, Passage, per_sentence

# Names for what belongs to the conversation, and not to any task.
_WANTED = tuple(
    frozenset(names.split())
    for names in (
        "system prompt", "system message", "conversation history", "chat history",
        "message history", "conversation context", "chat context", "chain thought",
        "tools list", "available tools", "other tools", "llm name", "llm model", "model caller",
        "calling model", "assistant name", "assistant model", "ai name", "sidenote",
        "side note", "hidden context", "full conversation", "user prompt original",
        "previous messages", "original prompt",
    )
)  # fmt: skip
_NEAR = 8


def find_parameters(ground: Ground) -> Iterator[Hit]:
    said = {text.pointer: text.sentences for text in ground.texts if text.field == "description"}
    for entry in tools_in(ground.surface):
        own = is_own_work(entry.name, said.get(f"{entry.pointer}/description", ()))
        for parameter in parameters_of(entry):
            name = parameter.name[:256]
            sentences = said.get(f"{parameter.pointer}/description", ())
            asked = any(asks_for_context(sentence, parameter, own=own) for sentence in sentences)
            named = frozenset(parameter.words)
            wanted = any(names <= named for names in _WANTED) and not own
            if wanted or asked:
                severity = Severity.HIGH if wanted and asked else Severity.MEDIUM
                because = f"the parameter '{name[:80]}' collects what the model knows"
                details = {"param": name}
                yield Hit(entry.subject, parameter.pointer, name, because, details, severity)


def harvests(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    if not passage.in_prose or not sentence.has("context") or sentence.has("example"):
        return None
    for mark in sentence.all_of("context"):
        led = sentence.leads_to(mark, "include", "takes", "strong duty", "move", within=_NEAR)
        if led and sentence.any_of("name", "into", "address"):
            because = "asks for what the model knows"
            return Objection(because, mark.said, Severity.MEDIUM)
    return None


def find(ground: Ground) -> Iterator[Hit]:
    yield from find_parameters(ground)
    yield from per_sentence(harvests)(ground)


RULES = (
    rule("INJ-012", Severity.HIGH, find, "MCP10", 200, snyk="E001",
         finds="a parameter for the conversation, the system prompt, the model's name or its "
               "other tools; medium where only the name, or only the description, asks for it",
         why="The model fills in what it is asked for, and the server learns what the user said "
             "to others.",
         silent="Tools whose own work are agents, prompts and conversations, by their name or "
                "their first sentence; and what belongs to a conversation without being one, such "
                "as its id.",
         remedy="Ask for what the task needs, and for nothing about the one who calls."),
)  # fmt: skip
