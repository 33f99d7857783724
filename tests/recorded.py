"""Run requesters of calls against a server that records each one it receives.

A requester is what wants tools called: a probe, a deep scan, a test. It is given the surface and
the plan, and yields scripts, which are driven through the real guard, line and wire.
"""

import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from conftest import FIXTURES

from mcptest_action.core.protocol.exchange.handshake import Choice, Hello
from mcptest_action.core.protocol.exchange.step import Script
from mcptest_action.core.protocol.surface.collect import collect
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.protocol.target.model import Command
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.declaration import ToolSettings
from mcptest_action.core.safety.plan import Planned, make_plan
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder
from mcptest_action.shell.wire.session import Waiting, reach

SERVER = FIXTURES / "servers" / "recording.py"
Requester = Callable[[Surface, tuple[Planned, ...]], Iterable[Script[Any]]]


class Case(NamedTuple):
    """A set of tools, and everything that decides about calling them."""

    tools: list[Mapping[str, Any]]
    policy: ExecutionPolicy
    settings: Mapping[str, ToolSettings]


class Received(NamedTuple):
    """What came of a case: the plan, and the names that the server was called with."""

    plan: tuple[Planned, ...]
    names: list[str]
    guard: Guard


class RecordingServer:
    def __init__(self, folder: Path) -> None:
        self._tools, self._calls = folder / "tools.json", folder / "calls.jsonl"
        self._tools.write_text("[]")
        self._calls.touch()
        self._read = 0
        target = Command(
            (sys.executable, str(SERVER), str(self._tools), str(self._calls)), {}, None
        )
        dialer = Dialer(target, os.environ)
        self.line = Line(dialer, Recorder(None, dialer.redactor, {}), 20.0, "1")
        self.hello: Hello | None = None

    async def run(self, case: Case, requester: Requester) -> Received:
        """Swap the tools of the server, and let the requester loose on it."""
        self._tools.write_text(json.dumps(case.tools))
        self.line.guard = None
        surface = await self.line.run(collect(self.hello), "surface")
        assert surface.problems == ()
        plan = make_plan(surface.tools, case.policy, case.settings)
        self.line.guard = Guard(plan, case.policy, over_http=False)
        for script in requester(surface, plan):
            await self.line.run(script, "requester")
        return Received(plan, self._new_calls(), self.line.guard)

    def _new_calls(self) -> list[str]:
        with self._calls.open() as file:
            file.seek(self._read)
            names = [json.loads(line)["name"] for line in file]
            self._read = file.tell()
        return names


@contextlib.asynccontextmanager
async def recording_server(folder: Path) -> AsyncIterator[RecordingServer]:
    """One process, for as many sets of tools as there are."""
    server = RecordingServer(folder)
    try:
        met = await reach(server.line, Choice.LEGACY, Waiting(0, print))
        assert isinstance(met, Hello)
        server.hello = met
        yield server
    finally:
        await server.line.close()
