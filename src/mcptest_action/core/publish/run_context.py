"""Where a run is on GitHub: its repository, its event, its pull request if there is one."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
_TARGET = "pull_request_target"
_READ_ONLY = ("pull_request", "pull_request_review", "pull_request_review_comment")
_WITH_PULL_REQUESTS = (*_READ_ONLY, _TARGET)
_LONGEST_NUMBER = 20  # digits; Python refuses to read thousands of them
DEPENDABOT = "dependabot[bot]"


class PullRequest(NamedTuple):
    number: int
    head_sha: str
    base_sha: str
    from_fork: bool


class BranchSearch(NamedTuple):
    """The event does not name its pull request, as for forks; the API knows."""

    owner: str
    branch: str
    head_sha: str


class NoPullRequest(NamedTuple):
    because: str
    doubt: str = ""
    """Why the files may be a change with a base all the same; empty when they are not."""


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


class RunContext(NamedTuple):
    run: Run
    about: PullRequest | BranchSearch | NoPullRequest
    base_sha: str
    """The commit that the change is measured against; empty when there is none."""

    @property
    def head_sha(self) -> str:
        """The commit to name: the author's, not the merge that GitHub made of it."""
        return self.run.sha if isinstance(self.about, NoPullRequest) else self.about.head_sha

    def is_the_change(self, checked_out: str) -> bool:
        """Whether the files on disk are those of the pull request. A run about another run has
        the default branch, which may have moved on since; `pull_request_target` has the run's own
        commit, a branch of ours, unless somebody checks out another.
        """
        ours = self.run.event == _TARGET and self.run.sha and checked_out == self.run.sha
        return self.run.event != "workflow_run" and not ours

    @property
    def token_is_read_only(self) -> str:
        """Why GitHub gives this run no token that could write; empty if we know no reason."""
        if self.run.event not in _READ_ONLY:
            return ""
        if isinstance(self.about, PullRequest) and self.about.from_fork:
            return "the pull request comes from a fork"
        return "Dependabot started the run" if self.run.actor == DEPENDABOT else ""


def run_context(environment: Mapping[str, str], payload: Any) -> RunContext:
    """`payload` is what the runner wrote about the event; None if it could not be read."""
    run = _run(environment)
    about = _about(run.event, environment, payload)
    match payload:
        case {"merge_group": {"base_sha": base}} if run.event == "merge_group" and read_sha(base):
            return RunContext(
                run, NoPullRequest("a merge group has no pull request"), read_sha(base)
            )
    return RunContext(run, about, about.base_sha if isinstance(about, PullRequest) else "")


def _about(
    event: str, environment: Mapping[str, str], payload: Any
) -> PullRequest | BranchSearch | NoPullRequest:
    """What the event's name says. A payload that does not fit the name says nothing."""
    if event in _WITH_PULL_REQUESTS:
        given = payload.get("pull_request") if isinstance(payload, dict) else None
        return pull_request_of(given)
    if event == "workflow_run":
        return _of_other_run(payload)
    if event == "merge_group":
        return _unclear("the event does not say what the merge group starts from")
    none = f"the event {event} has no pull request"
    return NoPullRequest(none, doubt(event, environment, payload))


def _unclear(what: str) -> NoPullRequest:
    return NoPullRequest(what, what)


def _run(environment: Mapping[str, str]) -> Run:
    repository = environment.get("GITHUB_REPOSITORY", "")
    number = environment.get("GITHUB_RUN_ID", "")
    server = environment.get("GITHUB_SERVER_URL", "https://github.com")
    known = _REPOSITORY.fullmatch(repository) is not None
    counted = number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER
    return Run(
        repository if known else "",
        environment.get("GITHUB_EVENT_NAME", ""),
        read_sha(environment.get("GITHUB_SHA")),
        environment.get("GITHUB_WORKFLOW", ""),
        environment.get("GITHUB_JOB", ""),
        int(number) if counted else 0,
        f"{server}/{repository}/actions/runs/{number}" if known and counted else "",
        environment.get("GITHUB_ACTOR", ""),
    )


def read_sha(given: Any) -> str:
    """The name of a commit; empty if it is none."""
    return given if isinstance(given, str) and _SHA.fullmatch(given) else ""


def pull_request_of(given: Any) -> PullRequest | NoPullRequest:
    """The pull request that an event or the API describes."""
    match given:
        case {"number": int(number), "head": dict(head), "base": dict(base)}:
            fork = _repository(head) != _repository(base)
            return PullRequest(number, read_sha(head.get("sha")), read_sha(base.get("sha")), fork)
        case _:
            return _unclear("the event does not say which pull request it is about")


def _repository(side: Mapping[str, Any]) -> Any:
    """A deleted fork has none; two sides without a repository are not the same one."""
    match side:
        case {"repo": {"id": known}}:
            return known
        case _:
            return object()


def _of_other_run(payload: Any) -> PullRequest | BranchSearch | NoPullRequest:
    """The pull request whose run has ended. GitHub leaves out those from forks."""
    match payload:
        case {"workflow_run": {"event": str(event)} as given, "repository": {"id": home}}:
            pass
        case _:
            return _unclear("the event does not say what the other run was about")
    if event not in _WITH_PULL_REQUESTS:
        because = f"the other run was about {event}, which has no pull request"
        return NoPullRequest(because, f"{because}, and nobody says what its files are based on")
    head = read_sha(given.get("head_sha"))
    listed = given.get("pull_requests")
    found = []
    for entry in listed if isinstance(listed, list) else []:
        match entry:
            case {"base": {"repo": {"id": base}}} if base == home:
                found.append(pull_request_of(entry))
    if one := the_only(found, head):
        return one
    match given:
        case {"head_repository": {"owner": {"login": str(owner)}}, "head_branch": str(branch)}:
            return BranchSearch(owner, branch, head)
        case _:
            return _unclear("the event does not say where the other run's code comes from")


def the_only(
    found: Iterable[PullRequest | NoPullRequest], head: str
) -> PullRequest | NoPullRequest | None:
    """The pull request of this commit. Its author can open several, and must not choose among
    their bases.
    """
    fits = [one for one in found if isinstance(one, PullRequest) and one.head_sha == head != ""]
    if len({one.base_sha for one in fits}) > 1:
        numbers = " and ".join(f"#{one.number}" for one in sorted(fits))
        return _unclear(f"{numbers} have the same commit and different bases; close all but one")
    return fits[0] if fits else None


# GitHub runs these only on the default branch.
_ON_THE_DEFAULT_BRANCH = ("schedule", "repository_dispatch")
_ON_A_REF = ("push", "workflow_dispatch", "release")


def doubt(event: str, environment: Mapping[str, str], payload: Any) -> str:
    """Why the files may belong to a change that nobody has accepted; empty if they don't.

    An unknown event may be about a pull request, as a comment on one is.
    """
    if event in _ON_THE_DEFAULT_BRANCH:
        return ""
    if event not in _ON_A_REF:
        return f"the event {event} may be about a pull request, and does not name its commits"
    ref = environment.get("GITHUB_REF", "")
    match payload:
        case {"repository": {"default_branch": str(branch)}} if ref == f"refs/heads/{branch}":
            return ""
    if environment.get("GITHUB_REF_PROTECTED") == "true":
        return ""
    return f"'{ref}' is neither the default branch nor protected"
