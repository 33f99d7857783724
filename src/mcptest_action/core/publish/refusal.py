"""What to tell a user whose token was not enough. The verdict is not touched by any of this."""

from mcptest_action.core.publish.api import Refused
from mcptest_action.core.publish.place import Place

_UNAUTHORISED, _FORBIDDEN, _NOT_FOUND = 401, 403, 404
NO_TOKEN = "no comment: there is no token; give the step token: ${{ github.token }}"
FORKS = "docs/ci/fork-pull-requests.md"


def comment_refused(refused: Refused, place: Place) -> str:
    """One sentence with what happened, and the permission that is missing if that is why."""
    said = f"the comment could not be written: {refused.because}"
    if refused.answer.status not in (_FORBIDDEN, _NOT_FOUND):
        hint = "; is the token still valid?" if refused.answer.status == _UNAUTHORISED else ""
        return f"{said}{hint}"
    read_only = place.token_is_read_only
    if read_only:
        return f"{said}; {read_only}, and such runs get a read-only token: see {FORKS}"
    return f"{said}; the job needs the permission pull-requests: write"


def base_unreadable(refused: Refused, sha: str) -> str:
    """Why the base branch's policy is not known, and two ways to make it known."""
    hint = "check out with fetch-depth: 0, or give the job the permission contents: read"
    return f"the policy at the base commit {sha[:7]} could not be read: {refused.because}; {hint}"
