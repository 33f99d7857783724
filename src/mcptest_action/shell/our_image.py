"""Our own container image: whether this is it, and what that means for files."""

import contextlib
import os
from collections.abc import Iterable

# The Dockerfile leaves this. In any other container the server may well run beside us.
MARK = "/opt/mcptest/.our-image"
MOUNT = 'docker run -v "$PWD:/work"'
AS_OWNER = 'run the container as the owner of the folder: --user "$(id -u):$(id -g)"'


def is_our_image(root: str = "") -> bool:
    return os.path.lexists(root + MARK)


def goes_with_us(folder: str, root: str = "") -> bool:
    """Whether the folder is part of the container, and so disappears with it."""
    if not is_our_image(root):
        return False
    try:
        return os.stat(folder).st_dev == os.stat(root or "/").st_dev
    except OSError:
        return False


_ROOT = 0


def give_back(paths: Iterable[str], home: str) -> None:
    """Give what root wrote below `home` to the owner of `home`, including the folders on the way.

    Otherwise the steps after a container could neither change nor remove it.
    """
    if getattr(os, "geteuid", lambda: None)() != _ROOT:
        return
    owner = os.stat(home)
    if owner.st_uid == _ROOT:
        return
    for part in dict.fromkeys(part for path in paths for part in _parts(path, home)):
        with contextlib.suppress(OSError):  # it doesn't exist, or root has no right to change it
            if os.lstat(part).st_uid == _ROOT:
                os.chown(part, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _parts(path: str, home: str) -> Iterable[str]:
    """The folders on the way, then the path itself, as far as they are below `home`.

    The target of a link on the way belongs to somebody else.
    """
    names = os.path.relpath(path, home).split(os.sep)
    if names[0] == os.pardir:
        return
    for count in range(1, len(names) + 1):
        part = os.path.join(home, *names[:count])
        yield part
        if os.path.islink(part):
            return
