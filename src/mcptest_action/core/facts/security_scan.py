"""What our own scan says beside its findings: what is new, which rules looked, what was missed."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .model import Absent, Document, Object, Reading
from .value import count

SEVERITIES = ("critical", "high", "medium", "low", "info")
KINDS = ("defect", "exposure")
_NEW = [f"security.new_{severity}" for severity in SEVERITIES]


def unknown(data: Object) -> Absent | None:
    """Why no number of the scan is known, if so: it is incomplete, or there was nothing there."""
    if why := data.get("incomplete"):
        return Absent(f"the scan is incomplete{f': {why}' if why is not True else ''}")
    scanned = data.get("scanned")
    if isinstance(scanned, Mapping) and scanned and not any(scanned.values()):
        return Absent("nothing was scanned: the server lists nothing")
    return None


def check_kinds(document: Document, data: Object, listed: Mapping[str, int]) -> None:
    """The counts by kind, when there are any, are those of the list."""
    for kind in KINDS:
        for severity, stated in _stated(data, f"{kind}_counts").items():
            label, found = f"{kind}_counts.{severity}", listed[f"security.{kind}_{severity}"]
            document.must_agree(label, stated, found, f"findings ({kind}, {severity})")


def new_defects(document: Document, data: Object, findings: list[Object]) -> Reading:
    """Those that a baseline does not list. Without one, nobody knows what is new."""
    if not isinstance(data.get("baseline"), str):
        return dict.fromkeys(_NEW, Absent("the scan had no baseline"))
    if any(not isinstance(finding.get("new"), bool) for finding in findings):
        return dict.fromkeys(_NEW, Absent("not every finding states whether it is new"))
    new = Counter(
        str(finding.get("severity")).casefold()
        for finding in findings
        if finding["new"] and str(finding.get("kind")).casefold() == "defect"
    )
    for severity, stated in _stated(data, "new_counts").items():
        where = f"findings (new defects, {severity})"
        document.must_agree(f"new_counts.{severity}", stated, new[severity], where)
    return {f"security.new_{severity}": new[severity] for severity in SEVERITIES}


def rules_that_ran(document: Document, data: Object) -> Reading:
    """How many rules have looked. A rule that has not is no rule that found nothing."""
    words = {"ran": "run", "not_run": "not_run"}
    listed = document.tally("rules", data.get("rules"), "status", words)
    reading = {}
    for name in words.values():
        stated = count(data, f"rules_{name}", f"rules_{name}")
        if listed is not None:
            document.must_agree(f"rules_{name}", stated, listed[name], "rules")
        reading[f"security.rules_{name}"] = stated if listed is None else listed[name]
    return reading


def _stated(data: Object, key: str) -> dict[str, Any]:
    holder = data.get(key)
    known = holder if isinstance(holder, Mapping) else {}
    return {name: count(known, name, f"{key}.{name}") for name in SEVERITIES if name in known}
