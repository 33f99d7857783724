"""Examine a server's conformance: the part that talks to it."""

import asyncio
import os
from collections.abc import Mapping
from typing import Any

from mcptest_action.app.context import Context
from mcptest_action.app.driver import drive
from mcptest_action.app.session import Session, Unready
from mcptest_action.core.checks.conformance import (
    ExamConfig,
    Examinee,
    Introduction,
    Lane,
    Probe,
    RunPart,
    by_spoken,
    era_of,
    examinees_of,
    is_asked_alone,
    meet,
    meeting,
    own_lane,
    shared_lane,
    spare_revision,
    takes_spare,
)
from mcptest_action.shell.console import Progress
from mcptest_action.shell.wire.line import Line

# Servers that start side by side slow each other down; a few at a time is fastest.
SIDE_BY_SIDE = 4


class Examiner:
    """Drives the lanes; the results are in the transcript."""

    def __init__(self, server: Session | Unready, config: ExamConfig, context: Context) -> None:
        self._server, self._config, self._version = (
            server,
            config.seen_in(server.exchanges),
            context.version,
        )
        self._progress = Progress(context.console, os.environ)
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)
        self._done = 0

    async def run(self, part: RunPart) -> None:
        """Everything; where the part says so, on the line on which the server was met."""
        lines = {revision: self._line(revision) for revision in self._config.selection.revisions}
        if part.met is not None and isinstance(self._server, Session):
            lines[part.met.hello.era.version] = self._server.line
        try:
            found = await self._meet_all(lines, part)
            examinees = examinees_of(found, self._config, part, self._version)
            spare = lines.get(spare_revision(found))
            async with asyncio.TaskGroup() as group:
                for revision, server in examinees.items():
                    probes = self._config.probes(server)
                    group.create_task(self._drive(shared_lane(server, probes), lines[revision]))
                    for probe in probes:
                        group.create_task(self._drive_own(server, probe, spare))
        finally:
            await self._close(*dict.fromkeys(lines.values()))
            self._progress.end()

    def _line(self, revision: str) -> Line:
        line = self._server.another_line(thorough=True)
        line.era = era_of(revision)
        return line

    async def _meet(self, line: Line, revision: str) -> Any:
        config = self._config
        settles_on, insists = config.selection.settles_on(revision), config.insists_in(revision)
        script = meet(revision, self._version, settles_on, config.patience_s, insists)
        return await line.run(script, meeting(revision))

    async def _meet_all(self, lines: dict[str, Line], part: RunPart) -> Mapping[str, Any]:
        """Who was met, by revision; also adds the line of one that the server chose by itself."""
        first = {} if part.met is None else {part.met.hello.era.version: part.met}
        async with asyncio.TaskGroup() as group:
            tasks = {
                revision: group.create_task(self._meet(line, revision))
                for revision, line in lines.items()
                if revision not in first
            }
        found = {revision: task.result() for revision, task in tasks.items()}
        for revision, who in found.items():
            if isinstance(who, Introduction) and who.asked_for:
                line = lines[who.hello.era.version] = lines[revision]
                line.era = who.hello.era
        return {**by_spoken(found), **first}

    async def _drive_own(self, server: Examinee, probe: Probe, spare: Line | None) -> None:
        if not is_asked_alone(server, probe):
            return
        lane = own_lane(server, probe)
        if takes_spare(server, probe) and spare is not None:
            spare.era = server.era
            await self._drive(lane, spare)
            return
        async with self._places:
            line = self._line(server.revision)
            try:
                await self._drive(lane, line)
            finally:
                await self._close(line)

    async def _drive(self, lane: Lane, line: Line) -> None:
        await drive(lane, line, self._tell)

    def _tell(self, _doing: str, about: str) -> None:
        self._done += 1
        self._progress.tell(f"examining, {self._done} done: {about}")

    async def _close(self, *lines: Line) -> None:
        try:
            await asyncio.gather(*(line.close() for line in lines))
        except asyncio.CancelledError:
            for line in lines:
                line.abort()
            raise
