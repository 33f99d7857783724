"""A gate on a live server: talk, then conclude; what was collected is written in any case."""

import argparse
import os
from contextlib import suppress

from mcptest_action.commands.context import Context
from mcptest_action.commands.conversation import OutOfTimeError, Setup, Talk, setup_of, talk
from mcptest_action.commands.gate_inputs import check_names, header_of, run_config_of
from mcptest_action.commands.outcome import Given, outcome_of
from mcptest_action.commands.probing import probe
from mcptest_action.commands.safety import check_settings
from mcptest_action.core.config.load import Config
from mcptest_action.core.errors import InputError
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.report import Report
from mcptest_action.core.render.safety_pretty import safety_pretty
from mcptest_action.core.run.subject import check_samples
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.surface.model import Surface
from mcptest_action.core.target.model import Url
from mcptest_action.shell.files import write_text
from mcptest_action.shell.progress import Progress
from mcptest_action.shell.wire.recorder import Recorder

TRANSCRIPT = "transcript.jsonl"


class LiveGate:
    def __init__(
        self, args: argparse.Namespace, config: Config, given: Given, context: Context
    ) -> None:
        self._args, self._config, self._given, self._context = args, config, given, context
        self._run_config = run_config_of(args, config, os.environ)
        self._recorder: Recorder | None = None

    def run(self) -> Report | None:
        """The report; None when only the plan was asked for."""
        try:
            talk(self._setup(), self._context.console, self._work)
        except OutOfTimeError as late:
            if self._recorder is None:
                raise
            return self._conclude(late.lines[0])
        except KeyboardInterrupt:
            if self._recorder is not None:
                with suppress(InputError):  # too early for anything to write
                    self._conclude("the run was interrupted")
            raise
        return None if self._args.plan else self._conclude("")

    def _setup(self) -> Setup:
        out, planned = self._args.out, self._args.plan
        self._args.transcript = None if planned else os.path.join(out, TRANSCRIPT)
        setup = setup_of(self._args, self._config, self._context)
        header = {**setup.header, **header_of(self._run_config, self._given)}
        return setup._replace(header=header)

    async def _work(self, talk: Talk) -> None:
        if not self._args.plan:
            self._recorder = talk.recorder
        progress = Progress(self._context.console, os.environ)
        over_http = isinstance(talk.target, Url)
        await probe(talk, self._run_config, self._announce, progress, over_http=over_http)

    def _announce(self, surface: Surface, plan: tuple[Planned, ...]) -> bool:
        """Check what the file says about tools, and show the plan before anything is called."""
        console, config = self._context.console, self._config
        check_settings(config, plan, self._context)
        names = [row.tool.name for row in plan]
        check_names(self._args.only, self._args.skip, names)
        check_samples(surface.tools, config.tools, config.file)
        text = safety_pretty(str(surface.server.get("name") or "the server"), plan)
        if self._args.plan:
            console.report(text)
            return False
        console.note(text)
        once = [row for row in plan if row.live.decision is Decision.EXECUTE_ONCE]
        if once:
            called = for_terminal(", ".join(row.tool.name for row in once))
            console.note(f"note: called once although they change something: {called}")
            console.note("note: cleaning up after these calls is up to you (docs/safety.md)")
        return True

    def _conclude(self, cut_off: str) -> Report:
        exchanges = self._recorder.exchanges if self._recorder else ()
        config, given, now = self._run_config, self._given, self._context.now
        outcome = outcome_of(exchanges, config, given, now, cut_off)
        for name, text in outcome.files.items():
            write_text(os.path.join(self._args.out, name), text)
        self._context.console.note(f"wrote {len(outcome.files) + 1} files to {self._args.out}")
        return outcome.report
