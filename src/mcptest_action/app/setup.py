"""The server a session talks to, the rules for it, and where the transcript goes."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.target import TargetRequest
from mcptest_action.core.protocol.target import Server, Target, Url, describe
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.request.config import Config
from mcptest_action.core.text.timestamp import format_timestamp


class Setup(NamedTuple):
    """The server to talk to, the rules for it, and where to write the transcript."""

    server: Server
    request: TargetRequest
    context: Context
    transcript: str | None = None
    header: Mapping[str, Any] = {}
    """What the transcript says about the run, beside what every transcript says."""
    placeholders: Mapping[str, str] = {}
    """The secrets of suites, by what the core knows them by."""
    secrets: tuple[str, ...] = ()
    """More of them: a process may read more of us than we hand to it."""

    @property
    def target(self) -> Target:
        return self.server.target

    @property
    def config(self) -> Config:
        return self.request.config

    @property
    def over_http(self) -> bool:
        return isinstance(self.target, Url)

    @property
    def whole_header(self) -> Mapping[str, Any]:
        return {
            "tool": f"mcptest-action {self.context.version}",
            "server": describe(self.server),
            "protocol": str(self.request.choice),
            "timeout": self.request.timeout,
            "now": format_timestamp(self.context.now),
            **self.header,
        }


class Tape:
    """What was said, however the session ends; nothing until the server has said hello."""

    def __init__(self) -> None:
        self.exchanges: Sequence[Exchange] | None = None
