"""What only the API knows: the pull request of another run, a file as it was at a commit."""

from enum import StrEnum
from typing import NamedTuple
from urllib.parse import quote

from mcptest_action.core.publish.absent import Absent
from mcptest_action.core.publish.api import RAW, Call, Refused, Script
from mcptest_action.core.publish.place import NoPullRequest, PullRequest, Search, place_of

_NOT_FOUND = 404


class Via(StrEnum):
    CHECKOUT = "the checkout"
    API = "the API"


class AtCommit(NamedTuple):
    """A file as it was at a commit, and who said so."""

    content: bytes
    via: Via


def find_pull_request(
    repository: str, search: Search
) -> Script[PullRequest | NoPullRequest | Refused]:
    """The open pull request from this branch whose newest commit is the one that was run."""
    head = quote(f"{search.owner}:{search.branch}", safe=":")
    answer = yield Call("GET", f"/repos/{repository}/pulls?state=open&per_page=100&head={head}")
    listed = answer.document
    if not answer.good or not isinstance(listed, list):
        return Refused(answer)
    for entry in listed:
        about = place_of({}, {"pull_request": entry}).about if isinstance(entry, dict) else None
        if isinstance(about, PullRequest) and about.head_sha == search.head_sha:
            return about
    return NoPullRequest("no open pull request has the commit of the other run", sure=False)


def file_at(repository: str, sha: str, path: str) -> Script[AtCommit | Absent | Refused]:
    """The file, or that there is none. A repository that cannot be read looks like the latter."""
    where = f"/repos/{repository}/contents/{quote(path)}?ref={sha}"
    answer = yield Call("GET", where, accept=RAW)
    if answer.good:
        return AtCommit(answer.text.encode(), Via.API)
    if answer.status != _NOT_FOUND:
        return Refused(answer)
    commit = yield Call("GET", f"/repos/{repository}/git/commits/{sha}")
    return Absent() if commit.good else Refused(commit)
