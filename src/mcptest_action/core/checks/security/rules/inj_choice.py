"""INJ-006, INJ-008, INJ-010: texts that decide for the model which tool it uses."""

from collections.abc import Iterator

from ..language.sentences import Mark
from ..model import Confidence, Hit, ScanInput, Severity, hit_in, rule
from ..passages import Objection, Passage, per_sentence
from ..texts import Text

_PRESSURE_TO_PRECEDE = ("authority", "threat", "urgent", "conceal")
_NEAR = 20
_PRESSURE_TO_REDIRECT = ("strong duty", "authority", "threat", "security reason")
_CUES = ("praise self", "praise scope", "praise proof", "praise measure", "praise edition")
_FEWEST = 2
_FIELDS = frozenset({"description", "title", "instructions"})


def precedes(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    mark = sentence.any_of("precede others")
    ordered = sentence.any_of("strong duty", "just")
    if mark is None and ordered and sentence.any_of("do", "this tool"):
        mark = sentence.any_of("sole")
    if mark is None and sentence.has("this tool", "do", "strong duty"):
        mark = sentence.any_of("precede answers")
    because = "puts a tool before all others"
    if mark is None:
        mark = _disparaged(passage)
        because = "makes other tools look bad"
    if mark:
        severity = Severity.HIGH if passage.near(*_PRESSURE_TO_PRECEDE) else Severity.MEDIUM
        return Objection(because, mark.said, severity)
    return _call_in_addition(passage)


def _disparaged(passage: Passage) -> Mark | None:
    """A tool that is called obsolete may just be so, unless the text says not to touch it."""
    return passage.sentence.any_of("disparage") or (
        passage.sentence.any_of("others gone") if passage.near("shun") else None
    )


def _call_in_addition(passage: Passage) -> Objection | None:
    """Another call, justified by rules instead of by what it returns."""
    sentence = passage.sentence
    because = sentence.has("authority") or passage.near("say so")
    if not (sentence.has("strong duty", "sequence", "do") and because):
        return None
    for call in sentence.all_of("order to use"):
        name = call.name
        if name and passage.names.is_tool(name) and not passage.is_own(name):
            said = "demands another call for reasons that have nothing to do with the task"
            return Objection(said, call.said, Severity.MEDIUM)
    return None


def redirects(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    if "/properties/" in passage.text.pointer:
        return None
    before = passage.before
    announced = before.has("gone") and before.any_of("name", "this tool", "security reason")
    for mark in sentence.all_of("use other"):
        if not (announced or sentence.leads_to(mark, "gone", within=_NEAR)):
            continue
        target = mark.name
        if target is None or passage.is_own(target) or passage.names.is_part(target):
            continue
        if severity := _severity(passage, target):
            details = {"target": target, "phrase": mark.said}
            because = "declares a tool unusable and sends the model to another"
            return Objection(because, target, severity, details)
    return None


def _severity(passage: Passage, target: str) -> Severity | None:
    pressed = passage.near(*_PRESSURE_TO_REDIRECT) is not None
    if not passage.names.is_tool(target):
        return Severity.HIGH if pressed else Severity.MEDIUM
    own, other = passage.names.rank_of(passage.text.subject), passage.names.rank_of(target)
    if own is not None and other is not None and other > own and pressed:
        return Severity.HIGH
    return Severity.MEDIUM if pressed and passage.near("security reason") else None


def find_praise(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        if text.field in _FIELDS and "/properties/" not in text.pointer:
            cues = _cues(text)
            if len(cues) >= _FEWEST:
                praise = list(cues.values())
                because = f"{text.field} advertises: {', '.join(praise)[:120]}"
                yield hit_in(text, praise[0], because, {"cues": praise})


def _cues(text: Text) -> dict[str, str]:
    """The first cue of each kind; several of one kind are the same boast."""
    cues: dict[str, str] = {}
    for sentence in text.sentences:
        for mark in sentence.marks:
            if mark.signal in _CUES:
                cues.setdefault(mark.signal, mark.said)
    return cues


RULES = (
    rule("INJ-006", Severity.HIGH, per_sentence(precedes), "MCP06", 1427, snyk="E001",
         confidence=None,
         finds="an order to use a tool before, or instead of, all others, or talk that makes the "
               "others look bad; medium without pressure",
         why="The tool gets to see, and to decide about, what was meant for others.",
         silent="The order of calls among this server's own tools: `call list_pages first`.",
         remedy="Say when the tool is useful, and which results of this server it needs."),
    rule("INJ-008", Severity.HIGH, per_sentence(redirects), "MCP06", 1427,
         snyk="E002", safe="T1008",
         confidence=None,
         finds="a tool that calls itself unusable and sends the model to one that is not there, "
               "or that may do more; medium without pressure",
         why="The user asked for one thing, and the model is talked into another.",
         silent="Plain notes that name a successor on the same server with no more rights.",
         remedy="Remove what is out of use from the list, rather than advertise another tool in "
                "it."),
    rule("INJ-010", Severity.MEDIUM, find_praise, "MCP06", 1427, confidence=Confidence.MEDIUM,
         finds="praise that is meant to make the model prefer the tool: two kinds of it or more",
         why="A model picks tools by their descriptions; praise wins where a fitting tool should.",
         silent="A single adjective, and what a result holds: `the best price`.",
         remedy="Say what the tool does and when to use it. Leave out how good it is."),
)  # fmt: skip
