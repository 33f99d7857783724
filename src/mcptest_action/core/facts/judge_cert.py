"""`--judge-cert`: whether the grading judge was certified, how well, and whether it still is."""

from datetime import datetime

from mcptest_action.core.text.timestamp import EXAMPLE, parse_timestamp
from .artifact import Artifact
from .completeness import MARKS, if_whole
from .model import TOP, Absent, Document, FactSpec, FactType, FactValue, Object, Reading
from .value import boolean, ratio, text

SCHEMA = "mcptest.dev/judge-cert/v1"
FLAG = "--judge-cert"
METRIC_PLACES = (TOP, "metrics", "calibration")
ECE = ("ece", "expected_calibration_error")
BRIER = ("brier", "brier_score")
UNTIL = ("valid_until", "expires_at", "not_after")
FROM = ("valid_from", "issued_at", "not_before")
BRIER_TOP = 2.0  # the multi-class form reaches 2


def read(document: Document, now: datetime) -> Reading:
    data = document.require_object(SCHEMA, FLAG)
    metrics = document.holder_of(data, METRIC_PLACES, ECE + BRIER)
    if metrics is None and not any(name in data for name in ("certified", *UNTIL)):
        raise document.not_recognised(FLAG, "no certified, ece, brier or valid_until")
    prefix, holder = metrics or ("", data)
    ece, brier = _name(document, holder, ECE), _name(document, holder, BRIER)
    facts = {
        "judge.certified": boolean(data, "certified", "certified"),
        "judge.ece": ratio(holder, ece, prefix + ece),
        "judge.brier": ratio(holder, brier, prefix + brier, top=BRIER_TOP),
        "judge.expired": _expired(document, data, now),
    }
    return if_whole(data, "the certification", facts)


def _name(document: Document, holder: Object, names: tuple[str, ...]) -> str:
    """The spelling that the file uses, out of several."""
    used = [name for name in names if name in holder]
    if len(used) > 1:
        raise document.contradiction(f"{used[0]} and {used[1]} are both given")
    return used[0] if used else names[0]


def _expired(document: Document, data: Object, now: datetime) -> FactValue | Absent:
    """True outside the half-open window from `valid_from` to `valid_until`."""
    until_name, from_name = _name(document, data, UNTIL), _name(document, data, FROM)
    until = _moment(data, until_name)
    if isinstance(until, Absent):
        return until
    if from_name not in data:
        return now >= until
    start = _moment(data, from_name)
    if isinstance(start, Absent):
        return start
    if start >= until:
        raise document.contradiction(f"{from_name} is not before {until_name}")
    return not start <= now < until


def _moment(data: Object, name: str) -> datetime | Absent:
    written = text(data, name, name)
    if isinstance(written, Absent):
        return written
    moment = parse_timestamp(written)
    return moment or Absent(f"{name} is not an RFC 3339 timestamp such as {EXAMPLE}")


ARTIFACT = Artifact(
    flag=FLAG,
    title="Judge certification",
    made_by="mcptest judge certify --output cert.json",
    schema=SCHEMA,
    facts=(
        FactSpec("judge.certified", "whether the grading judge is certified", FactType.BOOLEAN),
        FactSpec("judge.ece", "expected calibration error, 0 to 1"),
        FactSpec("judge.brier", "Brier score, 0 to 2"),
        FactSpec("judge.expired", "whether now is outside the validity window", FactType.BOOLEAN),
    ),
    read=read,
    places=(
        "`certified` at the top level",
        "`ece` (or `expected_calibration_error`) and `brier` (or `brier_score`) at the top level, "
        "or in `metrics` or `calibration`",
        "`valid_until` (or `expires_at`, `not_after`) at the top level, and, when present, "
        "`valid_from` (or `issued_at`, `not_before`)",
        MARKS,
    ),
    example=(
        '{"certified": true, "ece": 0.04, "brier": 0.11, "valid_from": "2026-11-01T00:00:'
        '00Z", "valid_until": "2027-05-01T00:00:00Z"}'
    ),
)
