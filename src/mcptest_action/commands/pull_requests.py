"""The pull request that a run is about: its base's policy, and our comment on it."""

import os
from collections.abc import Callable, Mapping

from mcptest_action.core.errors import InputError
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Policy
from mcptest_action.core.publish.absent import Absent
from mcptest_action.core.publish.api import Refused
from mcptest_action.core.publish.comment import About, draft_comment
from mcptest_action.core.publish.comments import Thread
from mcptest_action.core.publish.digest import Digest
from mcptest_action.core.publish.draft import Draft
from mcptest_action.core.publish.lookup import AtCommit, file_at, find_pull_request
from mcptest_action.core.publish.marker import key_of, marker
from mcptest_action.core.publish.mode import Mode
from mcptest_action.core.publish.place import NoPullRequest, Place, PullRequest, Search
from mcptest_action.core.publish.policy_changes import policy_changes
from mcptest_action.core.publish.refusal import base_unreadable
from mcptest_action.core.publish.sticky import Told, publish_comment
from mcptest_action.core.publish.subject import Comparison, Subject, Unknown
from mcptest_action.shell.files import POLICY_LIMIT, cited, decode, exists, read_text
from mcptest_action.shell.github.checkout import file_in_checkout
from mcptest_action.shell.github.client import Client


class PullRequests:
    def __init__(self, environment: Mapping[str, str], token: str, place: Place) -> None:
        self._client = Client(environment, token)
        self._token, self._place, self._about = token, place, place.about

    def about(self) -> PullRequest | NoPullRequest | Refused:
        """The pull request, also where the event does not name it."""
        if isinstance(self._about, Search):
            found = self._client.run(find_pull_request(self._place.run.repository, self._about))
            if isinstance(found, Refused):
                return found
            self._about = found
        return self._about

    @property
    def base_sha(self) -> str:
        """The commit that the change is measured against, as far as is known."""
        if isinstance(self._about, PullRequest):
            return self._about.base_sha
        return self._place.base_sha

    def at_base(self, path: str, home: str) -> AtCommit | Absent | Unknown:
        """The file as the base branch has it: from the checkout, or else from the API."""
        sha = self.base_sha
        found = file_in_checkout(sha, path)
        if found is None and not self._token:
            return Unknown(
                f"the checkout does not hold the base commit {sha[:7]}, and there is no token: "
                "check out with fetch-depth: 0, or give the step token: ${{ github.token }}"
            )
        if found is None:
            asked = self._client.run(file_at(self._place.run.repository, sha, cited(path, home)))
            if isinstance(asked, Refused):
                return Unknown(base_unreadable(asked, sha))
            found = asked
        if isinstance(found, AtCommit) and len(found.content) > POLICY_LIMIT:
            return Unknown("the policy of the base branch is larger than 1 MiB")
        return found

    def comment(
        self, subject: Subject, mode: Mode, chosen_key: str, redact: Callable[[str], str]
    ) -> Told | NoPullRequest:
        pull_request, run = self.about(), self._place.run
        if isinstance(pull_request, Refused):
            return Told(pull_request)
        if isinstance(pull_request, NoPullRequest):
            return pull_request
        line = marker(key_of(run.workflow, run.job, chosen_key))
        about = About(line, chosen_key, pull_request.head_sha, run.number, run.url)
        thread = Thread(run.repository, pull_request.number, line)

        def compose(previous: Digest | None) -> Draft:
            draft = draft_comment(subject, about, previous)
            return draft._replace(body=redact(draft.body))

        return self._client.run(publish_comment(thread, mode, compose))


def compare(found: AtCommit | Absent | Unknown, path: str) -> Comparison:
    """What the file on disk changes about what the base branch has."""
    if isinstance(found, Unknown):
        return Comparison((), found.because)
    try:
        there = exists(path)  # who has no policy goes by the default one
        head = load_policy(read_text(path, POLICY_LIMIT), path) if there else None
        base = None if isinstance(found, Absent) else _policy(found, path)
    except InputError as error:
        first = error.problems[0]
        return Comparison((), f"{first.where}: {first.sentence}")
    return Comparison(policy_changes(base, head))


def _policy(found: AtCommit, path: str) -> Policy:
    name = f"{os.path.basename(path)} of the base branch"
    return load_policy(decode(found.content, name), name)
