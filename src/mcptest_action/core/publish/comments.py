"""Find our own comments on a pull request: all pages, our marker, our author, not hidden."""

import hashlib
from typing import NamedTuple
from urllib.parse import quote

from .api import GRAPHQL, Call, Refused, Script

_PER_PAGE = 100
_MOST_PAGES = 300
# Only GraphQL knows whose token this is, whatever its kind, and which comments are hidden.
_OWN = (
    "query($ids: [ID!]!) "
    "{ nodes(ids: $ids) { ... on IssueComment { id viewerDidAuthor isMinimized } } }"
)


class Thread(NamedTuple):
    """The comments of one pull request, and the marker of ours."""

    repository: str
    number: int
    marker: str

    @property
    def path(self) -> str:
        return f"/repos/{self.repository}/issues/{self.number}/comments"

    def comment(self, number: int) -> str:
        return f"/repos/{self.repository}/issues/comments/{number}"


class Comment(NamedTuple):
    id: int
    node: str
    body: str


def own_comments(thread: Thread, after_s: float = 0.0) -> Script[tuple[Comment, ...] | Refused]:
    """Ours, the oldest first. A copy of our marker in somebody else's comment doesn't count."""
    marked: list[Comment] = []
    for page in range(1, _MOST_PAGES + 1):
        path = f"{thread.path}?per_page={_PER_PAGE}&page={page}"
        answer = yield Call("GET", path, after_s=after_s if page == 1 else 0.0)
        listed = answer.document
        if not answer.good or not isinstance(listed, list):
            return Refused(answer)
        read = (_comment(entry) for entry in listed)
        marked += [each for each in read if each and is_marked(each.body, thread.marker)]
        if 'rel="next"' not in answer.headers.get("link", ""):
            break
    return (yield from _own(sorted(marked)))


def _comment(entry: object) -> Comment | None:
    match entry:
        case {"id": int(number), "node_id": str(node), "body": str(body)}:
            return Comment(number, node, body)
        case _:
            return None


def _own(marked: list[Comment]) -> Script[tuple[Comment, ...] | Refused]:
    ours: set[str] = set()
    for start in range(0, len(marked), _PER_PAGE):
        ids = [comment.node for comment in marked[start : start + _PER_PAGE]]
        question = {"query": _OWN, "variables": {"ids": ids}}
        answer = yield Call("POST", GRAPHQL, question)
        match answer.document:
            case {"data": {"nodes": list(nodes)}} if answer.good:
                ours |= {str(node["id"]) for node in nodes if _is_ours(node)}
            case _:
                return Refused(answer)
    return tuple(comment for comment in marked if comment.node in ours)


def _is_ours(node: object) -> bool:
    match node:
        case {"id": str(), "viewerDidAuthor": True, "isMinimized": False}:
            return True
        case _:
            return False


_LONGEST = 150


def key_of(workflow: str, job: str, chosen: str) -> str:
    """One comment per workflow, job and chosen key: two jobs never fight over one comment."""
    return "/".join(part for part in (workflow, job, chosen) if part)


def marker(key: str) -> str:
    """The first line of the comment, invisible on the page, whatever characters the key has."""
    safe = quote(key, safe="/ ").replace("--", "-%2D")  # two dashes could end the HTML comment
    if len(safe) > _LONGEST:
        safe = f"{safe[:_LONGEST]}…{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    return f"<!-- mcptest-action key={safe} -->"


def is_marked(body: str, line: str) -> bool:
    """Whether this is the body's first line, exactly."""
    return body.partition("\n")[0].rstrip("\r") == line
