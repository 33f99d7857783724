"""Which commit a change is measured against: the one that its files were merged with."""

from typing import NamedTuple

from .run_context import Run

# On these events, the run's own commit is the merge that GitHub made of base and head. On
# `pull_request_target` it is the base branch, on `merge_group` the event names the base exactly.
_OF_A_MERGE = ("pull_request", "pull_request_review", "pull_request_review_comment")
_SHORT = 7


class Base(NamedTuple):
    sha: str
    because: str
    """How we know, in a clause."""

    @property
    def sentence(self) -> str:
        return f"the base is {self.sha[:_SHORT]}, {self.because}"


class Unread(NamedTuple):
    """The parents of a commit are not known."""

    because: str


def has_merge_commit(run: Run) -> bool:
    return run.event in _OF_A_MERGE


class Said(NamedTuple):
    """The commits of a pull request, as far as somebody names them."""

    base: str
    head: str
    by: str = "the event"


def base_of(run: Run, given: Said, parents: tuple[str, ...] | Unread | None) -> Base:
    """The first parent of the merge commit, if its second one is the head; else what the event
    says, which is older once the base branch has moved on. Nobody but GitHub chooses the run's
    commit, so no author of a head can put forward a merge of their own.
    """
    said, head, by = given
    merge, event = run.sha[:_SHORT], f"as {by} says"
    match parents:
        case None:
            return Base(said, event)
        case Unread(because):
            return Base(said, f"{event}, because the parents of {merge} are not known: {because}")
        case (first, second) if first and head and second == head:
            return Base(first, f"the first parent of the merge commit {merge}")
        case _:
            return Base(said, f"{event}, because {merge} is no merge of the head {head[:_SHORT]}")
