"""All that decides what a run does, beside the server. Written into the transcript, for replay."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.exchange.handshake import Choice
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.declaration import ToolSettings
from mcptest_action.core.suite.model import Suite


class RunConfig(NamedTuple):
    choice: Choice = Choice.AUTO
    execution: ExecutionPolicy = ExecutionPolicy()
    tools: Mapping[str, ToolSettings] = {}
    only: tuple[str, ...] = ()
    """Ids of probes and names of tools; nothing else is run."""
    skip: tuple[str, ...] = ()
    deep_scan: bool = False
    source: Mapping[str, Any] = {}
    """Where the server under test comes from: repository, branch, commit."""
    suites: tuple[Suite, ...] = ()
    """The tests to run; a transcript holds the files that they stand in."""
    probing: bool = True
    """False runs the suites alone."""
    fail_fast: bool = False
    """Start no test after the first that did not pass."""

    def wants(self, check: str, tool: str | None) -> bool:
        names = {check} if tool is None else {check, tool}
        wanted = not self.only or any(_matches(self.only, check, tool))
        return wanted and not names & set(self.skip)


def _matches(only: tuple[str, ...], check: str, tool: str | None) -> tuple[bool, ...]:
    return check in only, tool is not None and tool in only
