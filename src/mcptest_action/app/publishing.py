"""Where the result of a gate is published: to GitHub on GitHub, nowhere else."""

import os

from mcptest_action.app.context import Context
from mcptest_action.app.deciding_files import BASE, DecidingFiles
from mcptest_action.app.publisher import GateResult, Named, Publisher, PublishRequest
from mcptest_action.app.whereabouts import Whereabouts, on_github
from mcptest_action.core.request import Mode
from mcptest_action.core.text import unusable


class Nobody:
    """For laptops, and for CI systems that have nothing we could write to."""

    def files_of_base(self) -> DecidingFiles:
        raise unusable(BASE, "the base is known only to runs of GitHub Actions")

    def remember(self, named: Named) -> None:
        pass

    def tell(self, request: PublishRequest, result: GateResult) -> None:
        pass

    def tell_failure(self, request: PublishRequest, error: BaseException) -> None:
        pass

    def tell_plan(self, request: PublishRequest) -> None:
        pass


def publisher_of(token_env: str, comment: Mode, context: Context, here: Whereabouts) -> Publisher:
    """Made before anything else: it hides the token."""
    if not on_github(os.environ):
        if comment is not Mode.OFF:
            context.console.note("note: no comment: this is no run of GitHub Actions")
        return Nobody()
    # Imported late: only runs on GitHub pay for it.
    from mcptest_action.app.github_publisher import GitHub

    return GitHub(token_env, context, here)
