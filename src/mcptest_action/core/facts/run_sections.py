"""The optional sections of a run report; each gives the facts that carry its name."""

from collections.abc import Callable, Mapping

from mcptest_action.core.facts.model import Absent, FactSpec, FactType, FactValue, Reading
from mcptest_action.core.facts.value import Object, boolean, count, number

_Read = Callable[[Object, str, str], FactValue | Absent]

SECTIONS: Mapping[str, tuple[tuple[str, _Read, str], ...]] = {
    "negative_path": (
        ("checks_run", count, "bad-request probes that ran"),
        ("failures", count, "bad-request probes that broke their contract"),
        ("gate_passed", count, "1 when at least one probe ran and none failed, else 0"),
    ),
    "active_probe": (
        ("ran", boolean, "whether the deep scan called any tool"),
        ("attempted", count, "tools the deep scan called"),
        ("rejected", count, "tools that rejected input their own schema allows"),
    ),
    "latency": (
        ("p50_ms", number, "median response time in milliseconds"),
        ("p95_ms", number, "95th percentile of response times in milliseconds"),
        ("max_ms", number, "longest response time in milliseconds"),
    ),
    "safety": (
        ("tools", count, "tools the server lists"),
        ("read_only", count, "tools declared read-only"),
        ("read_only_presumed", count, "tools presumed read-only by their name"),
        ("mutating", count, "tools that change something"),
        ("destructive", count, "tools that destroy something"),
        ("destructive_unconfirmed", count, "destructive tools that do not ask for confirmation"),
        ("hint_conflicts", count, "tools whose annotations and hints disagree"),
        ("calls", count, "tool calls made in the run"),
        ("refused", count, "tool calls the execution policy refused"),
    ),
}

_TYPE: Mapping[_Read, FactType] = {
    count: FactType.NUMBER,
    number: FactType.NUMBER,
    boolean: FactType.BOOLEAN,
}

SECTION_FACTS = tuple(
    FactSpec(f"{section}.{field}", _TYPE[read], meaning)
    for section, fields in SECTIONS.items()
    for field, read, meaning in fields
)


def read_sections(data: Object) -> Reading:
    """The facts of all sections; those of a missing section are absent."""
    return {
        f"{section}.{field}": _field(data, section, field, read)
        for section, fields in SECTIONS.items()
        for field, read, _ in fields
    }


def _field(data: Object, section: str, field: str, read: _Read) -> FactValue | Absent:
    holder = data.get(section)
    if not isinstance(holder, Mapping):
        return Absent(f"there is no '{section}' section in the file")
    return read(holder, field, f"{section}.{field}")
