"""`security.json` as its reports see it: what is to be mended first, then what is to be known."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.policy.wording import names_in_words, plural

SEVERITIES = ("critical", "high", "medium", "low", "info")
DEFECT, EXPOSURE = "defect", "exposure"
Row = Mapping[str, Any]


class Gated(NamedTuple):
    """Which findings fail something: by kind and severity."""

    severities: frozenset[tuple[str, str]]
    only_new: bool = False
    """Those in the baseline do not."""

    def has(self, row: Row) -> bool:
        return not self.why_not(row)

    def why_not(self, row: Row) -> str:
        """Why the finding fails nothing; empty where it does."""
        if (row["kind"], row["severity"]) not in self.severities:
            return "gates nothing"
        return "is in the baseline" if self.only_new and not row.get("new", True) else ""


EVERY_DEFECT = Gated(frozenset((DEFECT, severity) for severity in SEVERITIES))


class Inventory(NamedTuple):
    """What one rule about exposures has found, in one line."""

    rule: str
    severity: str
    times: int
    subjects: tuple[str, ...]
    finds: str


def findings(document: Mapping[str, Any], kind: str) -> list[Row]:
    """Of this kind, the worst first."""
    return [row for row in document["findings"] if row["kind"] == kind]


def inventory(document: Mapping[str, Any]) -> list[Inventory]:
    """The exposures by rule, in the order of the findings."""
    finds = {rule["id"]: rule["finds"] for rule in document["rules"]}
    by_rule: dict[tuple[str, str], list[Row]] = {}
    for row in findings(document, EXPOSURE):
        by_rule.setdefault((row["rule"], row["severity"]), []).append(row)
    return [
        Inventory(rule, severity, len(rows), _subjects(rows), finds[rule])
        for (rule, severity), rows in by_rule.items()
    ]


def _subjects(rows: Sequence[Row]) -> tuple[str, ...]:
    names = (row["subject"]["name"] or row["subject"]["type"] for row in rows)
    return tuple(dict.fromkeys(names))


def subject_of(row: Row) -> str:
    kind, name = row["subject"]["type"], row["subject"]["name"]
    return f"{kind} {name}" if name else str(kind)


def quoted(row: Row) -> str:
    """The text in question; empty where the reason quotes it already."""
    text = str(row["snippet"])
    return "" if text.removesuffix("…") in row["because"] else text


def tally(document: Mapping[str, Any]) -> str:
    """`1 critical and 2 high defects, 12 exposures`"""
    counts = document["defect_counts"]
    parts = [f"{counts[name]} {name}" for name in SEVERITIES if counts[name]]
    total = sum(counts.values())
    defects = f"{', '.join(parts)} {'defect' if total == 1 else 'defects'}" if total else ""
    exposures = plural(sum(document["exposure_counts"].values()), "exposure")
    return f"{defects or 'no defects'}; {exposures}"


def looked_at(document: Mapping[str, Any]) -> str:
    """`14 tools and 2 prompts of demo 1.0; 62 rules ran, 8 did not`"""
    scanned = document["scanned"]
    nouns = {"tools": "tool", "prompts": "prompt", "resources": "resource",
             "resource_templates": "resource template"}  # fmt: skip
    things = [plural(scanned[key], noun) for key, noun in nouns.items() if scanned[key]]
    server = " ".join(filter(None, document["server"].values())) or "a server without a name"
    return f"{', '.join(things) or 'no tools'} of {server}; {rules_run(document)}"


def rules_run(document: Mapping[str, Any]) -> str:
    return f"{plural(document['rules_run'], 'rule')} ran, {document['rules_not_run']} did not"


def not_run(document: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """Why rules did not run, and which."""
    reasons: dict[str, list[str]] = {}
    for rule in document["rules"]:
        if rule["status"] == "not_run":
            reasons.setdefault(rule["because"], []).append(rule["id"])
    return list(reasons.items())


def compared(document: Mapping[str, Any]) -> Iterator[str]:
    """What a baseline makes of it, where there is one."""
    if "baseline" not in document:
        return
    counts, file = document["new_counts"], document["baseline"]
    new = [f"{counts[name]} {name}" for name in SEVERITIES if counts[name]]
    yield f"new defects, which {file} does not list: {', '.join(new) or 'none'}"
    gone = [f"{entry['rule']} on {entry['subject']}" for entry in document["stale_baseline"]]
    if gone:
        yield f"{file} lists what is not found any more: {names_in_words(gone)}"
