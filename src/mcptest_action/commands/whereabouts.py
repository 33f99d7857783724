"""The folder to work in, and the one that reports cite files from."""

import os
from collections.abc import Mapping

from mcptest_action.core.errors import unusable


def on_github(environment: Mapping[str, str]) -> bool:
    return environment.get("GITHUB_ACTIONS") == "true"


def enter(folder: str | None, environment: Mapping[str, str]) -> str:
    """Go there. Files are cited from where we came from; on GitHub, from the checkout's root."""
    home = os.getcwd()
    workspace = environment.get("GITHUB_WORKSPACE", "")
    if on_github(environment) and workspace and _is_inside(home, workspace):
        home = os.path.realpath(workspace)
    if folder is not None:
        try:
            os.chdir(folder)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise unusable("--working-directory", f"'{folder}': {reason}".lower()) from None
    return home


def _is_inside(folder: str, outer: str) -> bool:
    folder, outer = os.path.realpath(folder), os.path.realpath(outer)
    return os.path.commonpath((folder, outer)) == outer
