"""What the official conformance suite found, where its results were imported.

Facts of their own: they never touch ours, which say what we have looked at.
"""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.document import kind_of_json as kind_of
from .baseless_zeros import Basis
from .completeness import marked
from .model import Absent, Document, FactSpec, Named, Names, Reading
from .value import count

GROUP = "official"
PREFIX = f"conformance.{GROUP}."
STATUS = {
    "success": "passed",
    "failure": "failed",
    "warning": "warnings",
    **dict.fromkeys(("skipped", "info"), "not counted"),
}
COUNTS = ("total", "passed", "failed", "warnings")
FACTS = (
    FactSpec(f"{PREFIX}total", "checks of the official suite that came to a result, as imported"),
    FactSpec(f"{PREFIX}passed", "those that succeeded"),
    FactSpec(f"{PREFIX}failed", "those that failed; also what the suite calls not testable"),
    FactSpec(f"{PREFIX}warnings", "those that the suite only warns of: a SHOULD"),
    FactSpec(f"{PREFIX}scenarios", "scenarios that left a result, counted once per revision"),
    FactSpec(
        f"{PREFIX}disagreements",
        "questions on which both the official suite and we have ruled, and not the same",
    ),
)
BASES = (
    Basis(
        (f"{PREFIX}failed", f"{PREFIX}warnings"),
        (f"{PREFIX}total",),
        "no check of the official suite came to a result",
    ),
)
PLACES = (
    "`official` for what `mcptest conformance import` adds: its `total`, `passed`, `failed` and "
    "`warnings`, which must agree with `official.scenarios[].checks[].status`, and the lists "
    "`official.scenarios` and `official.disagreements`; the other facts never count what stands "
    "there",
)


def read(document: Document, data: Mapping[str, Any]) -> Reading:
    """The facts; all absent where nothing was imported, or not the whole run."""
    group = data.get(GROUP)
    if group is None:
        return _without(Absent("nothing of the official suite was imported"))
    if not isinstance(group, Mapping):
        raise document.contradiction(f"official is {kind_of(group)}, not an object")
    counts = {name: count(group, name, f"official.{name}") for name in COUNTS}
    _check_scenarios(document, group, counts)
    if unknown := marked(group, "incomplete", "the run of the official suite is incomplete"):
        return _without(unknown)
    found = {f"{PREFIX}{name}": value for name, value in counts.items()}
    disputed = marked(data, "incomplete", "our own examination is incomplete")
    return {
        **found,
        f"{PREFIX}scenarios": _scenarios(group),
        f"{PREFIX}disagreements": disputed or _disagreements(group),
    }


def names(data: Mapping[str, Any]) -> Names:
    """Which checks failed, by scenario, and which are disputed."""
    group = data.get(GROUP)
    if not isinstance(group, Mapping):
        return {}
    named = {
        f"{PREFIX}{name}": tuple(
            Named(f"{scenario.get('scenario') or '?'}:{check['id']}")
            for scenario, check in _checks(group)
            if STATUS[check["status"].casefold()] == name and isinstance(check.get("id"), str)
        )
        for name in ("failed", "warnings")
    }
    disputed = group.get("disagreements")
    ids = [_of_ours(each) for each in disputed] if isinstance(disputed, list) else []
    return {**named, f"{PREFIX}disagreements": tuple(Named(each) for each in ids if each)}


def _without(why: Absent) -> Reading:
    return {spec.name: why for spec in FACTS}


def _check_scenarios(document: Document, group: Mapping[str, Any], counts: Reading) -> None:
    """The counts must match each other, and the list of scenarios, if there is one."""
    parts = [value for name in COUNTS[1:] if isinstance(value := counts[name], int)]
    if len(parts) == len(COUNTS[1:]):
        where = "passed, failed and warnings together"
        document.must_agree("official.total", counts["total"], sum(parts), where)
    scenarios = group.get("scenarios")
    if scenarios is None:
        return
    if not isinstance(scenarios, list) or not all(map(_is_scenario, scenarios)):
        raise document.contradiction("official.scenarios is not a list of scenarios with checks")
    listed = [check for scenario in scenarios for check in scenario["checks"]]
    tally = document.tally("official.scenarios[].checks", listed, "status", STATUS) or {}
    tally["total"] = sum(tally[name] for name in COUNTS[1:])
    for name in COUNTS:
        where = "official.scenarios"
        document.must_agree(f"official.{name}", counts[name], tally[name], where)


def _is_scenario(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("checks"), list)


def _checks(group: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    scenarios = group.get("scenarios") or ()
    return [(scenario, check) for scenario in scenarios for check in scenario["checks"]]


def _scenarios(group: Mapping[str, Any]) -> int | Absent:
    listed = group.get("scenarios")
    return Absent("official.scenarios is missing") if listed is None else len(listed)


def _disagreements(group: Mapping[str, Any]) -> int | Absent:
    """How many; none where nothing was compared, which isn't the same as agreeing."""
    listed, many = group.get("disagreements"), count(group, "compared", "official.compared")
    if not isinstance(listed, list) or isinstance(many, Absent):
        return Absent("there is no report of ours beside the imported one")
    if not many:
        return Absent("there is nothing on which both have ruled")
    return len(listed)


def _of_ours(disagreement: Any) -> str:
    """The check of ours that it is about."""
    rows = disagreement.get("ours") if isinstance(disagreement, Mapping) else None
    first = rows[0] if isinstance(rows, list) and rows else None
    name = first.get("id") if isinstance(first, Mapping) else None
    return name if isinstance(name, str) else ""
