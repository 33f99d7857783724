"""Rules about what a text tells the model: one judgement per sentence, one hit per severity."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.known import Known
from mcptest_action.core.security.language.marks import Heard, Mark
from mcptest_action.core.security.model import Hit, Severity, Subject
from mcptest_action.core.security.texts import Text

_NOTHING = Heard("", ())


class Scene(NamedTuple):
    """A sentence, and what stands around it."""

    text: Text
    heard: Heard
    before: Heard
    after: Heard
    known: Known

    def near(self, *signals: str) -> Mark | None:
        """Any of the signals here, or in the sentence before or after."""
        around = (self.heard, self.before, self.after)
        return next((mark for heard in around if (mark := heard.any_of(*signals))), None)


class Verdict(NamedTuple):
    because: str
    evidence: str
    details: dict[str, Any]
    severity: Severity | None = None


Judge = Callable[[Scene], Verdict | None]


def told(judge: Judge) -> Callable[[Ground], Iterator[Hit]]:
    """A `find` that reports the first sentence that the judge objects to, and how many more.

    A mild sentence in front of a grave one hides nothing: each severity has a hit of its own.
    """

    def find(ground: Ground) -> Iterator[Hit]:
        for text in ground.texts:
            yield from _hits(text, ground.known, judge)

    return find


def in_prose(scene: Scene) -> bool:
    """Whether the text describes the whole, rather than one of its parameters."""
    return scene.text.field in {"description", "instructions"} and (
        "/properties/" not in scene.text.pointer
    )


def leads_to(heard: Heard, mark: Mark, *signals: str, within: int) -> bool:
    """Whether a signal leads up to the mark, rather than stands somewhere in the sentence."""
    ahead = (other for other in heard.marks if other.signal in signals)
    return any(0 <= mark.first - other.last <= within for other in ahead)


def _hits(text: Text, known: Known, judge: Judge) -> Iterator[Hit]:
    said = text.sentences
    hits: dict[Severity | None, Hit] = {}
    for place, heard in enumerate(said):
        before = said[place - 1] if place else _NOTHING
        after = said[place + 1] if place + 1 < len(said) else _NOTHING
        if verdict := judge(Scene(text, heard, before, after, known)):
            subject = Subject(text.subject_type, text.subject)
            because = f"{text.field} {verdict.because}: '{verdict.evidence[:80]}'"
            found = Hit(
                subject, text.pointer, heard.said, because, verdict.details, verdict.severity
            )
            first = hits.setdefault(verdict.severity, found)
            if first is not found:
                hits[verdict.severity] = first._replace(more=(*first.more, heard.said))
    yield from hits.values()
