"""`suite.test.ID`: how one test of a suite ended, by the slug of its name."""

from collections.abc import Iterable, Mapping

from mcptest_action.core.checks.results import slug_of
from .family import FactFamily
from .model import Absent, FactType, FactValue, Object, Reading

PLACE = "`tests[].suite.name`, whose slug is the id: `search finds it` is `search-finds-it`"
_ELSEWHERE = "other_server"
STATUSES = ("passed", "failed", "skipped", "inconclusive")
FAMILY = FactFamily(
    "suite.test.ID",
    "how the test '{}' ended; absent if there is none, or two of that slug",
    "search-finds-it",
    FactType.TEXT,
    STATUSES,
    spelt=slug_of,
)


def per_test(tests: Iterable[Object], status: Mapping[str, str]) -> Reading:
    """By the name of the fact. `status` has the part that each word counts for."""
    reading: dict[str, FactValue | Absent] = {}
    for test in tests:
        if test.get("skip_reason") == _ELSEWHERE:
            continue  # its namesake for this server is the one that is meant
        suite = test.get("suite")
        name = suite.get("name") if isinstance(suite, Mapping) else None
        slug = slug_of(name) if isinstance(name, str) else ""
        if slug:
            fact, ended = FAMILY.name(slug), status[str(test.get("status")).casefold()]
            reading[fact] = (
                Absent(f"two tests have the slug '{slug}'") if fact in reading else ended
            )
    return reading
