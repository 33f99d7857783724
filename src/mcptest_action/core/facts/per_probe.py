"""`probe.ID.failures`: how often a probe failed. Absent unless it came to a ruling."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .family import FactFamily
from .model import Absent, FactValue, Object, Reading

PLACE = "`tests[].check` and `tests[].status`, of tests that are not of a suite"


def _ids() -> Sequence[str]:
    # Imported late: a policy rarely names a probe that does not exist.
    from mcptest_action.core.checks.probes import CHECKS  # noqa: PLC0415

    return [check.id for check in CHECKS]


FAMILY = FactFamily(
    "probe.ID.failures",
    "times that the probe {} failed; absent unless it passed or failed somewhere",
    "unknown_tool",
    counts=True,
    ids=_ids,
)


def per_probe(tests: Iterable[Object], status: Mapping[str, str]) -> Reading:
    """By the name of the fact. `status` has the part that each word counts for."""
    ended: dict[str, Counter[str]] = {}
    for fact, test in _of_probes(tests):
        ended.setdefault(fact, Counter())[status[str(test.get("status")).casefold()]] += 1
    reading: dict[str, FactValue | Absent] = {}
    for fact, parts in ended.items():
        decided = parts["passed"] or parts["failed"]
        reading[fact] = parts["failed"] if decided else Absent(_undecided(parts))
    return reading


def failures_by_probe(
    tests: Iterable[Object], status: Mapping[str, str]
) -> Mapping[str, list[Object]]:
    """The tests behind each of the numbers."""
    found: dict[str, list[Object]] = {}
    for fact, test in _of_probes(tests):
        if status.get(str(test.get("status")).casefold()) == "failed":
            found.setdefault(fact, []).append(test)
    return found


def _of_probes(tests: Iterable[Object]) -> Iterator[tuple[str, Object]]:
    for test in tests:
        check = test.get("check")
        if isinstance(check, str) and check and not test.get("suite"):
            yield FAMILY.name(check), test


def _undecided(parts: Counter[str]) -> str:
    listed = ", ".join(f"{count} {part}" for part, count in sorted(parts.items()))
    return f"the probe came to no ruling: {listed}"
