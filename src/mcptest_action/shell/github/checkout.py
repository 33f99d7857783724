"""A file as it was at a commit, if the checkout goes back that far."""

import os
import subprocess
from collections.abc import Sequence

from mcptest_action.core.publish.absent import Absent
from mcptest_action.core.publish.lookup import AtCommit, Via

_PATIENCE_S = 20.0
# A container runs as somebody else than who owns the checkout, which git would refuse. Nothing
# that a repository can configure is run by the commands below.
_GIT = ("git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false")
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0"}


def file_in_checkout(sha: str, path: str) -> AtCommit | Absent | None:
    """None when there is no git, no repository, or not that commit: a shallow checkout."""
    folder, name = os.path.split(path)
    if _git(folder, "cat-file", "-e", f"{sha}^{{commit}}") is None:
        return None
    listed = _git(folder, "ls-tree", "--name-only", sha, "--", f":(literal){name}")
    if listed is None:
        return None
    if not listed.strip():
        return Absent()
    content = _git(folder, "cat-file", "blob", f"{sha}:./{name}")
    return None if content is None else AtCommit(content, Via.CHECKOUT)


def _git(folder: str, *words: str) -> bytes | None:
    command: Sequence[str] = (*_GIT, *words)
    try:
        done = subprocess.run(  # noqa: S603 - our own words, and a commit of hexadecimal digits
            command,
            cwd=folder or None,
            env={**os.environ, **_QUIET},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None
