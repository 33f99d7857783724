"""The folder to work in, and the one that reports cite files from."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.text import flag, unusable
from mcptest_action.shell.files import is_inside


class Whereabouts(NamedTuple):
    home: str
    """Files are cited from here: where we were started; on GitHub, the root of the workspace."""
    folder: str
    """Where paths count from, in the words of whoever runs us. A link in them is not followed."""

    def contains(self, path: str) -> bool:
        """Whether the path is written as one below `home`: then somebody may have committed it."""
        return is_inside(os.path.normpath(os.path.join(self.folder, path)), self.home)


def on_github(environment: Mapping[str, str]) -> bool:
    return environment.get("GITHUB_ACTIONS") == "true"


def whereabouts(folder: str | None, environment: Mapping[str, str]) -> Whereabouts:
    """Called before the working directory changes."""
    start = os.getcwd()
    workspace = environment.get("GITHUB_WORKSPACE", "")
    home = os.path.realpath(workspace) if on_github(environment) and workspace else start
    return Whereabouts(home if is_inside(start, home) else start, os.path.join(start, folder or ""))


def enter(folder: str | None) -> None:
    """Change to the folder."""
    if folder is None:
        return
    try:
        os.chdir(folder)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise unusable(flag("working-directory"), f"'{folder}': {reason}".lower()) from None
