"""Read and write files; every failure is one sentence that names the file.

Uses `os`, which every Python process has loaded; `pathlib` would be a tenth of the start-up.
"""

import contextlib
import os
import stat
from collections.abc import Iterator, Mapping

from mcptest_action.core.document import decode as decode  # noqa: PLC0414 - also from here
from mcptest_action.core.text import InputError, MachineError, Problem, unusable
from mcptest_action.shell.our_image import AS_OWNER, is_our_image

MIB = 1024 * 1024
POLICY_LIMIT = 1 * MIB
ARTIFACT_LIMIT = 32 * MIB
_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTORS = ("/dev/fd", "/proc/self/fd")


def read_bytes(path: str, limit: int) -> bytes:
    """The content of a regular file of at most `limit` bytes."""
    if not path:
        raise unusable("''", "the file name is empty", "name a file")
    try:
        # Without O_NONBLOCK, opening a named pipe that nobody writes to would hang the gate.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise unusable(path, "is not a regular file", "give the path of a file")
            content = file.read(limit + 1)
    except IsADirectoryError:
        raise unusable(path, "is a directory", "give the path of a file") from None
    except (OSError, ValueError) as error:
        raise failed(path, "read", error) from None
    if len(content) > limit:
        raise unusable(
            path, f"is larger than {limit // MIB} MiB", "the limit for this kind of file"
        )
    return content


def read_text(path: str, limit: int) -> str:
    return decode(read_bytes(path, limit), path)


def beginning_of(path: str, size: int = 4096) -> str:
    """How the text in a file begins; empty where there is no file that can be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
            return file.read(size).decode(errors="replace") if regular else ""
    except (OSError, ValueError):
        return ""


def remove_file(path: str, *, also_link: bool = False) -> None:
    """Remove a file, if it exists; never a folder, and never the target of a link."""
    try:
        mode = os.lstat(path).st_mode
        if stat.S_ISREG(mode) or (also_link and stat.S_ISLNK(mode)):
            os.remove(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        raise failed(path, "removed", error) from None


def set_aside(path: str) -> bool:
    """Move a file or a link to a hidden name beside it, and say whether there was one.

    What an earlier call left there is gone.
    """
    try:
        if os.path.islink(path) or os.path.isfile(path):
            os.replace(path, aside_of(path))
            return True
        drop_aside(path)
    except (OSError, ValueError) as error:
        raise failed(path, f"moved to {os.path.basename(aside_of(path))}", error) from None
    return False


def put_back(path: str) -> None:
    """What was set aside is there again. Only for whom `set_aside` has told that there was one."""
    try:
        os.replace(aside_of(path), path)
    except (OSError, ValueError) as error:
        raise failed(path, "put back", error) from None


def drop_aside(path: str) -> None:
    remove_file(aside_of(path), also_link=True)


def aside_of(path: str) -> str:
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.previous")


def exists(path: str) -> bool:
    return os.path.lexists(path)


def is_link(path: str) -> bool:
    return os.path.islink(path)


def is_folder(path: str) -> bool:
    return os.path.isdir(path)


def files_below(folder: str) -> list[str]:
    """The files in the folder and in those below, sorted; nothing whose name begins with a dot."""
    return sorted(os.path.join(here, name) for here, names in _walk(folder) for name in names)


def folders_below(folder: str) -> list[str]:
    """The folder and those below, likewise."""
    return sorted(here for here, _ in _walk(folder))


def _walk(folder: str) -> Iterator[tuple[str, list[str]]]:
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield here, [name for name in names if not name.startswith(".")]


def cited(path: str, home: str = os.curdir) -> str:
    """The name to show in reports: relative below the folder, else only the name.

    Reports of the same input are the same bytes wherever the checkout lies.
    """
    relative = os.path.relpath(path, home)
    outside = relative == os.pardir or relative.startswith(os.pardir + os.sep)
    return os.path.basename(path) if outside else relative.replace(os.sep, "/")


def real_path(path: str) -> str:
    return os.path.realpath(path)


def same_file(one: str, other: str) -> bool:
    return real_path(one) == real_path(other)


def is_inside(path: str, folder: str) -> bool:
    """Compares spellings of two absolute paths; a caller who wants links followed does so first."""
    try:
        return os.path.commonpath((path, folder)) == folder
    except ValueError:  # another drive
        return False


def leads_out(path: str, folder: str, home: str) -> bool:
    """Whether a path that is spelt as one below `home` isn't, because a folder in it is a link.

    It is relative to `folder`. Links on the way to `home` itself belong to the machine.
    """
    parent = os.path.join(folder, os.path.dirname(path))
    said = is_inside(os.path.normpath(parent), home)
    return said and not is_inside(os.path.realpath(parent), home)


def write_text(path: str, text: str, *, through_links: bool = True) -> None:
    """Replace the file in one step: a reader sees the old content or the new, never a part.

    A link is followed, or is replaced itself.
    """
    write_texts({path: text}, through_links=through_links)


def write_texts(texts: Mapping[str, str], *, through_links: bool = True) -> None:
    """The same for many files: if one cannot be written (no space, say), none is replaced."""
    parts: dict[str, str] = {}
    path = ""
    try:
        for path, text in texts.items():
            _stage(path, text, parts, through_links=through_links)
        for part, target in parts.items():
            path = target
            os.replace(part, target)
    except (OSError, ValueError) as error:
        raise failed(path, "written", error) from None
    finally:
        for part in parts:  # those that were not renamed
            with contextlib.suppress(OSError):
                os.unlink(part)


def _stage(path: str, text: str, parts: dict[str, str], *, through_links: bool) -> None:
    """Write a part beside the file, to be renamed to it."""
    descriptor = _open_already(path)
    if descriptor is not None:
        with open(descriptor, "wb", closefd=False) as stream:
            stream.write(text.encode())
        return
    folder, name = os.path.split(os.path.realpath(path) if through_links else path)
    target = os.path.join(os.path.realpath(folder), name)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    mode = os.lstat(target).st_mode if os.path.lexists(target) else None
    if mode is not None and not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
        _write(target, text)  # a terminal or a pipe; also refuses a directory
        return
    # Nobody can have put a link of that name there, and `x` would not follow it.
    part = os.path.join(os.path.dirname(target), f".{name}.{os.urandom(8).hex()}.part")
    parts[part] = target
    _write(part, text, "xb")
    if mode is not None and stat.S_ISREG(mode):
        os.chmod(part, stat.S_IMODE(mode))


def _open_already(path: str) -> int | None:
    """The descriptor that the path stands for. By its real path, a pipe cannot be opened, and a
    file would be replaced behind the back of whoever else writes to it.
    """
    if path in _STREAMS:
        return _STREAMS[path]
    folder, name = os.path.split(path)
    return int(name) if folder in _DESCRIPTORS and name.isdecimal() else None


def create_text(path: str, text: str) -> None:
    """Write a new file; an existing one is left alone."""
    try:
        if folder := os.path.dirname(path):
            os.makedirs(folder, exist_ok=True)
        _write(path, text, "xb")
    except FileExistsError:
        raise unusable(path, "exists already", "use --force to replace it") from None
    except (OSError, ValueError) as error:
        raise failed(path, "written", error) from None


def _write(path: str, text: str, mode: str = "wb") -> None:
    with open(path, mode) as file:
        file.write(text.encode())


def failed(path: str, verb: str, error: Exception) -> InputError:
    """What went wrong with the file, and how to fix it if we know."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    denied = isinstance(error, PermissionError) and is_our_image()
    what = f"cannot be {verb}: {reason[:1].lower()}{reason[1:]}"
    problem = Problem(path, what, AS_OWNER if denied else "")
    # What cannot be read was named wrongly.
    return InputError([problem]) if verb == "read" else MachineError([problem])
