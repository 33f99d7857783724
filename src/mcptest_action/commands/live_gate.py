"""A gate on a live server: talk, then conclude; what was collected is written in any case."""

import argparse
import os
from contextlib import suppress

from mcptest_action import __version__
from mcptest_action.commands.context import Context
from mcptest_action.commands.conversation import OutOfTimeError, Setup, Talk, setup_of, talk
from mcptest_action.commands.examining import Examiner
from mcptest_action.commands.gate_suites import SUITES, suites_document
from mcptest_action.commands.live_inputs import (
    check_names,
    exam_of,
    header_of,
    run_config_of,
    scan_of,
)
from mcptest_action.commands.probing import probe
from mcptest_action.commands.report_files import TRANSCRIPT, write_files
from mcptest_action.commands.safety import check_settings
from mcptest_action.commands.suite_files import SuiteFile
from mcptest_action.core.config.load import Config
from mcptest_action.core.conformance.run_part import without_run
from mcptest_action.core.errors import InputError
from mcptest_action.core.pipeline.configs import Configs
from mcptest_action.core.pipeline.judging import Given, Outcome
from mcptest_action.core.probes import missing_required
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.links import page
from mcptest_action.core.render.safety_pretty import safety_pretty
from mcptest_action.core.run.subject import check_samples
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.suite.allot import for_one
from mcptest_action.core.suite.model import secrets_of
from mcptest_action.core.surface.model import Item, Surface
from mcptest_action.core.target.model import Command, FromEnvironment, Target, Url
from mcptest_action.core.transcript.noise import noise_warning
from mcptest_action.shell.progress import Progress
from mcptest_action.shell.warm_up import warm_up
from mcptest_action.shell.wire.recorder import Recorder

_OUTCOME = "mcptest_action.core.pipeline.outcome"


class LiveGate:
    def __init__(
        self,
        args: argparse.Namespace,
        config: Config,
        given: Given,
        files: tuple[SuiteFile, ...],
        context: Context,
    ) -> None:
        self._args, self._config, self._given, self._context = args, config, given, context
        self._files = files
        self._token = os.environ.get(args.token_env, "").strip()
        self._run_config = run_config_of(args, config, os.environ)
        self._configs = Configs(__version__, self._run_config)
        self._recorder: Recorder | None = None

    def run(self) -> Outcome | None:
        """What came of it; None when only the plan was asked for."""
        if not self._args.plan:
            warm_up(_OUTCOME)
        try:
            talk(self._setup(), self._context.console, self._work)
        except OutOfTimeError:
            if self._recorder is None:
                raise
            return self._conclude()
        except KeyboardInterrupt:
            if self._recorder is not None:
                with suppress(InputError):  # too early for anything to write
                    self._conclude()
            raise
        return None if self._args.plan else self._conclude()

    def _setup(self) -> Setup:
        out, planned = self._args.out, self._args.plan
        self._args.transcript = None if planned else os.path.join(out, TRANSCRIPT)
        setup = setup_of(self._args, self._config, self._context)
        target = setup.server.target
        exam, scan = exam_of(self._args, target), scan_of(self._args, target)
        suites = tuple(for_one(file.suite, setup.server.name) for file in self._files)
        self._run_config = self._run_config._replace(suites=suites)
        self._configs = Configs(__version__, self._run_config, exam, scan)
        header = {**setup.header, **header_of(self._configs, self._given)}
        if suites:
            header[SUITES] = suites_document(self._files)
        self._keep_token(setup.server.target)
        secrets = (self._token, *secrets_of(suites).values())
        return setup._replace(header=header, secrets=secrets)

    def _keep_token(self, target: Target) -> None:
        """Our token is not for the server, unless the user refers to the same variable for it."""
        values = target.env if isinstance(target, Command) else target.headers
        referred = {v.variable for v in values.values() if isinstance(v, FromEnvironment)}
        if self._args.token_env not in referred:
            os.environ.pop(self._args.token_env, None)

    async def _work(self, talk: Talk) -> None:
        if not self._args.plan:
            self._recorder = talk.recorder
        progress = Progress(self._context.console, os.environ)
        over_http = isinstance(talk.target, Url)
        await probe(talk, self._run_config, self._announce, progress, over_http=over_http)
        exam = self._configs.exam
        if exam is not None and talk.line.guard is not None:  # not for the plan alone
            examiner = Examiner(talk.another_line, exam, talk.line.guard, progress)
            await examiner.run(without_run(self._run_config))

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
        console.fenced(text)
        once = [row.tool.name for row in plan if self._is_called_once(row, surface)]
        if once:
            called = for_terminal(", ".join(once))
            console.note(f"note: called once although they change something: {called}")
            console.note(f"note: cleaning up after these calls is up to you ({page('safety.md')})")
        return True

    def _is_called_once(self, row: Planned, surface: Surface) -> bool:
        """By a test of a suite, or without an argument that it demands, if it demands any."""
        if row.live.decision is not Decision.EXECUTE_ONCE:
            return False
        name, config = row.tool.name, self._run_config
        if any(case.tool == name for suite in config.suites for case in suite.cases):
            return True
        named = [tool for tool in surface.tools if tool.get("name") == name]
        return config.wants(missing_required.PROBE.id, name) and any(map(_may_demand, named))

    def _conclude(self) -> Outcome:
        # Imported while the server started.
        from mcptest_action.core.pipeline.outcome import outcome_of  # noqa: PLC0415

        exchanges = self._recorder.exchanges if self._recorder else ()
        outcome = outcome_of(exchanges, self._configs, self._given, self._context.now)
        noise = noise_warning(exchanges)
        if noise:
            self._context.console.note(f"warning: {for_terminal(noise)}")
        write_files(outcome, self._args.out, self._context.console, beside=1)
        return outcome


def _may_demand(tool: Item) -> bool:
    schema = tool.get("inputSchema")
    return isinstance(schema, dict) and any(
        schema.get(key) for key in ("required", "$ref", "allOf", "anyOf", "oneOf")
    )
