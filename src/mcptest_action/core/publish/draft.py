"""A comment as it would be written, and whether it should be."""

from typing import NamedTuple, assert_never

from mcptest_action.core.request import Mode
from .digest import Digest


class Draft(NamedTuple):
    """A comment as it would be written."""

    body: str
    digest: Digest
    failed: bool


def why_not(mode: Mode, draft: Draft, previous: Digest | None, *, exists: bool) -> str:
    """Why nothing is to be written; empty when something is."""
    if previous is not None and _is_overtaken(draft.digest, previous):
        return "a later run on another commit has commented already"
    match mode:
        case Mode.ALWAYS:
            return ""
        case Mode.ON_CHANGE:
            same = previous is not None and previous.content == draft.digest.content
            return "nothing has changed since the last comment (on-change)" if same else ""
        case Mode.ON_FAILURE:
            # One that is there is updated all the same: it must not go on saying fail.
            idle = not exists and not draft.failed
            return "the gate did not fail (on-failure)" if idle else ""
        case Mode.OFF:
            return "comments are off"
        case _:
            assert_never(mode)


def _is_overtaken(ours: Digest, theirs: Digest) -> bool:
    """Two runs may end in the wrong order; the comment then stays with the later one."""
    return theirs.run > ours.run > 0 and theirs.sha != ours.sha
