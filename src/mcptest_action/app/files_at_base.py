"""The files that decide, as the base branch has them: `--policy-ref base`."""

import hashlib
from collections.abc import Callable

from mcptest_action.app.base_branch import BaseBranch
from mcptest_action.app.deciding_files import BASE, Choose
from mcptest_action.core.document import NoSuchFile
from mcptest_action.core.publish import AtCommit, Unknown
from mcptest_action.core.text import InputError, flag, unusable
from mcptest_action.shell.files import POLICY_LIMIT, exists, read_bytes
from mcptest_action.shell.github.repository import Outside

_PIN = "pin it in the policy of the base branch: FILE@sha256:…"


class AtBase:
    """The files of the base branch. If one cannot be had, that of the head is never taken."""

    where = "on the base branch"

    def __init__(self, base: BaseBranch, remark: Callable[[str], None]) -> None:
        self._base, self._remark = base, remark

    def needed(self, path: str) -> bytes:
        content = self._read(path)
        if content is None:
            what = f"the base commit {self._base.commit.sha[:7]} has no {path}"
            until = flag("policy-ref", "head")
            raise unusable(BASE, what, f"merge the file first, or use {until} until then")
        return content

    def optional(self, path: str) -> bytes | None:
        content = self._read(path)
        if content is None and exists(path):
            self._remark(f"{path} of this pull request is not used: the base branch has none.")
        return content

    def parent(self, path: str, digest: str | None) -> bytes:
        return parent_at_base(self._base, path, digest)

    def name(self, path: str) -> str:
        return f"{path} of the base branch"

    def kept(self, path: str, choose: Choose) -> dict[str, bytes]:
        found = self._base.below(path)
        if isinstance(found, Unknown):
            raise unusable(BASE, found.because)
        if isinstance(found, Outside):
            raise _not_ours(path)
        texts = {}
        for file in choose(path, found):
            if not found[file].is_plain:
                raise unusable(BASE, f"{file} is a symbolic link at the base commit")
            texts[file] = self.needed(file)
        return texts

    def _read(self, path: str) -> bytes | None:
        found = self._base.file(path)
        match found:
            case AtCommit(content):
                return content
            case NoSuchFile():
                return None
            case Unknown(because):
                raise unusable(BASE, because)
            case Outside():
                raise _not_ours(path)


def parent_at_base(base: BaseBranch, path: str, digest: str | None) -> bytes:
    """A policy that the base's policy extends. One that is pinned may come from the checkout: it is
    the base's policy that says which bytes it has.
    """
    held = None if digest is None else _in_checkout(path)
    if held is not None and hashlib.sha256(held).hexdigest() == digest:
        return held
    found = base.file(path)
    match found:
        case AtCommit(content):
            return content
        case _ if held is not None:
            return held  # who compares the digests says how they differ
        case NoSuchFile():
            raise unusable(path, f"is not in the base commit {base.commit.sha[:7]}", _PIN)
        case Unknown(because):
            raise unusable(path, f"cannot be had from the base branch: {because}", _PIN)
        case Outside():
            raise unusable(path, "is not in the workspace, and so not on the base branch", _PIN)


def _in_checkout(path: str) -> bytes | None:
    try:
        return read_bytes(path, POLICY_LIMIT)
    except InputError:
        return None


def _not_ours(path: str) -> InputError:
    return unusable(BASE, f"{path} is not in the workspace")
