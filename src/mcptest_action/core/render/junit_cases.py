"""What every JUnit report has in common.

GitLab shows the text inside an element, others its `message` attribute, so both say it.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import assert_never

from junit_xml import TestCase, TestSuite, to_xml_report_string

from mcptest_action.core.checks.results import UNHAPPY, CaseResult, Status, TestResult
from mcptest_action.core.text import for_xml


def as_xml(suites: Sequence[TestSuite]) -> str:
    xml: str = to_xml_report_string(suites)
    return xml


def fail(case: TestCase, because: str, kind: str) -> None:
    case.add_failure_info(message=because, output=because, failure_type=kind)


def err(case: TestCase, because: str, kind: str) -> None:
    case.add_error_info(message=because, output=because, error_type=kind)


def skip(case: TestCase, because: str, output: str | None = None) -> None:
    case.add_skipped_info(message=because, output=because if output is None else output)


def settle(
    case: TestCase, result: TestResult | CaseResult, kind: str, *, gates: bool, prefix: str
) -> None:
    """Show how a test ended; `prefix` is for one that was skipped.

    A failure that doesn't gate is shown as skipped: test views then agree with the verdict.
    """
    status, because = result.ruling.status, for_xml(result.ruling.because)
    if status in UNHAPPY:
        because += f" (fingerprint {result.fingerprint})"
    match status:
        case Status.FAILED | Status.INCONCLUSIVE if not gates:
            skip(case, f"{status}, but gates nothing: {because}", because)
        case Status.FAILED:
            fail(case, because, kind)
        case Status.INCONCLUSIVE:
            err(case, because, "inconclusive")
        case Status.SKIPPED:
            skip(case, f"{prefix}{because}")
        case Status.PASSED:
            case.stdout = because
        case _:
            assert_never(status)


def ended_early(classname: str, because: str) -> list[TestCase]:
    """A case that says why not everything was done; empty if everything was."""
    if not because:
        return []
    case = TestCase("complete", classname=classname)
    case.add_error_info(message=for_xml(because), error_type="incomplete")
    return [case]


def seconds(microseconds: int) -> Decimal:
    """Not a float: sums of floats differ from one Python to the next."""
    return Decimal(microseconds).scaleb(-6)


def numbered(names: Sequence[str]) -> list[str]:
    """The same names, with a number after those that would otherwise be the same.

    GitLab silently drops a second case with the same name.
    """
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return made
