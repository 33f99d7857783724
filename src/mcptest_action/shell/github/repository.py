"""Which checkout of the workspace a file belongs to, and its path in there.

A pull request must not influence this through what it commits: we follow no link, and only a `.git`
counts as a repository, because nobody can commit that name.
"""

import os
import re
from typing import NamedTuple

from mcptest_action.core.text import InputError
from mcptest_action.shell.files import MIB, is_inside, read_bytes

_GIT = ".git"
_REF = "ref: "
_ORIGIN = re.compile(r'\[remote "origin"\]([^\[]*)')
_URL = re.compile(r"^\s*url\s*=\s*\S*?([^/:\s]+/[^/\s]+?)(?:\.git)?/?\s*$", re.MULTILINE)


class Spot(NamedTuple):
    """A file as its repository knows it."""

    root: str
    """The folder that the repository was checked out to."""
    path: str
    """From there, with slashes."""


class Linked(NamedTuple):
    """The path contains a symbolic link. Its author would choose where the path leads."""

    link: str


class Outside(NamedTuple):
    """The file is not in the workspace: no pull request has changed it."""


class Nested(NamedTuple):
    """A repository in a repository: a submodule, which a pull request can point elsewhere, or a
    second checkout. Nobody says which of the two the path belongs to.
    """

    outer: str
    inner: str


def spot_of(path: str, folder: str, workspace: str) -> Spot | Linked | Nested | Outside:
    """`path` is relative to `folder`, an absolute path as the user who runs the job spells it."""
    workspace = os.path.realpath(workspace) if workspace else ""
    reached = _walk(os.path.join(folder, path), workspace)
    if isinstance(reached, Linked):
        return reached
    if not workspace or not is_inside(reached, workspace):
        return Outside()
    names = os.path.relpath(reached, workspace).split(os.sep)
    roots = [
        count
        for count in range(len(names))
        if os.path.lexists(os.path.join(workspace, *names[:count], _GIT))
    ]
    if len(roots) > 1:
        return Nested(*("/".join(names[:count]) or os.curdir for count in roots[:2]))
    start = roots[0] if roots else 0
    return Spot(os.path.join(workspace, *names[:start]), "/".join(names[start:]))


def _walk(path: str, workspace: str) -> str | Linked:
    """The same path without dots. Links on the way to the workspace belong to the machine."""
    drive, rest = os.path.splitdrive(path)
    at = drive + os.sep
    for name in rest.replace(os.altsep or os.sep, os.sep).split(os.sep):
        if name in ("", os.curdir):
            continue
        at = os.path.dirname(at) if name == os.pardir else os.path.join(at, name)
        if not os.path.islink(at):
            continue
        if workspace and is_inside(at, workspace):
            return Linked(os.path.relpath(at, workspace).replace(os.sep, "/"))
        at = os.path.realpath(at)
    return at


def commit_of(root: str) -> str:
    """The commit that is checked out there; empty if unknown. Our image has no git to ask."""
    head = _said(root, "HEAD").strip()
    if not head.startswith(_REF):
        return head
    ref = head.removeprefix(_REF)
    packed = (line.split(" ") for line in _said(root, "packed-refs").splitlines())
    found = (line[0] for line in packed if line[1:] == [ref])
    return _said(root, ref).strip() or next(found, "")


def _said(root: str, name: str) -> str:
    try:
        return read_bytes(os.path.join(root, _GIT, name), MIB).decode(errors="replace")
    except InputError:
        return ""


def origin_of(root: str) -> str:
    """`owner/name` of the repository that was checked out there; empty if unknown."""
    section = _ORIGIN.search(_said(root, "config"))
    url = _URL.search(section[1]) if section else None
    return url[1] if url else ""
