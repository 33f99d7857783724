"""What to tell a user whose token was not enough. None of this touches the verdict."""

from mcptest_action.core.text import page
from .api import Refused
from .run_context import RunContext

_UNAUTHORISED, _FORBIDDEN, _NOT_FOUND = 401, 403, 404
GIVE_TOKEN = "give the step token: ${{ github.token }}"
DEEP_CHECKOUT = "check out with fetch-depth: 0"
NO_TOKEN = f"no comment: there is no token; {GIVE_TOKEN}"
FORKS = page("ci/fork-pull-requests.md")


def comment_refused(refused: Refused, context: RunContext) -> str:
    """One sentence about what happened, and the missing permission if that is the reason."""
    said = f"the comment could not be written: {refused.because}"
    if refused.answer.status not in (_FORBIDDEN, _NOT_FOUND):
        hint = "; is the token still valid?" if refused.answer.status == _UNAUTHORISED else ""
        return f"{said}{hint}"
    read_only = context.token_is_read_only
    if read_only:
        return f"{said}; {read_only}, and such runs get a read-only token: see {FORKS}"
    return f"{said}; the job needs the permission pull-requests: write"


def base_unreadable(refused: Refused, sha: str, *, git: bool) -> str:
    """Why we don't know the base branch's files, and what would help, if anything.

    Without git, as in our image, no checkout can help.
    """
    ways = {
        _UNAUTHORISED: ["give the step a token that is valid"],
        _FORBIDDEN: ["give the job the permission contents: read"],
        _NOT_FOUND: ["give the job the permission contents: read"],
    }.get(refused.answer.status, [])
    hints = [*ways, *([DEEP_CHECKOUT] if git else [])]
    said = f"the base commit {sha[:7]} could not be read: {refused.because}"
    return f"{said}; {', or '.join(hints)}" if hints else said


def base_without_token(sha: str, *, git: bool) -> str:
    """The same, if we can ask only the checkout."""
    if not git:
        return (
            "only the API can tell the files of the base branch, because there is no git here to "
            "look into the checkout, and there is no token: " + GIVE_TOKEN
        )
    return (
        f"the checkout does not hold the base commit {sha[:7]}, and there is no token: "
        f"{DEEP_CHECKOUT}, or {GIVE_TOKEN}"
    )
