"""The files that decide, as the base branch has them: `--policy-ref base`."""

from collections.abc import Callable

from mcptest_action.app.base_branch import BaseBranch
from mcptest_action.app.deciding_files import BASE, Choose
from mcptest_action.core.document import NoSuchFile
from mcptest_action.core.publish import AtCommit, Unknown
from mcptest_action.core.text import InputError, flag, unusable
from mcptest_action.shell.files import exists
from mcptest_action.shell.github.repository import Outside


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


def _not_ours(path: str) -> InputError:
    return unusable(BASE, f"{path} is not in the workspace")
