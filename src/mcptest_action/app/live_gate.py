"""A gate on a live server: talk, then conclude; always write what was collected."""

import os
from contextlib import suppress

from mcptest_action.app.context import Context
from mcptest_action.app.examiner import Examiner
from mcptest_action.app.gate_request import GateInputs, GateRequest
from mcptest_action.app.probing import Prober, note_called_once
from mcptest_action.app.session import OutOfTimeError, Session, Unready, reached, talk
from mcptest_action.app.setup import Setup, Tape
from mcptest_action.app.suites import source_of
from mcptest_action.app.takeover import Takeover
from mcptest_action.app.target import server_of
from mcptest_action.core.checks.conformance import ExamConfig, without_run
from mcptest_action.core.checks.probes import CHECKS
from mcptest_action.core.checks.run import RunConfig, check_samples
from mcptest_action.core.checks.suite import for_one, secrets_of
from mcptest_action.core.pipeline.configs import Configs, ScanConfig
from mcptest_action.core.pipeline.header import header_document
from mcptest_action.core.pipeline.judging import Outcome
from mcptest_action.core.protocol.target import Target, address_of, variables_of
from mcptest_action.core.protocol.transcript import noise_warning
from mcptest_action.core.render.safety import safety_pretty
from mcptest_action.core.request import DEEP_SCAN_SWITCH
from mcptest_action.core.text import (
    InputError,
    MachineError,
    did_you_mean,
    flag,
    misspelt,
    unusable,
)
from mcptest_action.shell.warm_up import warm_up

PROBE_IDS = tuple(check.id for check in CHECKS)
_OUTCOME = "mcptest_action.core.pipeline.outcome"


class LiveGate:
    def __init__(
        self, request: GateRequest, inputs: GateInputs, takeover: Takeover, context: Context
    ) -> None:
        self._request, self._inputs, self._context = request, inputs, context
        self._takeover = takeover
        self._token = os.environ.get(request.token_env, "").strip()
        self._config = self._run_config()
        self._tape = Tape()
        self._accepted = False
        """Whether the server lists every tool that the request names."""

    def run(self) -> Outcome | None:
        """The outcome; None when only the plan was asked for."""
        if not self._request.plan:
            warm_up(_OUTCOME)
        setup, configs = self._prepared()
        try:
            self._begun(setup, configs)
        except OutOfTimeError:
            if self._request.plan or self._tape.exchanges is None:
                raise
        except KeyboardInterrupt:
            if not self._request.plan and self._tape.exchanges is not None:
                with suppress(InputError):  # too early: there is nothing to write yet
                    outcome = self._concluded(configs)
                    self._request.files.write_copies(outcome, self._context)
                    self._takeover.finish()
            raise
        return None if self._request.plan else self._concluded(configs)

    def _begun(self, setup: Setup, configs: Configs) -> None:
        """Talk, in place of the last run. A name that the server does not list deletes nothing."""
        if self._request.plan:
            talk(lambda: self._talk(setup, configs))
            return
        self._takeover.begin()
        try:
            talk(lambda: self._talk(setup, configs))
        except MachineError:
            raise
        except InputError:
            if not self._accepted:
                self._takeover.take_back()
            raise
        finally:
            self._takeover.forget_last()

    def _run_config(self) -> RunConfig:
        request, target = self._request, self._inputs.target
        allowed = os.environ.get(DEEP_SCAN_SWITCH) == "true"
        lacks = _lacking_switch(asked=request.deep_scan, allowed=allowed)
        if request.deep_scan and lacks:
            self._context.remark(f"the deep scan is off: it also needs {lacks}")
        self._check_probes()
        return RunConfig(
            choice=target.choice,
            execution=target.execution,
            tools=target.config.tools,
            only=request.only,
            skip=request.skip,
            deep_scan=request.deep_scan and allowed,
            deep_scan_lacks=lacks,
            source=source_of(os.environ),
        )

    def _prepared(self) -> tuple[Setup, Configs]:
        """The server to talk to, and what to do there."""
        request, inputs = self._request, self._inputs
        server = server_of(inputs.target)
        address = address_of(server.target)
        suites = tuple(for_one(file.suite, server.name) for file in inputs.suites)
        self._config = self._config._replace(suites=suites)
        configs = Configs(
            self._context.version,
            self._config,
            ExamConfig(address=address) if request.examines else None,
            ScanConfig(address, inputs.baseline) if request.scans else None,
            inputs.ready,
        )
        self._keep_token(server.target)
        setup = Setup(
            server,
            inputs.target,
            self._context,
            None if request.plan else request.files.transcript,
            header_document(configs, inputs.given, inputs.suites),
            secrets_of(suites),
            (self._token,),
        )
        return setup, configs

    def _keep_token(self, target: Target) -> None:
        """Keep our token from the server, unless the user refers to the same variable for it."""
        if self._request.token_env not in variables_of(target):
            os.environ.pop(self._request.token_env, None)

    async def _talk(self, setup: Setup, configs: Configs) -> None:
        plan_only = self._request.plan
        async with reached(
            setup, self._tape, without_hello=not plan_only, without_entry=False
        ) as session:
            if isinstance(session, Unready):
                await self._examine_unready(session, configs)
                return
            await session.prepare()
            self._check_names(session)
            config = setup.config
            check_samples(session.surface.tools, config.tools, config.file)
            self._accepted = True
            text = safety_pretty(session.name, session.plan)
            if self._request.plan:
                self._context.console.report(text)
                return
            self._context.console.fenced(text)
            try:
                await Prober(session, self._config, self._context).run_relisted()
                if configs.exam is not None:
                    examiner = Examiner(session, configs.exam, self._context)
                    await examiner.run(without_run(self._config))
            finally:
                note_called_once(session, self._context)

    async def _examine_unready(self, server: Unready, configs: Configs) -> None:
        """A server that answers, but says no hello: no tool is known, and there is a report."""
        self._accepted = True
        if configs.exam is not None:
            await Examiner(server, configs.exam, self._context).run(without_run(self._config))

    def _concluded(self, configs: Configs) -> Outcome:
        # Imported while the server started.
        from mcptest_action.core.pipeline.outcome import outcome_of  # noqa: PLC0415

        exchanges = self._tape.exchanges or ()
        outcome = outcome_of(exchanges, configs, self._inputs.given, self._context.now)
        noise = noise_warning(exchanges)
        if noise:
            self._context.warn(noise)
        self._request.files.write(outcome, self._context, transcript=True)
        return outcome

    def _check_probes(self) -> None:
        """Find a misspelt probe before anything is started.

        The tools are not known yet. A name that isn't a near miss is left to `_check_names`;
        users who have a tool of such a name say so in the file.
        """
        config = self._inputs.target.config
        for option, name in self._named():
            if name in PROBE_IDS or name in config.tools:
                continue
            meant = misspelt(name, PROBE_IDS)
            if meant is not None:
                what = f"'{name}' is neither a probe nor a tool that {config.file} names"
                hint = f"did you mean {meant}? or is it a tool? then add {name}: {{}} under tools:"
                raise unusable(flag(option), what, hint)

    def _check_names(self, session: Session) -> None:
        """A misspelt probe or tool would silently test nothing, or everything."""
        known = (*PROBE_IDS, *(row.tool.name for row in session.plan))
        for option, name in self._named():
            if name not in known:
                hint = did_you_mean(name, known) or f"probes: {', '.join(PROBE_IDS)}"
                raise unusable(flag(option), f"'{name}' is neither a probe nor a tool", hint)

    def _named(self) -> list[tuple[str, str]]:
        only, skip = self._request.only, self._request.skip
        return [*(("only", name) for name in only), *(("skip", name) for name in skip)]


def _lacking_switch(*, asked: bool, allowed: bool) -> str:
    """The other switch of the deep scan, if only one of the two is on."""
    if asked is allowed:
        return ""
    return f"{DEEP_SCAN_SWITCH}=true in the environment" if asked else "--deep-scan"
