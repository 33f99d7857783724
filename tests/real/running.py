"""A real server within reach: a command to start, or an address that it listens on."""

import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from leftovers import assert_nothing_left, marked
from real.install import install
from real.servers import RealServer

_FAREWELL_S = 10
# Whatever a server would like to tell the world: nobody listens there.
_NOBODY = "http://127.0.0.1:9"
_ALONE = {
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), _NOBODY),
    **dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost,::1"),
    "OTEL_SDK_DISABLED": "true",
    "DO_NOT_TRACK": "1",
}


class Transport(StrEnum):
    STDIO = "stdio"
    HTTP = "http"


class Place(NamedTuple):
    """Where a server is found: at `url`, or else by starting `argv`."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    folder: Path
    url: str | None = None


@contextlib.contextmanager
def within_reach(
    server: RealServer, transport: Transport, folder: Path, executable: Path | None = None
) -> Iterator[Place]:
    """The server's place; afterwards, no process of it may be left."""
    executable = executable or install(server)
    with marked(server.name) as base:
        env = {**base, **_ALONE, "HOME": str(folder)}
        if transport is Transport.STDIO:
            yield _place(server, executable, env, folder)
        else:
            with _listening(server, executable, env, folder) as place:
                yield place
        assert_nothing_left(env)


def _place(server: RealServer, executable: Path, env: Mapping[str, str], folder: Path) -> Place:
    own = {name: value.format(dir=folder) for name, value in server.env.items()}
    argv = (str(executable), *(word.format(dir=folder) for word in server.arguments))
    return Place(argv, {**env, **own}, folder)


@contextlib.contextmanager
def _listening(
    server: RealServer, executable: Path, env: Mapping[str, str], folder: Path
) -> Iterator[Place]:
    """A server that was started, and may not listen yet; it is ended by its own process group."""
    assert server.http is not None
    port = _free_port()
    own = {**server.env, **server.http.env}
    env = {**env, **{name: value.format(dir=folder, port=port) for name, value in own.items()}}
    words = [word.format(dir=folder, port=port) for word in server.http.arguments]
    with (
        (folder / "server.log").open("wb") as log,
        subprocess.Popen(
            [executable, *words],
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            yield Place((), env, folder, f"http://127.0.0.1:{port}{server.http.path}")
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_FAREWELL_S)
            return


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
