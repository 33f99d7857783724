"""How many grave findings the scan is sure of. A finding that does not say isn't an unsure one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .model import Absent, Document, FactSpec, Object, Reading
from .value import count

# Only these can fail a build by default, so only these are facts.
GRAVE = ("critical", "high")
CONFIDENCES = ("high", "medium", "low")
SURE = "high"
_COUNTS = "confident_counts"
SPECS = tuple(
    FactSpec(
        f"security.confident_{name}",
        f"findings of severity {name} and confidence {SURE}",
        counts=True,
    )
    for name in GRAVE
)
PLACES = (
    "`findings[].confidence`, when every finding has one, is `high`, `medium` or `low`; "
    f"`{_COUNTS}` must agree with it",
)


def confident(document: Document, data: Object, findings: Sequence[Object]) -> Reading:
    """The findings of high confidence, if every finding says how sure it is."""
    if why := _unknown(findings):
        return {spec.name: Absent(why) for spec in SPECS}
    listed = Counter(
        str(finding["severity"]).casefold() for finding in findings if is_sure(finding)
    )
    for severity, stated in _stated(data).items():
        where = f"findings ({severity}, confidence {SURE})"
        document.must_agree(f"{_COUNTS}.{severity}", stated, listed[severity], where)
    return {f"security.confident_{name}": listed[name] for name in GRAVE}


def is_sure(finding: Object) -> bool:
    return str(finding.get("confidence")).casefold() == SURE


def _unknown(findings: Sequence[Object]) -> str:
    """Why nobody knows how many there are; empty if somebody does."""
    for position, finding in enumerate(findings):
        if "confidence" not in finding or "severity" not in finding:
            return "not every finding states its confidence and severity"
        said = finding["confidence"]
        if not isinstance(said, str) or said.casefold() not in CONFIDENCES:
            known = ", ".join(CONFIDENCES)
            return f"findings[{position}].confidence is none of those we know: {known}"
    return ""


def _stated(data: Object) -> dict[str, Any]:
    holder = data.get(_COUNTS)
    known = holder if isinstance(holder, Mapping) else {}
    return {name: count(known, name, f"{_COUNTS}.{name}") for name in known}
