"""The pull request that a run is about: its base, and our comment on it."""

from collections.abc import Callable, Mapping

from mcptest_action.app.github_base import GitHubBase, Place
from mcptest_action.core.publish import (
    About,
    BranchSearch,
    CommentResult,
    Digest,
    Draft,
    NoPullRequest,
    PullRequest,
    Refused,
    RunContext,
    Said,
    Subject,
    Thread,
    draft_comment,
    find_pull_request,
    key_of,
    marker,
    publish_comment,
)
from mcptest_action.core.request import Mode
from mcptest_action.shell.github.client import Client
from mcptest_action.shell.github.repository import Spot, commit_of, spot_of


class PullRequests:
    def __init__(
        self, environment: Mapping[str, str], token: str, place: RunContext, version: str
    ) -> None:
        self._client = Client(environment, token, version)
        self._token, self._place, self._about = token, place, place.about
        self._workspace = environment.get("GITHUB_WORKSPACE", "")

    def about(self) -> PullRequest | NoPullRequest | Refused:
        """The pull request, even if the event does not name it."""
        if isinstance(self._about, BranchSearch):
            found = self._client.run(find_pull_request(self._place.run.repository, self._about))
            if isinstance(found, Refused):
                return found
            self._about = found
        return self._about

    @property
    def base_sha(self) -> str:
        """The base commit that the event names, as far as it names one."""
        if isinstance(self._about, PullRequest):
            return self._about.base_sha
        return self._place.base_sha

    def checked_out(self, folder: str) -> str:
        """The commit of the checkout that the folder is in; empty if unknown."""
        spot = spot_of("any-file", folder, self._workspace)
        return commit_of(spot.root) if isinstance(spot, Spot) else ""

    def base(self, folder: str) -> GitHubBase:
        """The base branch; paths count from the folder, spelt as whoever runs the job spells it."""
        head = self._about.head_sha if isinstance(self._about, PullRequest) else ""
        by = "the API" if isinstance(self._place.about, BranchSearch) else "the event"
        said = Said(self.base_sha, head, by)
        place = Place(self._place.run, self._workspace, folder, said)
        return GitHubBase(self._client, place, token=bool(self._token))

    def comment(
        self, subject: Subject, mode: Mode, chosen_key: str, redact: Callable[[str], str]
    ) -> CommentResult | NoPullRequest:
        pull_request, run = self.about(), self._place.run
        if isinstance(pull_request, Refused):
            return CommentResult(pull_request)
        if isinstance(pull_request, NoPullRequest):
            return pull_request
        line = marker(key_of(run.workflow, run.job, chosen_key))
        about = About(line, chosen_key, pull_request.head_sha, run.number, run.url)
        thread = Thread(run.repository, pull_request.number, line)

        def compose(previous: Digest | None) -> Draft:
            draft = draft_comment(subject, about, previous)
            return draft._replace(body=redact(draft.body))

        return self._client.run(publish_comment(thread, mode, compose))
