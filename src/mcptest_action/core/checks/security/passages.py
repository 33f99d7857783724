"""Rules about what a text tells the model: one judgement per sentence, one hit per severity."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from .assurance import confidence_of
from .language.sentences import Mark, Sentence
from .model import Confidence, Hit, ScanInput, Severity, hit_in
from .server_names import ServerNames, same_name
from .texts import Text

_NOTHING = Sentence("", ())


class Passage(NamedTuple):
    """A sentence and its surroundings."""

    text: Text
    sentence: Sentence
    before: Sentence
    after: Sentence
    names: ServerNames

    @property
    def in_prose(self) -> bool:
        """Whether the text describes the whole tool, not one of its parameters."""
        inside = "/properties/" in self.text.pointer
        return self.text.field in {"description", "instructions"} and not inside

    def is_own(self, name: str) -> bool:
        """Whether the name belongs to the tool whose text this is."""
        return same_name(name, self.text.subject)

    def near(self, *signals: str) -> Mark | None:
        """Any of the signals here, or in the sentence before or after."""
        around = (self.sentence, self.before, self.after)
        return next((mark for sentence in around if (mark := sentence.any_of(*signals))), None)


class Objection(NamedTuple):
    because: str
    evidence: str
    severity: Severity | None = None
    details: Mapping[str, Any] = {}
    """Without any, the evidence is the phrase that the finding names."""


Judge = Callable[[Passage], Objection | None]
# These describe nothing, so that their first sentence is like any other.
_TO_THE_MODEL = ("instructions", "result")


def per_sentence(judge: Judge) -> Callable[[ScanInput], Iterator[Hit]]:
    """A `find` that reports the first sentence that the judge objects to, and how many more.

    A mild sentence before a grave one hides nothing, nor does an unsure one before a sure one:
    each severity has a hit of its own, and each confidence.
    """

    def find(inputs: ScanInput) -> Iterator[Hit]:
        for text in inputs.texts:
            yield from _hits(text, inputs.names, judge)

    return find


def _hits(text: Text, names: ServerNames, judge: Judge) -> Iterator[Hit]:
    said = text.sentences
    hits: dict[tuple[Severity | None, Confidence], Hit] = {}
    for number, sentence in enumerate(said):
        before = said[number - 1] if number else _NOTHING
        after = said[number + 1] if number + 1 < len(said) else _NOTHING
        if objection := judge(Passage(text, sentence, before, after, names)):
            severity = objection.severity
            because = f"{text.field} {objection.because}: '{objection.evidence[:80]}'"
            details = objection.details or {"phrase": objection.evidence}
            opens = number == 0 and text.field not in _TO_THE_MODEL
            confidence = confidence_of(sentence, (before, after), opens=opens)
            found = hit_in(text, sentence.said, because, details, severity)
            found = found._replace(confidence=confidence)
            first = hits.setdefault((severity, confidence), found)
            if first is not found:
                again = first._replace(more=(*first.more, sentence.said))
                hits[severity, confidence] = again
    yield from hits.values()
