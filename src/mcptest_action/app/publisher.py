"""Where the result of a gate goes, besides the log; and what a CI system knows about the base."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from mcptest_action.app.deciding_files import DecidingFiles
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.render import Report
from mcptest_action.core.request import Mode


class Named(NamedTuple):
    """The files that decide, as far as whoever started us names them."""

    policy: str | None
    config: str | None
    baseline: str | None
    suites: tuple[str, ...]


class PublishRequest(NamedTuple):
    """What to tell, and how."""

    comment: Mode
    comment_key: str
    report_only: bool
    named: Named


class GateResult(NamedTuple):
    """The outcome of a gate, and where the reports are."""

    report: Report
    code: ExitCode
    paths: Mapping[str, str]
    annotations: str


class Publisher(Protocol):
    def files_of_base(self) -> DecidingFiles:
        """The files of the base branch; those of the checkout if there is no other branch."""

    def remember(self, named: Named) -> None:
        """Keep the files that decide as they are; called before anything is started."""

    def tell(self, request: PublishRequest, result: GateResult) -> None:
        """Publish the outcome. No failure leaves this function."""

    def tell_failure(self, request: PublishRequest, error: BaseException) -> None:
        """Report that there is no verdict, and why."""

    def tell_plan(self, request: PublishRequest) -> None:
        """Report that only the plan was asked for."""
