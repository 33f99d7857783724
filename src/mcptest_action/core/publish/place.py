"""Where a run stands on GitHub: its repository, its event, its pull request if there is one."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
_WITH_PULL_REQUESTS = ("pull_request", "pull_request_target")
DEPENDABOT = "dependabot[bot]"


class PullRequest(NamedTuple):
    number: int
    head_sha: str
    base_sha: str
    from_fork: bool


class Search(NamedTuple):
    """The event does not name its pull request, as for forks; the API knows."""

    owner: str
    branch: str
    head_sha: str


class NoPullRequest(NamedTuple):
    because: str
    sure: bool = True
    """Whether there is none, rather than one that could not be made out."""


class Run(NamedTuple):
    """Which run of which workflow this is."""

    repository: str
    event: str
    sha: str
    workflow: str
    job: str
    number: int
    """Larger for later runs, whatever the workflow; 0 when it is not known."""
    url: str
    actor: str


class Place(NamedTuple):
    run: Run
    about: PullRequest | Search | NoPullRequest
    base_sha: str
    """The commit that the change is measured against; empty when there is none."""

    @property
    def head_sha(self) -> str:
        """The commit to name: that of the author, not the merge that GitHub made of it."""
        return self.run.sha if isinstance(self.about, NoPullRequest) else self.about.head_sha

    @property
    def checkout_is_the_change(self) -> bool:
        """Whether the files on disk are those of the pull request. A run about another run has
        the default branch, which may have moved on since.
        """
        return self.run.event != "workflow_run"

    @property
    def token_is_read_only(self) -> str:
        """Why GitHub gives this run no token that could write; empty when nothing says so."""
        if self.run.event != "pull_request":
            return ""
        if isinstance(self.about, PullRequest) and self.about.from_fork:
            return "the pull request comes from a fork"
        return "Dependabot started the run" if self.run.actor == DEPENDABOT else ""


def place_of(environment: Mapping[str, str], payload: Any) -> Place:
    """`payload` is what the runner wrote about the event; None when it could not be read."""
    run = _run(environment)
    about: PullRequest | Search | NoPullRequest
    match payload:
        case {"merge_group": {"base_sha": str(base)}}:
            none = NoPullRequest("a merge group has no pull request", sure=bool(_sha(base)))
            return Place(run, none, _sha(base))
        case {"pull_request": dict(given)}:
            about = _pull_request(given)
        case {"workflow_run": dict(given), "repository": {"id": home}}:
            about = _of_other_run(given, home)
        case None:
            what = "the runner's description of the event could not be read"
            about = NoPullRequest(what, sure=False)
        case _:
            about = NoPullRequest(f"the event {run.event} has no pull request")
    return Place(run, about, about.base_sha if isinstance(about, PullRequest) else "")


def _run(environment: Mapping[str, str]) -> Run:
    repository = environment.get("GITHUB_REPOSITORY", "")
    number = environment.get("GITHUB_RUN_ID", "")
    server = environment.get("GITHUB_SERVER_URL", "https://github.com")
    known = _REPOSITORY.fullmatch(repository) is not None
    counted = number.isascii() and number.isdigit()
    return Run(
        repository if known else "",
        environment.get("GITHUB_EVENT_NAME", ""),
        _sha(environment.get("GITHUB_SHA")),
        environment.get("GITHUB_WORKFLOW", ""),
        environment.get("GITHUB_JOB", ""),
        int(number) if counted else 0,
        f"{server}/{repository}/actions/runs/{number}" if known and counted else "",
        environment.get("GITHUB_ACTOR", ""),
    )


def _sha(given: Any) -> str:
    return given if isinstance(given, str) and _SHA.fullmatch(given) else ""


def _pull_request(given: Mapping[str, Any]) -> PullRequest | NoPullRequest:
    match given:
        case {"number": int(number), "head": dict(head), "base": dict(base)}:
            fork = _repository(head) != _repository(base)
            return PullRequest(number, _sha(head.get("sha")), _sha(base.get("sha")), fork)
        case _:
            what = "the event does not say which pull request it is about"
            return NoPullRequest(what, sure=False)


def _repository(side: Mapping[str, Any]) -> Any:
    """None for a fork that was deleted; two sides without a name are not the same one."""
    match side:
        case {"repo": {"id": known}}:
            return known
        case _:
            return object()


def _of_other_run(given: Mapping[str, Any], home: Any) -> PullRequest | Search | NoPullRequest:
    """The pull request whose run has ended. GitHub leaves out those of forks."""
    event = given.get("event")
    if event not in _WITH_PULL_REQUESTS:
        return NoPullRequest(f"the other run was about {event}, which has no pull request")
    head = _sha(given.get("head_sha"))
    listed = given.get("pull_requests")
    for entry in listed if isinstance(listed, list) else []:
        match entry:
            case {"base": {"repo": {"id": base}}, "head": {"sha": sha}} if base == home:
                found = _pull_request(entry)
                if sha == head and isinstance(found, PullRequest):
                    return found
    match given:
        case {"head_repository": {"owner": {"login": str(owner)}}, "head_branch": str(branch)}:
            return Search(owner, branch, head)
        case _:
            what = "the event does not say where the other run's code comes from"
            return NoPullRequest(what, sure=False)
