"""Whoever is told what came of a gate, beside the person who reads the log."""

import os
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.whereabouts import Whereabouts, on_github
from mcptest_action.core.errors import unusable
from mcptest_action.core.publish.absent import Absent
from mcptest_action.core.publish.mode import Mode
from mcptest_action.core.render.report import Report
from mcptest_action.core.text.flag_words import flag

POLICY = "policy.yml"


class PublishRequest(NamedTuple):
    """What to tell, and how."""

    comment: Mode
    comment_key: str
    report_only: bool
    policy: str | None


class Told(NamedTuple):
    """What came of a gate, and where the reports are."""

    report: Report
    code: ExitCode
    paths: Mapping[str, str]
    annotations: str


class Publisher(Protocol):
    def policy_of_base(self, path: str, *, must_exist: bool) -> bytes | Absent | None:
        """The file as the base branch has it; None where there is no other branch to go by."""

    def tell(self, request: PublishRequest, told: Told) -> None:
        """What came of it. Whatever goes wrong stays in here."""

    def tell_failure(self, request: PublishRequest, error: BaseException) -> None:
        """That there is no verdict, and why."""

    def tell_plan(self, request: PublishRequest) -> None:
        """That only the plan was asked for."""


class Nobody:
    """On a laptop, and in CI systems that have nothing we could write to."""

    def policy_of_base(self, path: str, *, must_exist: bool) -> bytes | Absent | None:  # noqa: ARG002
        base = flag("policy-ref", "base")
        raise unusable(base, "the base is known only to runs of GitHub Actions")

    def tell(self, request: PublishRequest, told: Told) -> None:
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
    # Imported late: only runs there pay for it.
    from mcptest_action.app.github_publisher import GitHub

    return GitHub(token_env, context, here)
