"""What every JUnit report has in common.

GitLab shows what stands inside an element, others its `message` attribute, so both say it.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from junit_xml import TestCase, TestSuite, to_xml_report_string

from mcptest_action.core.render.escape import for_xml


def as_xml(suites: Sequence[TestSuite]) -> str:
    xml: str = to_xml_report_string(suites)
    return xml


def fail(case: TestCase, because: str, kind: str) -> None:
    case.add_failure_info(message=because, output=because, failure_type=kind)


def err(case: TestCase, because: str, kind: str) -> None:
    case.add_error_info(message=because, output=because, error_type=kind)


def skip(case: TestCase, because: str, output: str | None = None) -> None:
    case.add_skipped_info(message=because, output=because if output is None else output)


def ended_early(classname: str, because: str) -> list[TestCase]:
    """A case that says why not everything was done; none where everything was."""
    if not because:
        return []
    case = TestCase("complete", classname=classname)
    case.add_error_info(message=for_xml(because), error_type="incomplete")
    return [case]


def seconds(microseconds: int) -> Decimal:
    """Not a float: sums of those differ from one Python to the next."""
    return Decimal(microseconds).scaleb(-6)


def numbered(names: Sequence[str]) -> list[str]:
    """The same names, and a number behind those that can no longer be told apart.

    GitLab drops a second case of the same name unseen.
    """
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return made
