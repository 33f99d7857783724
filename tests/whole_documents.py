"""Artifacts of a whole gate, made of parts that a test can take away one by one."""

from collections import Counter
from typing import Any, NamedTuple

from hypothesis import strategies as st

from mcptest_action.core.checks.readiness import DIRECTORIES
from mcptest_action.core.checks.results import RULES_ON_PROBE, Family, Reach
from mcptest_action.core.facts import Document, conformance, run_report, security
from mcptest_action.core.facts.evidence import FLAG as EVIDENCE
from mcptest_action.core.facts.judge_cert import FLAG as JUDGE
from mcptest_action.core.facts.model_compat import FLAG as MODEL_COMPAT
from mcptest_action.core.facts.readiness import FLAG as READINESS
from mcptest_action.core.facts.surface import FLAG as SURFACE
from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY
from mcptest_action.core.protocol.surface.model import Surface, surface_document

Json = dict[str, Any]
STATUSES = ("passed", "failed", "skipped", "inconclusive")
SEVERITIES = security.SEVERITIES


class Entry(NamedTuple):
    """A probe, or a test of a suite."""

    check: str
    status: str
    bad_request: bool
    in_suite: bool
    refers: bool
    """To the conformance check that rules on it, if that has failed."""
    skip_reason: str = "not_applicable"


class Check(NamedTuple):
    id: str
    level: str
    status: str


class Parts(NamedTuple):
    """What a run consists of; None is what was not run."""

    entries: tuple[Entry, ...]
    breaks: int
    probed: int
    deep_scan: tuple[int, int] | None
    """Calls, and how many of them were rejected."""
    upstream: tuple[int, int, int, int] | None
    """Tools that worked, found nobody, were asked for credentials, and had errors of their own."""
    families: tuple[Reach, ...]
    tools: tuple[int, int, int]
    """Destructive ones, those of them without confirmation, and those in contradiction."""
    incomplete: str | None
    checks: tuple[Check, ...] | None
    findings: tuple[Json, ...] | None
    rules: tuple[bool, ...]
    """Whether each rule of the scan has looked."""
    others: bool


def documents(parts: Parts) -> dict[str, Document]:
    """By flag."""
    failed = {check.id for check in parts.checks or () if check.status == "failed"}
    made = {run_report.FLAG: run(parts, failed)}
    if parts.checks is not None:
        made[conformance.FLAG] = examination(parts.checks)
    if parts.findings is not None:
        made[security.FLAG] = scan(parts.findings, parts.rules)
    if parts.others:
        made |= OTHERS
    return {flag: Document(f"{flag}.json", data) for flag, data in made.items()}


_TOOL: Json = {"name": "a", "inputSchema": {"properties": {"b": {}}}}
_ITEM: Json = {"name": "c"}
_SURFACE = Surface(
    NEWEST_LEGACY, {"name": "s"}, {"tools": {}}, "Be nice.",
    tools=(_TOOL,), resources=(_ITEM,), templates=(_ITEM,), prompts=(_ITEM,), problems=(),
)  # fmt: skip
OTHERS: dict[str, Json] = {
    SURFACE: surface_document(_SURFACE),
    MODEL_COMPAT: {"summary": {"total": 3, "pass": 1, "drift": 1, "fail": 1}},
    EVIDENCE: {"reproducible": False, "unverifiable_origin": True},
    READINESS: {"criteria": [
        {"id": each.id, "status": "unmet" if each.check else "not_checked",
         "findings": [{}] * 3 if each.check else []}
        for directory in DIRECTORIES for each in directory.criteria
    ]},
    JUDGE: {"certified": False, "ece": 0.5, "brier": 1.5, "valid_until": "2020-01-01T00:00:00Z"},
}  # fmt: skip


def run(parts: Parts, failed: set[str]) -> Json:
    tests = [_test(entry, number, failed) for number, entry in enumerate(parts.entries)]
    return {
        "schema_version": run_report.SCHEMA,
        "incomplete": parts.incomplete,
        "nothing_works": False,
        "summary": _summary(parts.entries),
        "tests": tests,
        "negative_path": _negative_path(parts),
        **({"suite": _suite(parts.entries)} if any(e.in_suite for e in parts.entries) else {}),
        "active_probe": _deep_scan(parts.deep_scan),
        "upstream": _upstream(parts.upstream),
        "latency": {"p50_ms": 1, "p95_ms": 2, "max_ms": 3},
        "safety": _safety(parts.tools),
        "coverage": {
            **{str(reach): parts.families.count(reach) for reach in Reach},
            **{str(f): str(reach) for f, reach in zip(Family, parts.families, strict=True)},
        },
    }


def _test(entry: Entry, number: int, failed: set[str]) -> Json:
    ruler = RULES_ON_PROBE.get(entry.check)
    see = {"see": ruler} if entry.refers and entry.status == "failed" and ruler in failed else {}
    return {
        "id": f"{entry.check}:{number}",
        "check": entry.check,
        "status": entry.status,
        "skip_reason": entry.skip_reason if entry.status == "skipped" else None,
        "bad_request": entry.bad_request,
        **({"suite": _of_a_suite(entry, number)} if entry.in_suite else {}),
        **see,
    }


def _of_a_suite(entry: Entry, number: int) -> Json:
    return {"file": "s.yml", "name": f"{entry.check} {number}"}


def _summary(entries: tuple[Entry, ...]) -> Json:
    counts = Counter(entry.status for entry in entries)
    return {"total": len(entries), **{status: counts[status] for status in STATUSES}}


def _suite(entries: tuple[Entry, ...]) -> Json:
    tests = tuple(entry for entry in entries if entry.in_suite)
    return {**_summary(tests), "ran": sum(test.status != "skipped" for test in tests)}


def _negative_path(parts: Parts) -> Json:
    made = [entry for entry in parts.entries if entry.bad_request]
    counts = Counter(entry.status for entry in made)
    ran, planned = counts["passed"] + counts["failed"], len(made) - counts["skipped"]
    if not ran:
        return {"planned": planned, "because": "none was sent"}
    return {
        "planned": planned,
        "checks_run": ran,
        "failures": counts["failed"],
        "gate_passed": int(ran == planned and not counts["failed"]),
        "held_back": sum(e.status == "skipped" and e.skip_reason == "destructive" for e in made),
        "breaks": parts.breaks,
        "tools_probed": parts.probed,
    }


def _deep_scan(made: tuple[int, int] | None) -> Json:
    if made is None:
        return {"result": "not_applicable", "because": "the deep scan is off"}
    return {"ran": True, "attempted": made[0] + made[1], "rejected": made[1]}


def _upstream(made: tuple[int, int, int, int] | None) -> Json:
    if made is None or not sum(made):
        return {"because": "no tool got a valid call"}
    worked, unreachable, credentials, rejected = made
    nothing = not worked and bool(unreachable or credentials)
    return {
        "asked": sum(made), "worked": worked, "unreachable": unreachable,
        "credentials": credentials, "rejected": rejected, "nothing_worked": nothing,
    }  # fmt: skip


def _safety(tools: tuple[int, int, int]) -> Json:
    destructive, unconfirmed, conflicts = tools
    return {
        "tools": 9, "read_only": 1, "read_only_presumed": 1, "mutating": 1, "calls": 1,
        "destructive": destructive, "destructive_unconfirmed": min(destructive, unconfirmed),
        "hint_conflicts": conflicts, "refused": destructive,
    }  # fmt: skip


def examination(checks: tuple[Check, ...]) -> Json:
    counts = Counter((check.level, check.status) for check in checks)
    numbers = {
        f"{level}_{name}": counts[level, "passed"] + counts[level, "failed"] * (name == "total")
        for level in ("must", "should")
        for name in ("passed", "total")
    }
    sound = numbers["must_total"] and numbers["must_total"] == numbers["must_passed"]
    badge = "T3" if sound else "F"
    return {
        "schema_version": conformance.SCHEMA, "badge": badge, "tier": badge, **numbers,
        "checks": [check._asdict() for check in checks],
        "new_failures": [check.id for check in checks if check.status == "failed"],
        "revision": "2025-06-18", "revisions": {"2025-06-18": {"spoken": True}},
        **({"official": OFFICIAL} if checks else {}),
    }  # fmt: skip


OFFICIAL: Json = {
    "total": 3, "passed": 1, "failed": 1, "warnings": 1, "compared": 1, "disagreements": [{}],
    "scenarios": [{"checks": [{"status": s} for s in ("SUCCESS", "FAILURE", "WARNING")]}],
}  # fmt: skip


def scan(findings: tuple[Json, ...], rules: tuple[bool, ...]) -> Json:
    severities = Counter(finding["severity"] for finding in findings)
    return {
        "schema_version": security.SCHEMA,
        "findings": list(findings),
        "counts": {severity: severities[severity] for severity in SEVERITIES},
        "total_findings": len(findings),
        "baseline": "b.json",
        "stale_baseline": [],
        "rules": [
            {"id": f"SEC-00{number}", "status": "ran" if ran else "not_run"}
            for number, ran in enumerate(rules, 1)
        ],
        "rules_run": sum(rules),
        "rules_not_run": len(rules) - sum(rules),
    }


def _few(values: Any, most: int = 4, least: int = 0) -> Any:
    return st.lists(values, min_size=least, max_size=most).map(tuple)


_CHECKS = tuple(RULES_ON_PROBE.values())
_small = st.integers(0, 2)
_entries = st.builds(
    Entry,
    st.sampled_from((*RULES_ON_PROBE, "oversized", "repeated_call")),
    st.sampled_from((*STATUSES, "passed", "passed")),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(("not_applicable", "destructive")),
)
_finding = st.fixed_dictionaries({
    "rule": st.just("SEC-001"),
    "kind": st.sampled_from(security.KINDS),
    "severity": st.sampled_from(SEVERITIES),
    "confidence": st.sampled_from(("high", "medium")),
    "new": st.booleans(),
})  # fmt: skip
_check = st.builds(
    Check,
    st.sampled_from(_CHECKS),
    st.sampled_from(("must", "should")),
    st.sampled_from(("passed", "passed", "failed", "not_verified")),
)
parts = st.builds(
    Parts,
    _few(_entries, 8),
    _small,
    _small,
    st.none() | st.tuples(st.integers(1, 2), _small),
    st.none() | st.tuples(_small, _small, _small, _small),
    _few(st.sampled_from(Reach), len(Family), len(Family)),
    st.tuples(_small, _small, _small),
    st.sampled_from((None, None, None, "the server did not come back")),
    st.none() | _few(_check, 5),
    st.none() | _few(_finding),
    _few(st.booleans(), 3, 1),
    st.booleans(),
)
