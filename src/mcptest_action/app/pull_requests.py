"""The pull request that a run is about: its base's policy, and our comment on it."""

import os
from collections.abc import Callable, Mapping

from mcptest_action.core.document import NoSuchFile
from mcptest_action.core.policy import Policy
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.publish import (
    About,
    AtCommit,
    BranchSearch,
    CommentResult,
    Comparison,
    Digest,
    Draft,
    NoPullRequest,
    PullRequest,
    Refused,
    RunContext,
    Subject,
    Thread,
    Unknown,
    base_unreadable,
    base_without_token,
    draft_comment,
    file_at,
    find_pull_request,
    key_of,
    marker,
    policy_changes,
    publish_comment,
)
from mcptest_action.core.request import Mode
from mcptest_action.core.text import InputError
from mcptest_action.shell.files import POLICY_LIMIT, decode, exists, read_text, same_file
from mcptest_action.shell.github.checkout import NotHeld, file_in_checkout
from mcptest_action.shell.github.client import Client
from mcptest_action.shell.github.repository import Linked, Outside, Spot, origin_of, spot_of


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
        """The commit that the change is compared with, as far as it is known."""
        if isinstance(self._about, PullRequest):
            return self._about.base_sha
        return self._place.base_sha

    def at_base(self, path: str, folder: str) -> AtCommit | NoSuchFile | Unknown | Outside:
        """The file as the base branch has it: from the checkout, or else from the API.

        `path` is relative to `folder`, spelt as the user who runs the job spells it.
        """
        spot = spot_of(path, folder, self._workspace)
        if isinstance(spot, Outside):
            return spot
        if isinstance(spot, Linked):
            what = f"{spot.link} is a symbolic link, which a pull request could point elsewhere"
            return Unknown(f"{what}; name the file itself")
        found = file_in_checkout(self.base_sha, spot)
        if isinstance(found, NotHeld):
            found = self._asked(spot, found)
        if isinstance(found, AtCommit) and len(found.content) > POLICY_LIMIT:
            return Unknown("the policy of the base branch is larger than 1 MiB")
        return found

    def _asked(self, spot: Spot, checkout: NotHeld) -> AtCommit | NoSuchFile | Unknown:
        sha, repository = self.base_sha, self._place.run.repository
        if not same_file(spot.root, self._workspace):
            origin = origin_of(spot.root)
            if not repository or origin.lower() != repository.lower():
                folder = os.path.relpath(spot.root, self._workspace)
                said = f"it comes from {origin}" if origin else "it does not say where it is from"
                return Unknown(f"{folder} is no checkout of {repository or 'this one'}: {said}")
        if not self._token:
            return Unknown(base_without_token(sha, git=checkout.git))
        asked = self._client.run(file_at(repository, sha, spot.path))
        if isinstance(asked, Refused):
            return Unknown(base_unreadable(asked, sha, git=checkout.git))
        return asked

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


def compare(found: AtCommit | NoSuchFile | Unknown, path: str) -> Comparison:
    """What the file on disk changes compared with the base branch."""
    if isinstance(found, Unknown):
        return Comparison((), found.because)
    try:
        there = exists(path)  # without a policy, the default one applies
        head = load_policy(read_text(path, POLICY_LIMIT), path) if there else None
        base = None if isinstance(found, NoSuchFile) else _policy(found, path)
    except InputError as error:
        first = error.problems[0]
        return Comparison((), f"{first.where}: {first.sentence}")
    return Comparison(policy_changes(base, head))


def _policy(found: AtCommit, path: str) -> Policy:
    name = f"{os.path.basename(path)} of the base branch"
    return load_policy(decode(found.content, name), name)
