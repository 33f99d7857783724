"""Which files of a repository belong to `server.json`, and which tag is being built."""

from collections.abc import Mapping, Sequence

from mcptest_action.core.document import kind_of_json, read_json
from mcptest_action.core.text import unusable
from .model import TextFile
from .packages import MANIFESTS, MARKER, wanted
from .shape import Holder, holder


def check_server_json(text: str, file: str) -> None:
    """Anything but an object is unusable: nobody could say what is missing in it."""
    _root(text, file)


def files_beside(server_json: TextFile, read: Sequence[TextFile]) -> tuple[str, ...]:
    """The files to read from its folder, of which some may not be there. To be asked again with
    what was read: one file may name another.
    """
    return wanted(_root(server_json.text, server_json.file), read)


def needed_of(file: TextFile) -> TextFile:
    """What has to be kept of it: of a README only the lines that may name the server."""
    if file.file.endswith(tuple(MANIFESTS)):
        return file
    lines = [line for line in file.text.splitlines() if MARKER in line]
    return TextFile(file.file, "".join(f"{line}\n" for line in lines))


def _root(text: str, file: str) -> Holder:
    data = read_json(text, file)
    root = holder(data, "")
    if root is None:
        what = f"holds {kind_of_json(data)}, not an object"
        raise unusable(file, what, "a server.json describes one server", 1, 1)
    return root


def release_tag(environment: Mapping[str, str]) -> str | None:
    """The tag that a CI system builds, as far as it says so."""
    if environment.get("GITHUB_REF_TYPE") == "tag":
        return environment.get("GITHUB_REF_NAME") or None
    return environment.get("CI_COMMIT_TAG") or environment.get("TAG_NAME") or None
