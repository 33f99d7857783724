"""What a scan says beside a baseline: defects that are new, and entries that are stale."""

from collections import Counter

from .model import Absent, Document, FactSpec, FactValue, Object, Reading
from .severity import SEVERITIES, stated_by

STALE = "security.stale_baseline"
_NEW = [f"security.new_{severity}" for severity in SEVERITIES]
SPECS = (
    # A baseline lists findings one by one itself: no waiver has to, so these count nothing by name.
    *(
        FactSpec(name, f"defects of severity {severity} that the baseline does not cover")
        for name, severity in zip(_NEW, SEVERITIES, strict=True)
    ),
    FactSpec(
        STALE,
        "entries of the baseline whose findings are not there any more",
        counts=True,
        on_request=True,
    ),
)
PLACES = (
    "`findings[].new`, where there is a `baseline`; `new_counts` must agree with it",
    "`stale_baseline`, where there is a `baseline`",
)


def compared(document: Document, data: Object, findings: list[Object]) -> Reading:
    """Without a baseline, nobody knows what is new, and nothing can be stale."""
    if not isinstance(data.get("baseline"), str):
        return dict.fromkeys((*_NEW, STALE), Absent("the scan had no baseline"))
    return {**_new_defects(document, data, findings), STALE: _stale(data)}


def _new_defects(document: Document, data: Object, findings: list[Object]) -> Reading:
    if any(not isinstance(finding.get("new"), bool) for finding in findings):
        return dict.fromkeys(_NEW, Absent("not every finding states whether it is new"))
    if any("kind" not in finding or "severity" not in finding for finding in findings):
        return dict.fromkeys(_NEW, Absent("not every finding states its kind and severity"))
    new = Counter(
        str(finding.get("severity")).casefold()
        for finding in findings
        if finding["new"] and str(finding.get("kind")).casefold() == "defect"
    )
    for severity, stated in stated_by(data, "new_counts").items():
        where = f"findings (new defects, {severity})"
        document.must_agree(f"new_counts.{severity}", stated, new[severity], where)
    return {f"security.new_{severity}": new[severity] for severity in SEVERITIES}


def _stale(data: Object) -> FactValue | Absent:
    listed = data.get("stale_baseline")
    return len(listed) if isinstance(listed, list) else Absent("stale_baseline is not a list")
