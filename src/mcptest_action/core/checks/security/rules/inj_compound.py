"""INJ-013, INJ-090: signs of an attack that weigh more together."""

from collections import defaultdict
from collections.abc import Iterator

from ..language.sentences import Mark
from ..model import Confidence, Hit, ScanInput, Severity, Subject, hit_in, rule
from ..texts import Text
from . import (
    inj_actions,
    inj_choice,
    inj_data,
    inj_harvest,
    inj_markup,
    inj_orders,
    nam_shadow,
    obf_display,
    obf_hidden,
)

_PRESSURE = ("threat", "urgent")
_ADDRESS = ("you", "strong duty")
# Any manual has warnings with pressure; with one of these it is more than a warning.
_WORSE = (
    "conceal", "covertly", "override", "identity", "precede others", "following command",
    "against the user", "its content", "is changed",
)  # fmt: skip
_PARTS = (
    inj_actions, inj_data, inj_harvest, inj_markup, inj_orders, inj_choice,
    nam_shadow, obf_display, obf_hidden,
)  # fmt: skip
_FEWEST = 3


def find_pressure(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        pressed = _pressed(text)
        if pressed and any(sentence.any_of(*_WORSE) for sentence in text.sentences):
            said, mark = pressed
            cue = mark.said
            because = f"{text.field} puts the model under pressure, beside worse: '{cue[:80]}'"
            yield hit_in(text, said, because, {"cue": cue})


def _pressed(text: Text) -> tuple[str, Mark] | None:
    for sentence in text.sentences:
        mark = sentence.any_of(*_PRESSURE)
        if mark and sentence.any_of(*_ADDRESS):
            return sentence.said, mark
    return None


def find_several(inputs: ScanInput) -> Iterator[Hit]:
    found: dict[Subject, dict[str, list[Hit]]] = defaultdict(lambda: defaultdict(list))
    for part in _PARTS:
        for sign in part.RULES:
            for hit in sign.find(inputs):
                found[hit.subject][sign.id].append(hit)
    for subject, hits in found.items():
        if len(hits) >= _FEWEST:
            ids = sorted(hits)
            # The same one, however the parameters are listed.
            first = min(hits[ids[0]], key=_outermost)
            because = f"{len(ids)} rules about attacks agree: {', '.join(ids)}"
            sure = any(each[0].confidence is Confidence.HIGH for each in hits.values())
            confidence = Confidence.HIGH if sure else Confidence.MEDIUM
            hit = Hit(subject, first.pointer, first.snippet, because, {"rules": ids})
            yield hit._replace(confidence=confidence)


def _outermost(hit: Hit) -> tuple[int, str, str]:
    return hit.pointer.count("/"), hit.snippet, hit.pointer


RULES = (
    rule("INJ-013", Severity.LOW, find_pressure, "MCP03",
         finds="urgency or threats aimed at the model, where the text also gives other orders",
         why="Pressure makes a model skip the check that would have stopped it.",
         silent="Warnings that stand alone: `deleting cannot be undone`.",
         remedy="State what happens; let the model and the user decide how urgent it is."),
    rule("INJ-090", Severity.CRITICAL, find_several, "MCP03", 1427, snyk="E001",
         confidence=None,
         finds="three or more independent signs of an attack on one tool, prompt or resource",
         why="Each sign alone may have an innocent reason; together they hardly have one.",
         silent="One or two of them, which stand for themselves.",
         remedy="Do not use the server before somebody has read the text and knows why it is "
                "there."),
)  # fmt: skip
