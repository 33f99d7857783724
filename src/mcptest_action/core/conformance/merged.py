"""One outcome per check over all revisions: a check that fails in any of them failed."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.checks.ruling import Status
from mcptest_action.core.conformance.examine import CheckResult, Examined
from mcptest_action.core.conformance.model import Check

# The worst first. A pass outweighs what another revision had nothing to look at for.
_WEIGHT = (Status.FAILED, Status.PASSED, Status.INCONCLUSIVE, Status.SKIPPED)


class Merged(NamedTuple):
    check: Check
    status: Status
    because: str
    by_revision: Mapping[str, CheckResult]


def merged(examined: Examined) -> tuple[Merged, ...]:
    """By the id of the check."""
    by_check: dict[str, dict[str, CheckResult]] = {}
    for revision, results in examined.results.items():
        for result in results:
            by_check.setdefault(result.check.id, {})[revision] = result
    return tuple(_merged(by_check[check_id]) for check_id in sorted(by_check))


def _merged(by_revision: dict[str, CheckResult]) -> Merged:
    worst = min(by_revision.values(), key=lambda result: _WEIGHT.index(result.ruling.status))
    return Merged(worst.check, worst.ruling.status, worst.ruling.because, by_revision)
