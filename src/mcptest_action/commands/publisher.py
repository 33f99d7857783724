"""Whoever is told what came of a gate, beside the person who reads the log."""

import argparse
import os
from collections.abc import Mapping
from typing import Protocol

from mcptest_action.commands.context import Context
from mcptest_action.commands.whereabouts import Whereabouts, on_github
from mcptest_action.core.errors import unusable
from mcptest_action.core.publish.lookup import NoSuchFile
from mcptest_action.core.publish.mode import Mode
from mcptest_action.core.render.report import Report
from mcptest_action.exit_code import ExitCode


class Publisher(Protocol):
    def policy_of_base(self, path: str, *, must_exist: bool) -> bytes | NoSuchFile | None:
        """The file as the base branch has it; None where there is no other branch to go by."""

    def tell(
        self, report: Report, code: ExitCode, paths: Mapping[str, str], annotations: str
    ) -> None:
        """What came of it, and where the reports are. Whatever goes wrong stays in here."""

    def tell_failure(self, error: BaseException) -> None:
        """That there is no verdict, and why."""

    def tell_plan(self) -> None:
        """That only the plan was asked for."""


class Nobody:
    """On a laptop, and in CI systems that have nothing we could write to."""

    def policy_of_base(self, path: str, *, must_exist: bool) -> bytes | NoSuchFile | None:  # noqa: ARG002
        raise unusable("--policy-ref base", "the base is known only to runs of GitHub Actions")

    def tell(
        self, _report: Report, _code: ExitCode, _paths: Mapping[str, str], _annotations: str
    ) -> None:
        pass

    def tell_failure(self, _error: BaseException) -> None:
        pass

    def tell_plan(self) -> None:
        pass


def publisher_of(args: argparse.Namespace, context: Context, here: Whereabouts) -> Publisher:
    if not on_github(os.environ):
        if args.comment != Mode.OFF:
            context.console.note("note: no comment: this is no run of GitHub Actions")
        return Nobody()
    # Imported late: only runs there pay for it.
    from mcptest_action.commands.publishing import GitHub

    return GitHub(args, context, here)
