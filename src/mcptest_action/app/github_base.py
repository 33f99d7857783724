"""The base of a pull request on GitHub: the only place that gets its files."""

import os
from typing import NamedTuple

from mcptest_action.core.document import NoSuchFile
from mcptest_action.core.publish import (
    AtCommit,
    Base,
    Entry,
    Refused,
    Run,
    Said,
    Unknown,
    Unread,
    base_of,
    base_unreadable,
    base_without_token,
    file_at,
    files_at,
    has_merge_commit,
    parents_of,
    tree_at,
)
from mcptest_action.shell.files import POLICY_LIMIT, same_file
from mcptest_action.shell.github.checkout import (
    NotHeld,
    file_in_checkout,
    parents_in_checkout,
    tree_in_checkout,
)
from mcptest_action.shell.github.client import Client
from mcptest_action.shell.github.repository import Linked, Nested, Outside, Spot, origin_of, spot_of


class Place(NamedTuple):
    """Where a run of GitHub Actions keeps its files, and what the event says about them."""

    run: Run
    workspace: str
    folder: str
    """As the user who runs the job spells it."""
    said: Said


class GitHubBase:
    """From the checkout, or else from the API."""

    def __init__(self, client: Client, place: Place, *, token: bool) -> None:
        self._client, self._place, self._token = client, place, token
        self._commit: Base | None = None
        self._trees: dict[str, tuple[Entry, ...] | Unknown] = {}
        """By the folder that the repository was checked out to."""
        self._files: dict[str, AtCommit | NoSuchFile | Unknown | Outside] = {}

    @property
    def commit(self) -> Base:
        if self._commit is None:
            place = self._place
            parents = self._parents() if has_merge_commit(place.run) else None
            self._commit = base_of(place.run, place.said, parents)
        return self._commit

    def file(self, path: str) -> AtCommit | NoSuchFile | Unknown | Outside:
        if path not in self._files:
            self._files[path] = self._file(path)
        return self._files[path]

    def _file(self, path: str) -> AtCommit | NoSuchFile | Unknown | Outside:
        spot = self._spot(path)
        if not isinstance(spot, Spot):
            return spot
        found = file_in_checkout(self.commit.sha, spot)
        if isinstance(found, NotHeld):
            found = self._asked(spot, found)
        if isinstance(found, AtCommit) and len(found.content) > POLICY_LIMIT:
            return Unknown(f"{path} of the base branch is larger than 1 MiB")
        return found

    def below(self, path: str) -> dict[str, Entry] | Unknown | Outside:
        spot = self._spot(path)
        if not isinstance(spot, Spot):
            return spot
        if spot.root not in self._trees:
            self._trees[spot.root] = self._listed(spot)
        tree = self._trees[spot.root]
        found = tree if isinstance(tree, Unknown) else files_at(tree, spot.path)
        if isinstance(found, Unknown):
            return found
        start = len(spot.path) + 1 if spot.path != "." else 0
        return {os.path.normpath(os.path.join(path, one.path[start:])): one for one in found}

    def _spot(self, path: str) -> Spot | Unknown | Outside:
        spot = spot_of(path, self._place.folder, self._place.workspace)
        if isinstance(spot, Linked):
            what = f"{spot.link} is a symbolic link, which a pull request could point elsewhere"
            return Unknown(f"{what}; name the file itself")
        if isinstance(spot, Nested):
            what = f"{spot.inner} is a repository inside of another one ({spot.outer})"
            return Unknown(f"{what}; check both out side by side, each with a path: of its own")
        return spot

    def _parents(self) -> tuple[str, ...] | Unread:
        sha = self._place.run.sha
        if not sha:
            return Unread("the run does not name its commit")
        spot = self._spot("any-file")
        root = spot if isinstance(spot, Spot) else Spot(self._place.workspace, "")
        held = parents_in_checkout(sha, root)
        if not isinstance(held, NotHeld):
            return held
        if not self._token:
            return Unread("there is no token")
        asked = self._client.run(parents_of(self._place.run.repository, sha))
        return Unread(asked.because) if isinstance(asked, Refused) else asked

    def _listed(self, spot: Spot) -> tuple[Entry, ...] | Unknown:
        held = tree_in_checkout(self.commit.sha, spot)
        if not isinstance(held, NotHeld):
            return held
        refused = self._why_not_ask(spot, held)
        if refused is not None:
            return refused
        asked = self._client.run(tree_at(self._place.run.repository, self.commit.sha))
        return self._unreadable(asked, held) if isinstance(asked, Refused) else asked

    def _asked(self, spot: Spot, held: NotHeld) -> AtCommit | NoSuchFile | Unknown:
        refused = self._why_not_ask(spot, held)
        if refused is not None:
            return refused
        asked = self._client.run(file_at(self._place.run.repository, self.commit.sha, spot.path))
        return self._unreadable(asked, held) if isinstance(asked, Refused) else asked

    def _why_not_ask(self, spot: Spot, held: NotHeld) -> Unknown | None:
        """The API knows this repository, and only with a token."""
        workspace, repository = self._place.workspace, self._place.run.repository
        if not same_file(spot.root, workspace):
            origin = origin_of(spot.root)
            if not repository or origin.lower() != repository.lower():
                folder = os.path.relpath(spot.root, workspace)
                said = f"it comes from {origin}" if origin else "it does not say where it is from"
                return Unknown(f"{folder} is no checkout of {repository or 'this one'}: {said}")
        return None if self._token else Unknown(base_without_token(self.commit.sha, git=held.git))

    def _unreadable(self, refused: Refused, held: NotHeld) -> Unknown:
        return Unknown(base_unreadable(refused, self.commit.sha, git=held.git))
