"""Find processes that a test's children left behind, by a mark in their environment."""

import contextlib
import os
import time
import uuid
from pathlib import Path

_NAME = "LEFTOVER_MARK"


@contextlib.contextmanager
def marked(label):
    """An environment whose processes can be told from all others."""
    yield {**os.environ, _NAME: f"{label}-{uuid.uuid4()}"}


def _processes(mark: bytes) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (folder / "environ").read_bytes():
                state = (folder / "stat").read_text().rpartition(") ")[2][0]
                if state != "Z":
                    found.append(int(folder.name))
    return found


def assert_nothing_left(env):
    mark = f"{_NAME}={env[_NAME]}".encode()
    for _ in range(3000):
        left = _processes(mark)
        if not left:
            return
        time.sleep(0.02)
    raise AssertionError(f"left behind: {left}")
