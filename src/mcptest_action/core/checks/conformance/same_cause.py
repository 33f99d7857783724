"""One cause, one failure: a check that cannot but fail where another one does refers to that one.

Levels agree across artifacts: what a MUST stands for is a security defect of severity high where
nobody has examined conformance, and what a SHOULD stands for is one of severity medium.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from mcptest_action.core.checks.results import Ruling, Status, not_verified

# Who accepts what should be refused has no error whose code could be right or wrong; who serves
# foreign web pages does so in every revision. Who changes an id answers one that was never used;
# who has no handler for `logging/setLevel` sets no level.
SAME_CAUSE: Mapping[str, str] = {
    "BASE-10": "BASE-02",
    "HTTP-05": "HTTP-04",
    "LOGG-01": "LIFE-12",
    "PRMT-04": "PRMT-03",
    "RSRC-05": "RSRC-07",
    "RSRC-06": "RSRC-04",
    "TOOLS-08": "TOOLS-07",
    "TOOLS-10": "TOOLS-09",
}


def explained(check: str, ruling: Ruling, failed: AbstractSet[str]) -> Ruling:
    """The ruling; a failure that one of the `failed` checks explains is not verified."""
    ruler = SAME_CAUSE.get(check)
    if ruling.status is not Status.FAILED or ruler not in failed:
        return ruling
    return not_verified(f"see {ruler}, which has the same cause")
