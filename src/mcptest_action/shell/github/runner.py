"""What the runner gives a step: the event's payload, and files to append to."""

import json
import os
from collections.abc import Mapping
from typing import Any

from mcptest_action.core.text import InputError
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_bytes

SUMMARY = "GITHUB_STEP_SUMMARY"
OUTPUT = "GITHUB_OUTPUT"


def event_payload(environment: Mapping[str, str]) -> Any:
    """What the event was about; None if we cannot read it."""
    try:
        return json.loads(read_bytes(environment.get("GITHUB_EVENT_PATH", ""), ARTIFACT_LIMIT))
    except (InputError, ValueError, RecursionError):
        return None


def append(path: str, text: str) -> str:
    """Why it failed; empty on success."""
    try:
        with open(path, "ab") as file:
            file.write(text.encode())
    except OSError as error:
        return f"{path} cannot be written: {error.strerror}"
    return ""


def size_of(path: str) -> int:
    return os.path.getsize(path) if os.path.exists(path) else 0


def unguessable() -> str:
    """A delimiter that no text from outside can contain."""
    return f"mcptest_{os.urandom(16).hex()}"
