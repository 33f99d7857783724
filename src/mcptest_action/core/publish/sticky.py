"""One comment per pull request and job, kept up to date in place."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.request import Mode
from .api import Call, Refused, Script
from .comment import Draft, why_not
from .comments import Comment, Thread, own_comments
from .digest import Digest, read_digest
from .retry import pause_s

_NOT_FOUND = 404
# What to write depends on what the last comment remembers.
Compose = Callable[[Digest | None], Draft]


class CommentAction(StrEnum):
    CREATED = "created"
    UPDATED = "updated"
    LEFT = "left alone"


class Commented(NamedTuple):
    action: CommentAction
    because: str = ""
    """Why it was left alone."""


class CommentResult(NamedTuple):
    """The result, and what the last comment remembered."""

    outcome: Commented | Refused
    previous: Digest | None = None


def publish_comment(thread: Thread, mode: Mode, compose: Compose) -> Script[CommentResult]:
    """Write the comment, or update ours in place, or leave it as the mode says."""
    found = yield from own_comments(thread)
    if isinstance(found, Refused):
        return CommentResult(found)
    previous = read_digest(found[0].body) if found else None
    draft = compose(previous)
    because = why_not(mode, draft, previous, exists=bool(found))
    if because:
        return CommentResult(Commented(CommentAction.LEFT, because), previous)
    if not found:
        return CommentResult((yield from _create(thread, draft)), previous)
    outcome = yield from _update(thread, found, draft)
    if isinstance(outcome, Refused) and outcome.answer.status == _NOT_FOUND:
        outcome = yield from _create(thread, draft)  # somebody deleted it meanwhile
    return CommentResult(outcome, previous)


def _update(
    thread: Thread, found: tuple[Comment, ...], draft: Draft
) -> Script[Commented | Refused]:
    """Keeps the oldest; others of ours come from two runs that did not see each other."""
    oldest, *others = found
    for comment in others:
        yield Call("DELETE", thread.comment(comment.id))
    if oldest.body.replace("\r\n", "\n") == draft.body:
        return Commented(CommentAction.LEFT, "it says the same already")
    answer = yield Call("PATCH", thread.comment(oldest.id), {"body": draft.body})
    return Commented(CommentAction.UPDATED) if answer.good else Refused(answer)


def _create(thread: Thread, draft: Draft) -> Script[Commented | Refused]:
    attempt = 0
    while True:
        answer = yield Call("POST", thread.path, {"body": draft.body}, repeatable=False)
        attempt += 1
        if answer.good:
            return (yield from _alone(thread, draft, answer.document))
        pause = pause_s(answer, attempt)
        if pause is None:
            return Refused(answer)
        # It may have been written although the answer was lost. Look before writing again.
        found = yield from own_comments(thread, after_s=pause)
        if isinstance(found, Refused):
            return found
        if found:
            return (yield from _update(thread, found, draft))


def _alone(thread: Thread, draft: Draft, made: object) -> Script[Commented | Refused]:
    """If two runs saw no comment and both wrote one, the older one stays."""
    match made:
        case {"id": int(mine)}:
            pass
        case _:
            return Commented(CommentAction.CREATED)
    found = yield from own_comments(thread)
    if isinstance(found, Refused) or not any(comment.id < mine for comment in found):
        return Commented(CommentAction.CREATED)
    yield Call("DELETE", thread.comment(mine))
    older = tuple(comment for comment in found if comment.id != mine)
    previous = read_digest(older[0].body)
    overtaken = why_not(Mode.ALWAYS, draft, previous, exists=True)
    if overtaken:
        return Commented(CommentAction.LEFT, overtaken)
    return (yield from _update(thread, older, draft))
