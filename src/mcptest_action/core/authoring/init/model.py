"""What lies in a repository, what of it may be a server, and what is to be written."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from .reserved import held_in, is_reserved


class Repository(NamedTuple):
    """A checkout as far as it is looked at: paths count from its top, with `/` in between."""

    texts: Mapping[str, str]
    """The manifests, and the files that a proposal would touch."""
    names: frozenset[str] = frozenset()
    """Every file that was seen, read or not."""

    def has(self, folder: str, *names: str) -> str | None:
        """The first of these files that is there, by its path."""
        paths = (inside(folder, name) for name in names)
        return next((path for path in paths if path in self.names), None)


class Tool(StrEnum):
    """What a job needs beside the server's own code."""

    NODE = "node"
    PYTHON = "python"
    GO = "go"
    DOCKER = "docker"
    NOTHING = "nothing"


class Setup(NamedTuple):
    """How a fresh checkout becomes a server that can be started."""

    tool: Tool
    version: str = ""
    commands: tuple[str, ...] = ()
    """Lines for a shell, run at the top of the repository."""
    ignored: tuple[str, ...] = ()
    """What they leave behind, for .gitignore."""
    because: tuple[str, ...] = ()


class Variable(NamedTuple):
    """One variable that the server does not start without."""

    name: str
    value: str | None
    """None: a secret, which is read from a variable of the job."""
    remark: str = ""
    """What is to be done about it, if anything."""

    @property
    def held_in(self) -> str:
        """The variable of the job that holds the secret."""
        return held_in(self.name)

    @property
    def is_safe(self) -> bool:
        """Whether it can be passed on by a job without changing what the job does."""
        return self.value is None or not is_reserved(self.name)


class Container(NamedTuple):
    """What a Dockerfile says of the server in it."""

    file: str
    context: str
    """The folder that is built."""
    words: tuple[str, ...]
    """What its entry point and command come to; empty if they cannot be read."""
    command: tuple[str, ...]
    """What stands behind the entry point."""
    port: int | None
    """Where it can be reached."""
    because: tuple[str, ...]


class Published(NamedTuple):
    """One package of a `server.json`."""

    file: str
    registry: str
    identifier: str
    transport: str
    url: str
    arguments: tuple[str, ...]
    runtime: tuple[str, ...]
    """What its container is started with."""
    variables: tuple[Variable, ...]
    remarks: tuple[str, ...]

    @property
    def label(self) -> str:
        return f"{self.file}: {self.identifier or 'a package'}"


class Candidate(NamedTuple):
    """A server that the repository holds, and how it would be started."""

    name: str
    folder: str
    """Empty at the top."""
    package: str
    """As a registry calls it."""
    argv: tuple[str, ...]
    """Empty where only a container is known."""
    setup: Setup
    because: tuple[str, ...]
    certain: bool
    """Whether something says that it speaks MCP."""
    remarks: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """Words that its README has clients add, so that it speaks stdio."""
    told_by: tuple[str, ...] = ()


class Stdio(NamedTuple):
    argv: tuple[str, ...]
    variables: tuple[Variable, ...] = ()


class Http(NamedTuple):
    url: str
    image: "Image | None" = None
    start: tuple[str, ...] = ()
    """What starts it, where no container does; empty for a server that runs elsewhere."""
    variables: tuple[Variable, ...] = ()


class Image(NamedTuple):
    """A container image that the job builds."""

    tag: str
    file: str
    context: str
    port: int
    command: tuple[str, ...] = ()
    """What is started in it, if not what its Dockerfile says."""


class Chosen(NamedTuple):
    """The server to gate."""

    name: str
    target: Stdio | Http
    setup: Setup
    because: tuple[str, ...]
    remarks: tuple[str, ...] = ()


class Found(NamedTuple):
    """All that was found, with what should be known of it."""

    candidates: tuple[Candidate, ...]
    containers: tuple[Container, ...]
    published: tuple[Published, ...]
    remarks: tuple[str, ...]
    unstartable: tuple[str, ...] = ()
    """Packages that speak MCP, and that nothing says how to start."""


class NewFile(NamedTuple):
    """A file to write; `before` is what is there now, if there is something."""

    path: str
    text: str
    before: str | None = None


class Proposal(NamedTuple):
    chosen: Chosen | None
    """None: there is nothing left to write."""
    others: tuple[str, ...]
    """Servers that were found and not chosen."""
    files: tuple[NewFile, ...]
    remarks: tuple[str, ...]


def secrets_of(target: Stdio | Http) -> tuple[str, ...]:
    """The variables of the job that hold them, each once."""
    return tuple(dict.fromkeys(one.held_in for one in target.variables if one.value is None))


def inside(folder: str, name: str) -> str:
    """The path of a file in a folder; both count from the top."""
    return f"{folder}/{name}" if folder else name


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]
