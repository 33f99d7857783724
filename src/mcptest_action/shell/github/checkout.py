"""A commit's parents and its files, if the checkout goes back that far."""

import os
import subprocess
from typing import NamedTuple

from mcptest_action.core.document import NoSuchFile
from mcptest_action.core.publish import AtCommit, Entry, Unknown, read_sha
from mcptest_action.shell.github.repository import Spot

_PATIENCE_S = 20.0
# A container runs as a different user than the checkout's owner, which git would refuse. The
# commands below run nothing that a repository can configure, and ignore replacement refs: a ref
# could put another commit in the place of any.
_OPTIONS = ("-c", "safe.directory=*", "-c", "core.fsmonitor=false", "--no-replace-objects")
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0"}
_FOLDERS, _FILES = ("040000",), ("100644", "100755")


class NotHeld(NamedTuple):
    """The checkout cannot say: there is none, or it is shallow."""

    git: bool
    """Whether there is a git here at all; in our image there is none."""


class _NoGit(NamedTuple):
    """Git isn't installed."""


def file_in_checkout(sha: str, spot: Spot) -> AtCommit | NoSuchFile | Unknown | NotHeld:
    """The file, the fact that it doesn't exist, or why we cannot tell."""
    there = _git(spot, "cat-file", "-e", f"{sha}^{{commit}}")
    if not isinstance(there, bytes):
        return NotHeld(git=there is None)
    names = spot.path.split("/")
    for count in range(1, len(names) + 1):
        path, last = "/".join(names[:count]), count == len(names)
        listed = _git(spot, "ls-tree", "-z", "--full-tree", sha, "--", f":(literal){path}")
        if not isinstance(listed, bytes):
            return NotHeld(git=True)
        if not listed:
            return NoSuchFile()
        mode, _, entry = listed.partition(b"\t")[0].decode().split(" ")
        if mode not in (_FILES if last else _FOLDERS):
            what = "file" if last else "folder"
            return Unknown(f"{path} is no plain {what} at the base commit {sha[:7]}")
    content = _git(spot, "cat-file", "blob", entry)
    return AtCommit(content) if isinstance(content, bytes) else NotHeld(git=True)


def parents_in_checkout(sha: str, spot: Spot) -> tuple[str, ...] | NotHeld:
    """The parents of a commit. Its own text names them, even where a shallow checkout ends."""
    text = _git(spot, "cat-file", "commit", sha)
    if not isinstance(text, bytes):
        return NotHeld(git=text is None)
    head = text.decode(errors="replace").partition("\n\n")[0]
    words = [line.split(" ") for line in head.split("\n")]
    return tuple(read_sha(line[1]) for line in words if line[0] == "parent")


def tree_in_checkout(sha: str, spot: Spot) -> tuple[Entry, ...] | NotHeld:
    """Every file and folder of a commit."""
    there = _git(spot, "cat-file", "-e", f"{sha}^{{commit}}")
    if not isinstance(there, bytes):
        return NotHeld(git=there is None)
    listed = _git(spot, "ls-tree", "-r", "-t", "-z", "--full-tree", sha)
    if not isinstance(listed, bytes):
        return NotHeld(git=True)
    rows = (row.partition("\t") for row in listed.decode(errors="surrogateescape").split("\0"))
    found = [(path, about.split(" ")) for about, tab, path in rows if tab]
    return tuple(Entry(path, mode, blob) for path, (mode, _, blob) in found)


def _git(spot: Spot, *words: str) -> bytes | _NoGit | None:
    """What git printed; None when it failed."""
    # The repository is named: otherwise git might find one that a pull request has committed.
    where = (f"--git-dir={os.path.join(spot.root, '.git')}",)
    try:
        done = subprocess.run(  # noqa: S603 - our own words, and a commit of hexadecimal digits
            ("git", *where, *_OPTIONS, *words),  # noqa: S607 - the one that the job uses as well
            cwd=spot.root,
            env={**os.environ, **_QUIET},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except FileNotFoundError:
        return _NoGit()
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None
