"""Run the tests of one server: talk, then conclude from the transcript."""

import argparse
import os
from typing import Any

from mcptest_action import __version__
from mcptest_action.commands.context import Context
from mcptest_action.commands.conversation import OutOfTimeError, Talk, setup_for, talk
from mcptest_action.commands.execution_arguments import execution_of
from mcptest_action.commands.probing import conducted
from mcptest_action.commands.safety import check_settings
from mcptest_action.core.config.load import Config
from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.handshake import Choice
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.links import page
from mcptest_action.core.render.safety_pretty import safety_pretty
from mcptest_action.core.run.conduct import conduct
from mcptest_action.core.run.config import RunConfig, config_document
from mcptest_action.core.run.context import RunContext, durations_in
from mcptest_action.core.run.rebuild import SURFACE, Rebuilt, rebuild
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.plan import Planned, make_plan
from mcptest_action.core.suite.allot import Allotted
from mcptest_action.core.suite.model import secrets_of
from mcptest_action.core.surface.collect import collect
from mcptest_action.core.target.model import Url
from mcptest_action.shell.calls.filling import filling
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.progress import Progress
from mcptest_action.shell.wire.recorder import Recorder


class SuiteRun:
    def __init__(
        self,
        args: argparse.Namespace,
        config: Config,
        allotted: Allotted,
        source: dict[str, str],
        context: Context,
    ) -> None:
        self._config, self._context, self._suites = config, context, allotted.suites
        self._run_config = RunConfig(
            choice=Choice(args.protocol),
            execution=execution_of(args, config.execution),
            tools=config.tools,
            source=source,
            suites=allotted.suites,
            probing=False,
            fail_fast=args.fail_fast,
        )
        setup = setup_for(allotted.server, args, context)
        header: dict[str, Any] = {**setup.header, "run": config_document(self._run_config)}
        secrets = tuple(secrets_of(allotted.suites).values())
        self._setup = setup._replace(header=header, secrets=secrets)
        self._recorder: Recorder | None = None

    def run(self) -> Rebuilt:
        try:
            talk(self._setup, self._context.console, self._work)
        except OutOfTimeError:
            if self._recorder is None:
                raise
        exchanges = self._recorder.exchanges if self._recorder else []
        run = rebuild(exchanges, self._run_config, __version__, relisted=False)
        if not isinstance(run, Rebuilt):
            raise unusable("the run", run.because)
        return run

    async def _work(self, talk: Talk) -> None:
        self._recorder = talk.recorder
        config = self._run_config
        surface = await talk.line.run(collect(talk.hello), SURFACE)
        plan = make_plan(surface.tools, config.execution, config.tools)
        self._announce(str(surface.server.get("name") or "the server"), plan)
        over_http = isinstance(talk.target, Url)
        guard = talk.line.guard = Guard(plan, config.execution, over_http=over_http)
        talk.line.fill = filling(secrets_of(config.suites))
        context = RunContext(duration_of=durations_in(talk.recorder.exchanges), rules=False)
        running = conduct(surface, plan, config, __version__, context)
        progress = Progress(self._context.console, os.environ)
        await conducted(talk, running, config, guard, progress)

    def _announce(self, server: str, plan: tuple[Planned, ...]) -> None:
        """Before anything is called: the tools under test, and what may be done with them."""
        check_settings(self._config, plan, self._context)
        tested = {case.tool for suite in self._suites for case in suite.cases if not case.skip}
        rows = tuple(row for row in plan if row.tool.name in tested)
        console = self._context.console
        if rows:
            console.fenced(safety_pretty(server, rows))
        once = [row.tool.name for row in rows if row.live.decision is Decision.EXECUTE_ONCE]
        if once:
            called = for_terminal(", ".join(once))
            console.note(f"note: called once although they change something: {called}")
            console.note(f"note: cleaning up after these calls is up to you ({page('safety.md')})")
