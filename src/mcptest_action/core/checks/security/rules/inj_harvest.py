"""INJ-012: parameters that collect what the model knows."""

import re
from collections.abc import Iterator

from mcptest_action.core.safety import words_of
from ..assurance import is_order
from ..language.sentences import Mark, Sentence
from ..language.word_classes import CLASSES
from ..listed import Entry, tools_in
from ..model import Confidence, Hit, ScanInput, Severity, rule
from ..parameters import Parameter, parameters_of
from ..passages import Objection, Passage, per_sentence

# Tools about models and conversations need such things for their own work.
_OWN_NAMES = frozenset({
    "agent", "agents", "assistant", "assistants", "chat", "conversation", "conversations", "prompt",
    "prompts", "llm", "model", "models", "completion", "simulate", "embedding", "embeddings",
    "transcript", "message", "messages", "ask", "memory",
})  # fmt: skip
# "Complete" may apply to anything, such as an order; alone it is what language models do.
_OWN_ALONE = {"complete"}
# This conversation is the model's; any other is what the tool works on.
_OWN_WORDS = re.compile(
    r"(?<!this )(?<!your )(?<!current )\b(?:llms?|prompts?|conversations?|chats?|chatbots?|"
    r"completions?|dialogues?|transcripts?|language models?)\b",
    re.IGNORECASE,
)
# Words that may come before a thing to fill in: only these, and how much of it.
_FILLING = (
    "the a an to of in with as this here your my be optional optionally context",
    "full entire whole complete exact verbatim raw current latest recent last summary",
    "content contents list names name give provide write state repeat print enter paste return",
)
_CLASSES = ("include", "move", "take", "strong", "should", "all", "after", "user's")
_LEADING = frozenset(word for words in _FILLING for word in words.split()).union(
    *(CLASSES[name] for name in _CLASSES)
)
_CLAUSE = re.compile(r"[,:;()\u2013\u2014]|\s-\s|\b(?:and|plus|including|with)\b", re.IGNORECASE)
_WORD = re.compile(r"[\w'-]{1,64}")
# Then it is a part of the thing, another one's, or something that the tool has.
_OTHERWISE = re.compile(
    r"(?:'s)?\s(?:ids?|identifiers?|names?|titles?|files?|paths?|folders?|urls?|keys?|length|limit|"
    r"sizes?|window|tokens?|index|formats?|types?|versions?|templates?|entry|entries|pages?|"
    r"of (?!the (?:user|session|conversation|chat)\b)|for (?:it|each|an?|the new)\b|"
    r"(?:is|are|was|were|will be|to be) (?:\w{1,20}ed|kept|written|sent|read|shown)\b)",
    re.IGNORECASE,
)
_NO_CONTEXT = ("boolean", "integer", "number")
# Names for things that belong to the conversation, and not to any task.
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
# Who is meant is the one who calls.
_CALLER = re.compile(
    r"\b(?:you|your|yourself|caller|calls|called by|invok\w{1,4}|current (?:model|assistant|llm)|"
    r"this (?:model|assistant|llm|tool|conversation))\b|\bcalling (?:this|the|model|llm|agent)",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\bto (?:use|run|call|load|deploy|train|query)\b|\bused (?:for|to|by|in)\b|"
    r"\bthat (?:generates|runs|handles|processes|answers|writes|makes)\b|\bwhich \w{1,20} model\b",
    re.IGNORECASE,
)
_ANOTHERS = re.compile(r"\w's assistant|\bassistant (?:of|to|for)\b|\bassistant's\b", re.IGNORECASE)
_WHO = frozenset({"assistant", "ai", "llm", "model"})
_CHOSEN = frozenset({"enum", "default", "examples", "const"})
# Beside two of these, it is a field of somebody's record.
_OF_A_PERSON = frozenset({
    "first", "last", "phone", "email", "fax", "mobile", "department", "birthdate", "birthday",
    "salutation", "street", "city", "postal", "zip", "company", "manager", "account",
})  # fmt: skip
_RECORD = 3


def is_own_work(tool: str, description: tuple[Sentence, ...]) -> bool:
    """By its name, or by its first sentence; later sentences may be the attack itself."""
    words = frozenset(words_of(tool[:256]))
    says = bool(description) and _OWN_WORDS.search(description[0].said) is not None
    return says or bool(words & _OWN_NAMES) or words == _OWN_ALONE


def asks_for_context(sentence: Sentence, parameter: Parameter, *, own: bool) -> bool:
    if not sentence.has("context"):
        return False
    if own:
        return sentence.has("strong duty", "you")
    if sentence.any_of("strong duty", "you"):
        return True
    schema = parameter.schema
    if schema.get("type") in _NO_CONTEXT or "enum" in schema:
        return False
    return any(_is_the_thing(sentence.said, mark) for mark in sentence.all_of("context"))


def _is_the_thing(said: str, mark: Mark) -> bool:
    """`Append the conversation so far`, but not `the room whose conversation history is kept`."""
    before, _, after = said.partition(mark.said)
    clause = _CLAUSE.split(before)[-1].casefold()
    return set(_WORD.findall(clause)) <= _LEADING and not _OTHERWISE.match(after)


def is_of_the_task(parameter: Parameter, entry: Entry) -> bool:
    """A choice among models, or the assistant of a person whom the tool keeps record of."""
    said = parameter.description
    if _CALLER.search(said) or _WHO.isdisjoint(parameter.words):
        return False
    chosen = _CHOICE.search(said) is not None or not _CHOSEN.isdisjoint(parameter.schema)
    beside = {word for name in entry.properties for word in words_of(str(name)[:128])}
    return chosen or _ANOTHERS.search(said) is not None or len(beside & _OF_A_PERSON) >= _RECORD


def _confidence(sentences: tuple[Sentence, ...], *, asked: bool) -> Confidence:
    """A name alone may mean anything; a sentence that asks the model for it doesn't."""
    told = any(
        each.has("context") and (is_order(each) or each.any_of("strong duty", "you"))
        for each in sentences
    )
    return Confidence.HIGH if asked and told else Confidence.MEDIUM


def find_parameters(inputs: ScanInput) -> Iterator[Hit]:
    said = {text.pointer: text.sentences for text in inputs.texts if text.field == "description"}
    for entry in tools_in(inputs.surface):
        own = is_own_work(entry.name, said.get(f"{entry.pointer}/description", ()))
        for parameter in parameters_of(entry):
            name = parameter.name[:256]
            sentences = said.get(f"{parameter.pointer}/description", ())
            asked = any(asks_for_context(sentence, parameter, own=own) for sentence in sentences)
            named = frozenset(parameter.words)
            wanted = any(names <= named for names in _WANTED) and not own
            if asked or (wanted and not is_of_the_task(parameter, entry)):
                severity = Severity.HIGH if wanted and asked else Severity.MEDIUM
                because = f"the parameter '{name[:80]}' collects what the model knows"
                hit = Hit(
                    entry.subject, parameter.pointer, name, because, {"param": name}, severity
                )
                yield hit._replace(confidence=_confidence(sentences, asked=asked))


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


def find(inputs: ScanInput) -> Iterator[Hit]:
    yield from find_parameters(inputs)
    yield from per_sentence(harvests)(inputs)


RULES = (
    rule("INJ-012", Severity.HIGH, find, "MCP10", 200, snyk="E001",
         confidence=None,
         finds="a parameter for the conversation, the system prompt, the model's name or its "
               "other tools; medium where only the name, or only the description, asks for it",
         why="The model fills in what it is asked for, and the server learns what the user said "
             "to others.",
         silent="Tools whose own work are agents, prompts and conversations, by their name or "
                "their first sentence; and what belongs to a conversation without being one, such "
                "as its id.",
         remedy="Ask for what the task needs, and for nothing about the one who calls."),
)  # fmt: skip
