"""An examination of a live server: talk, then conclude from the transcript."""

import argparse
import asyncio
import os
from typing import NamedTuple

from mcptest_action import __version__
from mcptest_action.commands.context import Context
from mcptest_action.commands.conversation import Door, OutOfTimeError, Talk, setup_of, talk
from mcptest_action.commands.examining import Examiner
from mcptest_action.commands.execution_arguments import execution_of
from mcptest_action.commands.probing import conducted
from mcptest_action.commands.safety import check_settings
from mcptest_action.core.config.load import Config
from mcptest_action.core.conformance.address import address_of
from mcptest_action.core.conformance.config import ExamConfig, exam_document
from mcptest_action.core.conformance.examine import Examined, RunPart, examine
from mcptest_action.core.conformance.meet import Introduction
from mcptest_action.core.conformance.run_part import probes_for, run_part_of, without_run
from mcptest_action.core.conformance.selection import Selection
from mcptest_action.core.conformance.spoken import answer_in
from mcptest_action.core.exchange.handshake import Choice
from mcptest_action.core.render.safety_pretty import safety_pretty
from mcptest_action.core.run.conduct import conduct
from mcptest_action.core.run.config import RunConfig, config_document
from mcptest_action.core.run.rebuild import SURFACE, Rebuilt, rebuild
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.surface.collect import collect
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.progress import Progress
from mcptest_action.shell.warm_up import CHECKS, MODELS, warm_up
from mcptest_action.shell.wire.recorder import Recorder


class Exam(NamedTuple):
    config: ExamConfig
    examined: Examined


class LiveExam:
    def __init__(
        self, args: argparse.Namespace, config: Config, selection: Selection, context: Context
    ) -> None:
        self._config, self._context = config, context
        self._setup = setup_of(args, config, context)
        self._exam = ExamConfig(selection, address_of(self._setup.server.target))
        self._run_config = RunConfig(
            choice=Choice(args.protocol),
            execution=execution_of(args, config.execution),
            tools=config.tools,
            only=probes_for(self._exam),
        )
        self._recorder: Recorder | None = None
        self._met: Introduction | None = None
        """The server on its first line, which is free for more where no tool is called on it."""

    def run(self) -> Exam:
        header = {
            **self._setup.header,
            "run": config_document(self._run_config),
            "conformance": exam_document(self._exam),
        }
        warm_up(CHECKS, MODELS)
        try:
            setup = self._setup._replace(header=header)
            talk(setup, self._context.console, self._work, self._outside)
        except OutOfTimeError:
            if self._recorder is None:
                raise
        exchanges = self._recorder.exchanges if self._recorder else []
        return Exam(self._exam, examine(exchanges, self._exam, self._part(), __version__))

    async def _work(self, talk: Talk) -> None:
        self._recorder = talk.recorder
        execution = self._run_config.execution
        surface = await talk.line.run(collect(talk.hello), SURFACE)
        plan = make_plan(surface.tools, execution, self._run_config.tools)
        check_settings(self._config, plan, self._context)
        guard = talk.line.guard = Guard(plan, execution, over_http=self._exam.address.http)
        progress = Progress(self._context.console, os.environ)
        if self._run_config.only:
            name = str(surface.server.get("name") or "the server")
            self._context.console.fenced(safety_pretty(name, plan))
        examiner = Examiner(talk.another_line, self._exam, guard, progress)
        part = without_run(self._run_config)
        if not part.calls and self._exam.goes_on_in(surface.era.version):
            self._met = Introduction(talk.hello, answer_in(talk.recorder.exchanges), surface)
        async with asyncio.TaskGroup() as group:  # one tool may take as long as all the rest
            group.create_task(examiner.run(part._replace(met=self._met), talk.line))
            if self._run_config.only:
                running = conduct(surface, plan, self._run_config, __version__)
                group.create_task(conducted(talk, running, self._run_config, guard, progress))

    async def _outside(self, door: Door) -> None:
        """Nothing is known of its tools, so that none can be called."""
        self._recorder = door.recorder
        guard = Guard((), self._run_config.execution, over_http=True)
        progress = Progress(self._context.console, os.environ)
        examiner = Examiner(door.another_line, self._exam, guard, progress)
        await examiner.run(without_run(self._run_config))

    def _part(self) -> RunPart:
        exchanges = self._recorder.exchanges if self._recorder else []
        part = without_run(self._run_config)
        if self._run_config.only:
            run = rebuild(exchanges, self._run_config, __version__, relisted=False)
            part = run_part_of(run) if isinstance(run, Rebuilt) else part
        return part._replace(met=self._met)
