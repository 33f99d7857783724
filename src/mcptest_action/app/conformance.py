"""`conformance run`: talk to a server, then say which requirements of the protocol it meets."""

import asyncio
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.examiner import Examiner
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.probing import Prober
from mcptest_action.app.session import OutOfTimeError, Unready, reached, talk
from mcptest_action.app.setup import Setup, Tape
from mcptest_action.app.target import TargetRequest, server_of
from mcptest_action.core.checks.conformance import (
    ConformanceReport,
    ExamConfig,
    Examined,
    Expected,
    Introduction,
    RunPart,
    Selection,
    answer_in,
    broke_at_once,
    conformance_report,
    exam_document,
    examine,
    load_expected,
    probes_for,
    run_part_of,
    without_run,
)
from mcptest_action.core.checks.run import Rebuilt, RunConfig, config_document, rebuild
from mcptest_action.core.protocol.target import address_of
from mcptest_action.core.render.conformance_formats import CONFORMANCE_FORMATS, ConformanceView
from mcptest_action.core.render.safety import safety_pretty
from mcptest_action.shell.files import POLICY_LIMIT, read_text
from mcptest_action.shell.warm_up import CHECKS, MODELS, warm_up

BADGES = ("T1", "T2", "T3")


class ConformanceRequest(NamedTuple):
    target: TargetRequest
    selection: Selection
    transcript: str | None
    expected_failures: str | None
    fail_on: str | None
    min_badge: str | None
    form: str
    verbose: bool
    output: str | None

    @property
    def demands(self) -> list[str]:
        """What the exit code depends on, in the user's words."""
        asked = {"--fail-on": self.fail_on, "--min-badge": self.min_badge}
        return [f"{flag} {value}" for flag, value in asked.items() if value]


def run(request: ConformanceRequest, context: Context) -> ExitCode:
    expected = _expected(request.expected_failures)
    exam = Exam(request, context)
    with context.replacing(request.output):
        examined = exam.examined()
    report = conformance_report(examined, exam.config, expected)
    view = ConformanceView(request.verbose, request.target.config.file)
    context.deliver(CONFORMANCE_FORMATS[request.form](report, view), request.output)
    for name in report.expectations.without_counterpart if report.expectations else ():
        context.console.note(f"note: {name} needs fixtures that only SDKs have; no check here")
    if request.transcript is None and any(row.failed_in for row in report.rows):
        context.console.note("note: evidence is by lines of a transcript: see --transcript FILE")
    if report.partial and request.min_badge:
        context.console.note(f"note: the badge is that of a part of the checks: {report.partial}")
    if not _fails(report, request):
        return ExitCode.OK
    context.console.note(f"exit 1: {_unmet(report, request)}")
    return ExitCode.GATE_FAILED


class Exam:
    """The examination of one server: a conversation, and what follows from its transcript."""

    def __init__(self, request: ConformanceRequest, context: Context) -> None:
        target, self._context = request.target, context
        server = server_of(target)
        self.config = ExamConfig(request.selection, address_of(server.target))
        self._run = RunConfig(
            choice=target.choice,
            execution=target.execution,
            tools=target.config.tools,
            only=probes_for(self.config),
        )
        header = {"run": config_document(self._run), "conformance": exam_document(self.config)}
        self._setup = Setup(server, target, context, request.transcript, header)
        self._tape = Tape()
        self._met: Introduction | None = None
        """The server on its first line, which is free for more where no tool is called on it."""

    def examined(self) -> Examined:
        warm_up(CHECKS, MODELS)
        try:
            talk(self._talk)
        except OutOfTimeError:
            if self._tape.exchanges is None:
                raise
        exchanges = self._tape.exchanges or ()
        return examine(exchanges, self.config, self._part(), self._context.version)

    async def _talk(self) -> None:
        part = without_run(self._run)
        async with reached(self._setup, self._tape) as server:
            if isinstance(server, Unready):
                await Examiner(server, self.config, self._context).run(part)
                return
            await server.prepare()
            if self._run.only:
                self._context.console.fenced(safety_pretty(server.name, server.plan))
            if not part.config.calls_tools and self.config.goes_on_in(server.surface.era.version):
                said = server.exchanges
                self._met = Introduction(
                    server.hello, answer_in(said), server.surface, broken=broke_at_once(said)
                )
            examiner = Examiner(server, self.config, self._context)
            async with asyncio.TaskGroup() as group:  # one tool may take as long as all the rest
                group.create_task(examiner.run(part._replace(met=self._met)))
                if self._run.only:
                    group.create_task(Prober(server, self._run, self._context).run())

    def _part(self) -> RunPart:
        part = without_run(self._run)
        if self._run.only:
            exchanges = self._tape.exchanges or ()
            run = rebuild(exchanges, self._run, self._context.version, relisted=False)
            part = run_part_of(run) if isinstance(run, Rebuilt) else part
        return part._replace(met=self._met)


def _expected(file: str | None) -> Expected | None:
    return None if file is None else load_expected(read_text(file, POLICY_LIMIT), file)


def _unmet(report: ConformanceReport, request: ConformanceRequest) -> str:
    """Which demand is not met, for the reader of the log."""
    if report.incomplete:
        return "the examination is incomplete"
    if not report.counts.total:
        return "no check was counted"
    if report.expectations and report.expectations.surprise:
        return f"{request.expected_failures} does not say what was found"
    asked = " ".join(request.demands)
    return f"not every demand is met ({asked}); the badge is {report.badge}"


def _fails(report: ConformanceReport, request: ConformanceRequest) -> bool:
    """Whether the flags make this a failure. An incomplete examination meets no demand."""
    if not (request.demands or request.expected_failures):
        return False
    counts = report.counts
    failed = {
        "must": counts.must_failed,
        "should": counts.must_failed + counts.should_failed,
    }.get(request.fail_on or "", 0)
    ranking = (*BADGES, "F")
    too_low = ranking.index(report.badge) > ranking.index(request.min_badge or "F")
    surprise = report.expectations is not None and report.expectations.surprise
    return bool(failed or too_low or surprise or report.incomplete or not counts.total)
