"""What only the API knows: the pull request of another run, a commit's parents and its files."""

from typing import Any, NamedTuple
from urllib.parse import quote

from mcptest_action.core.document import NoSuchFile
from .api import RAW, Call, Refused, Script
from .run_context import (
    BranchSearch,
    NoPullRequest,
    PullRequest,
    pull_request_of,
    read_sha,
    the_only,
)
from .subject import Unknown
from .tree import Entry

_NOT_FOUND = 404


class AtCommit(NamedTuple):
    """A file as it was at a commit."""

    content: bytes


def find_pull_request(
    repository: str, search: BranchSearch
) -> Script[PullRequest | NoPullRequest | Refused]:
    """The open pull request from this branch whose newest commit is the one that was run."""
    head = quote(f"{search.owner}:{search.branch}", safe=":")
    answer = yield Call("GET", f"/repos/{repository}/pulls?state=open&per_page=100&head={head}")
    listed = answer.document
    if not answer.good or not isinstance(listed, list):
        return Refused(answer)
    if one := the_only(map(pull_request_of, listed), search.head_sha):
        return one
    gone = "no open pull request has the commit of the other run"
    return NoPullRequest(gone, gone)


def file_at(
    repository: str, sha: str, path: str
) -> Script[AtCommit | NoSuchFile | Unknown | Refused]:
    """The file, or the fact that it is missing. An unreadable repository looks like the latter."""
    answer = yield Call("GET", _contents(repository, sha, path), accept=RAW)
    if answer.good:
        return AtCommit(answer.text.encode())
    if answer.status != _NOT_FOUND:
        return Refused(answer)
    commit = yield Call("GET", f"/repos/{repository}/git/commits/{sha}")
    if not commit.good:
        return Refused(commit)
    names = path.split("/")
    for count in range(1, len(names)):
        folder = "/".join(names[:count])
        answer = yield Call("GET", _contents(repository, sha, folder))
        if answer.status == _NOT_FOUND:
            break
        if not answer.good:
            return Refused(answer)
        if not isinstance(answer.document, list):  # a link, or a repository in the repository
            return Unknown(f"{folder} is no folder at the base commit")
    return NoSuchFile()


def parents_of(repository: str, sha: str) -> Script[tuple[str, ...] | Refused]:
    """The parents of a commit, the branch that was merged into first."""
    answer = yield Call("GET", f"/repos/{repository}/git/commits/{sha}")
    match answer.document:
        case {"parents": list(parents)} if answer.good:
            return tuple(_sha(one) for one in parents)
        case _:
            return Refused(answer)


def tree_at(repository: str, sha: str) -> Script[tuple[Entry, ...] | Unknown | Refused]:
    """Every file and folder of a commit."""
    answer = yield Call("GET", f"/repos/{repository}/git/trees/{sha}?recursive=1")
    match answer.document:
        case {"tree": list(rows), "truncated": False} if answer.good:
            entries = tuple(entry for row in rows for entry in _entry(row))
            if len(entries) == len(rows):
                return entries
        case {"tree": list()} if answer.good:
            pass
        case _:
            return Refused(answer)
    return Unknown(f"the API does not list all files of the base commit {sha[:7]}")


def _entry(row: Any) -> tuple[Entry, ...]:
    match row:
        case {"path": str(path), "mode": str(mode), "sha": str(blob)}:
            return (Entry(path, mode, blob),)
        case _:
            return ()


def _sha(commit: Any) -> str:
    return read_sha(commit.get("sha")) if isinstance(commit, dict) else ""


def _contents(repository: str, sha: str, path: str) -> str:
    return f"/repos/{repository}/contents/{quote(path)}?ref={sha}"
