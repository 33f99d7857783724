"""Words to the docker command. Whatever a test starts is gone when the test is over."""

import contextlib
import os
import subprocess
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

# Read here, once: the tests themselves run in an environment without our own variables.
IMAGE = os.environ.get("IMAGE") or "mcptest-action:dev"
BASE_IMAGE = os.environ.get("BASE_IMAGE") or "python:3.13-slim"
PATIENCE_S = 300
_LOG_LINES = "40"

# What a careful administrator takes away from a container.
LOCKED_DOWN = ("--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges")


class Done(NamedTuple):
    code: int
    out: str
    err: str


def docker(*words: str, patience_s: float = PATIENCE_S) -> Done:
    done = subprocess.run(  # a name that the test machine resolves, as `make image` does
        ["docker", *words],
        capture_output=True,
        text=True,
        timeout=patience_s,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def must(*words: str) -> str:
    """What docker printed; a failure of docker itself is a failure of the test."""
    done = docker(*words)
    assert done.code == 0, f"docker {' '.join(words)}: {done.err}"
    return done.out.strip()


class Network(NamedTuple):
    """A network without a way out, on which containers know each other by name."""

    name: str

    def run(self, *words: str, env: Mapping[str, str] | None = None, image: str = IMAGE) -> Done:
        """Run the image to its end. Words before `--` are docker's, words after it are ours."""
        cut = words.index("--") if "--" in words else len(words)
        variables = [f"--env={name}={value}" for name, value in (env or {}).items()]
        mine = ("--rm", "--network", self.name, *variables, *words[:cut])
        return docker("run", *mine, image, *words[cut + 1 :])

    @contextlib.contextmanager
    def serving(self, name: str, *words: str, image: str = IMAGE) -> Iterator[str]:
        """A server in a container of its own, which the others know as `name`."""
        cut = words.index("--")
        own = f"{self.name}-{name}"
        mine = ("--detach", "--name", own, "--network", self.name, "--network-alias", name)
        must("run", *mine, *words[:cut], image, *words[cut + 1 :])
        try:
            yield own
        except BaseException:
            log = docker("logs", "--tail", _LOG_LINES, own)
            print(f"the end of what {name} said:\n{log.out}{log.err}")  # noqa: T201 - pytest shows it
            raise
        finally:
            docker("rm", "--force", "--volumes", own)


@contextlib.contextmanager
def network() -> Iterator[Network]:
    name = f"mcptest-{uuid.uuid4().hex[:8]}"
    must("network", "create", "--internal", name)
    try:
        yield Network(name)
    finally:
        docker("network", "rm", name)


def mounted(folder: Path, place: str = "/work") -> tuple[str, ...]:
    return ("--volume", f"{folder}:{place}")
