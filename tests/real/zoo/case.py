"""One case of the zoo: a script of ours, on a version of a package, over a transport."""

import shutil
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from real.install import InstallError, installed
from real.servers import Http, Package, RealServer, Registry

SERVERS = Path(__file__).parent / "servers"
OLDEST, SECOND, THIRD, LEGACY = "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"
MODERN = "2026-07-28"
SSE = "sse"
"""HTTP with SSE, the transport of 2024-11-05; the others are Streamable HTTP, or stdio."""
STATELESS = "stateless"
"""Streamable HTTP, where every request meets a server of its own."""


class Family(NamedTuple):
    """One script on one version of one package."""

    name: str
    package: Package
    script: str
    transports: tuple[str, ...]
    revisions: tuple[str, ...] = (LEGACY,)
    """The newest that it speaks of each era."""
    words: tuple[str, ...] = ()
    """What the script is told after transport and port."""
    path: str = "/mcp"
    quick: str = ""
    """The transport that is among the few cases that CI runs."""


class Case(NamedTuple):
    family: Family
    transport: str

    @property
    def name(self) -> str:
        return f"{self.family.name}@{self.family.package.version}-{self.transport}"

    @property
    def quick(self) -> bool:
        return self.family.quick == self.transport

    def is_one_of(self, patterns: Iterable[str]) -> bool:
        return any(fnmatchcase(self.name, pattern) for pattern in patterns)

    @property
    def server(self) -> RealServer:
        script = str(installed(self.family.package) / self.family.script)
        node = self.family.package.registry is Registry.NPM
        first = (script,) if node else ("-W", "ignore", script)
        path = "/sse" if self.transport == SSE else self.family.path
        return RealServer(
            self.family.package,
            executable="",
            arguments=(*first, "stdio", "0", *self.family.words),
            http=Http((*first, self.transport, "{port}", *self.family.words), path=path),
        )

    def ready(self) -> Path:
        """The interpreter; the script lies beside what it imports, as Node wants it."""
        folder = installed(self.family.package)
        shutil.copytree(SERVERS, folder, dirs_exist_ok=True)
        if self.family.package.registry is Registry.PYPI:
            return folder / "bin" / "python"
        node = shutil.which("node")
        if node is None:
            raise InstallError("there is no node on the PATH")
        return Path(node)
