"""Where the result of a gate goes, besides the log."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.document import NoSuchFile
from mcptest_action.core.render import Report
from mcptest_action.core.request import Mode

POLICY = "policy.yml"


class PublishRequest(NamedTuple):
    """What to tell, and how."""

    comment: Mode
    comment_key: str
    report_only: bool
    policy: str | None


class GateResult(NamedTuple):
    """The outcome of a gate, and where the reports are."""

    report: Report
    code: ExitCode
    paths: Mapping[str, str]
    annotations: str


class Publisher(Protocol):
    def policy_of_base(self, path: str, *, must_exist: bool) -> bytes | NoSuchFile | None:
        """The file as the base branch has it; None if there is no other branch to take it from."""

    def tell(self, request: PublishRequest, result: GateResult) -> None:
        """Publish the outcome. No failure leaves this function."""

    def tell_failure(self, request: PublishRequest, error: BaseException) -> None:
        """Report that there is no verdict, and why."""

    def tell_plan(self, request: PublishRequest) -> None:
        """Report that only the plan was asked for."""
