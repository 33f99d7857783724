"""The optional sections of a run report; each gives the facts that carry its name."""

from collections.abc import Callable, Mapping

from mcptest_action.core.checks.results import Family, Reach
from .baseless_zeros import Basis, only_looked_at
from .model import Absent, Document, FactSpec, FactType, FactValue, Object, Reading
from .value import boolean, count, number, text

_Read = Callable[[Object, str, str], FactValue | Absent]


def reach(holder: Object, key: str, label: str) -> str | Absent:
    """How far a family of faults is covered; any other word could pass rules by accident."""
    value = text(holder, key, label)
    if isinstance(value, Absent) or value in tuple(Reach):
        return value
    return Absent(f"{label} is none of {', '.join(Reach)}")


SECTIONS: Mapping[str, tuple[tuple[str, _Read, str], ...]] = {
    "negative_path": (
        ("checks_run", count, "bad-request probes that ran"),
        ("failures", count, "bad-request probes that broke their contract"),
        (
            "gate_passed",
            count,
            "1 when every planned bad-request probe was sent and passed, and there was one, else 0",
        ),
        ("held_back", count, "bad-request probes that the execution policy did not plan"),
        ("breaks", count, "times the server died, hung, broke the connection or had to be killed"),
        ("tools_probed", count, "tools of the server that received at least one probe"),
    ),
    "suite": (
        ("total", count, "tests of suites"),
        ("ran", count, "tests of suites that sent something"),
        ("passed", count, "tests of suites that passed"),
        ("failed", count, "tests of suites that failed"),
        ("skipped", count, "tests of suites that were skipped"),
        ("inconclusive", count, "tests of suites without a clear result"),
    ),
    "active_probe": (
        ("ran", boolean, "true when the deep scan called a tool"),
        ("attempted", count, "tools the deep scan called"),
        ("rejected", count, "tools that rejected input their own schema allows"),
    ),
    "upstream": (
        ("asked", count, "tools that received a valid call"),
        ("worked", count, "tools whose valid calls got a result"),
        ("unreachable", count, "tools that failed because a service behind them was not reached"),
        ("credentials", count, "tools that failed because a service behind them wants credentials"),
        ("rejected", count, "tools whose valid calls got only errors of their own"),
        (
            "nothing_worked",
            boolean,
            "whether tools got valid calls, and none of them got a result",
        ),
    ),
    "latency": (
        ("p50_ms", number, "median of the times that answers took, in milliseconds"),
        ("p95_ms", number, "95th percentile of these times, in milliseconds"),
        ("max_ms", number, "the longest of these times, in milliseconds"),
    ),
    "safety": (
        ("tools", count, "tools the server lists"),
        ("read_only", count, "tools declared read-only"),
        ("read_only_presumed", count, "tools presumed read-only by their name"),
        ("mutating", count, "tools that change something"),
        ("destructive", count, "tools that destroy something"),
        ("destructive_unconfirmed", count, "destructive tools that do not ask for confirmation"),
        (
            "hint_conflicts",
            count,
            "tools whose declarations disagree, or change between connections",
        ),
        ("calls", count, "tool calls made by probes, tests and conformance checks"),
        ("refused", count, "tool calls the execution policy refused, planned ones included"),
    ),
    "coverage": (
        ("covered", count, "families of faults looked for wherever they apply, of eight"),
        ("partial", count, "families of faults looked for in part"),
        ("uncovered", count, "families of faults that nothing looked for"),
        ("not_applicable", count, "families of faults that the server cannot have"),
        *(
            (str(family), reach, f"{family} faults: covered, partial, uncovered or not_applicable")
            for family in Family
        ),
    ),
}

# These always hold for a run; a file that breaks them was not made by one.
NOT_MORE_THAN = (
    ("negative_path.failures", "negative_path.checks_run"),
    ("active_probe.rejected", "active_probe.attempted"),
    ("upstream.worked", "upstream.asked"),
    ("suite.ran", "suite.total"),
    ("suite.failed", "suite.total"),
    ("latency.p50_ms", "latency.p95_ms"),
    ("latency.p95_ms", "latency.max_ms"),
    ("negative_path.tools_probed", "safety.tools"),
    ("safety.destructive_unconfirmed", "safety.destructive"),
    ("safety.destructive", "safety.tools"),
)

_TYPE: Mapping[_Read, FactType] = {
    count: FactType.NUMBER,
    number: FactType.NUMBER,
    boolean: FactType.BOOLEAN,
    reach: FactType.TEXT,
}

# What a run names one by one.
_COUNTING = frozenset(
    (
        "negative_path.failures",
        "suite.failed",
        "suite.inconclusive",
        "safety.read_only_presumed",
        "safety.mutating",
        "safety.destructive",
        "safety.destructive_unconfirmed",
        "safety.hint_conflicts",
    )
)
SECTION_FACTS = tuple(
    FactSpec(f"{section}.{field}", meaning, _TYPE[read], counts=f"{section}.{field}" in _COUNTING)
    for section, fields in SECTIONS.items()
    for field, read, meaning in fields
)


def _of(section: str, *fields: str) -> tuple[str, ...]:
    return tuple(f"{section}.{field}" for field in fields)


_UPSTREAM = _of("upstream", *(field for field, _, _ in SECTIONS["upstream"]))
_BASES = (
    Basis(
        _of("negative_path", "checks_run", "failures", "gate_passed", "held_back"),
        ("negative_path.checks_run",),
        "no bad request was sent",
        only_zeros=False,
    ),
    Basis(
        _of("negative_path", "breaks", "tools_probed"),
        _of("negative_path", "checks_run", "tools_probed"),
        "no probe was sent",
    ),
    Basis(
        _of("suite", "passed", "failed", "inconclusive"),
        ("suite.ran",),
        "no test of the suites sent anything",
    ),
    Basis(
        _of("active_probe", "ran", "attempted", "rejected"),
        ("active_probe.ran",),
        "the deep scan did not run",
        only_zeros=False,
    ),
    Basis(
        _UPSTREAM,
        _UPSTREAM,
        "no tool got a valid call",
    ),
)


def read_sections(document: Document, data: Object) -> Reading:
    """The facts of all sections; those of a missing section, or of one that did not run, are
    absent.
    """
    facts = {
        f"{section}.{field}": _field(data, section, field, read)
        for section, fields in SECTIONS.items()
        for field, read, _ in fields
    }
    for smaller, larger in NOT_MORE_THAN:
        one, other = facts[smaller], facts[larger]
        if isinstance(one, int | float) and isinstance(other, int | float) and one > other:
            raise document.contradiction(f"{smaller} is {one}, but {larger} is {other}")
    _check_gate(document, data, facts)
    _check_coverage(document, facts)
    if facts["active_probe.ran"] is True and facts["active_probe.attempted"] == 0:
        raise document.contradiction("active_probe.ran is true, but active_probe.attempted is 0")
    return only_looked_at(facts, _BASES)


def _check_gate(document: Document, data: Object, facts: Reading) -> None:
    """A passed gate must agree with the counts beside it. One that did not pass may have a reason
    that they don't show: something planned was not sent.
    """
    run, failures = facts["negative_path.checks_run"], facts["negative_path.failures"]
    stated = facts["negative_path.gate_passed"]
    planned = _field(data, "negative_path", "planned", count)
    if isinstance(stated, Absent) or stated == 0:
        return
    if stated != 1:
        raise document.contradiction(f"negative_path.gate_passed is {stated}, not 0 or 1")
    trouble = ""
    if run == 0:
        trouble = "no check was run"
    elif not isinstance(failures, Absent) and failures != 0:
        trouble = f"{failures} of {run} checks failed"
    elif not isinstance(planned, Absent) and not isinstance(run, Absent) and run != planned:
        trouble = f"{planned} checks were planned, and {run} run"
    if trouble:
        raise document.contradiction(f"negative_path.gate_passed is 1, but {trouble}")


def _check_coverage(document: Document, facts: Reading) -> None:
    """The counts must agree with the families beside them."""
    families = [facts[f"coverage.{family}"] for family in Family]
    if any(isinstance(family, Absent) for family in families):
        return
    for word in Reach:
        stated, found = facts[f"coverage.{word}"], families.count(str(word))
        if not isinstance(stated, Absent) and stated != found:
            what = f"coverage.{word} is {stated}, but {found} families are {word}"
            raise document.contradiction(what)


def _field(data: Object, section: str, field: str, read: _Read) -> FactValue | Absent:
    holder = data.get(section)
    if not isinstance(holder, Mapping):
        return Absent(f"there is no '{section}' section in the file")
    because = holder.get("because")
    if field not in holder and isinstance(because, str):
        return Absent(because)  # it did not run, and says why
    return read(holder, field, f"{section}.{field}")
