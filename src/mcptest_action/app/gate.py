"""`gate`: request to transcript, transcript to outcome, outcome to files, and then publishing."""

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.gate_request import GateInputs, GateRequest, circumstances, read_inputs
from mcptest_action.app.publisher import GateResult, Publisher
from mcptest_action.app.takeover import Takeover
from mcptest_action.core.pipeline import FORMAT_OF, render, reports_of
from mcptest_action.core.pipeline.judging import Outcome, judge
from mcptest_action.core.policy import Level, omission_lines
from mcptest_action.core.text import flag, unusable


def gate(request: GateRequest, context: Context) -> Outcome | None:
    """The outcome, written to files; None when only the plan was asked for."""
    request.files.check()
    inputs = read_inputs(request, context.now)
    takeover = Takeover(request.files, context)
    outcome = (_live if inputs.live else _offline)(request, inputs, takeover, context)
    if outcome is not None:
        text = render(outcome.report, request.form, colour=context.console.colour)
        context.console.report(text)
        request.files.write_copies(outcome, context)
        takeover.finish()
    return outcome


def publish(request: GateRequest, outcome: Outcome | None, publisher: Publisher) -> ExitCode:
    if outcome is None:
        publisher.tell_plan(request.publishing)
        return ExitCode.OK
    failed = outcome.report.verdict.level is Level.FAIL and not request.publishing.report_only
    code = ExitCode.GATE_FAILED if failed else ExitCode.OK
    annotations = outcome.files[FORMAT_OF["annotations"].file]
    result = GateResult(outcome.report, code, request.files.written(outcome), annotations)
    publisher.tell(request.publishing, result)
    return code


def _live(
    request: GateRequest, inputs: GateInputs, takeover: Takeover, context: Context
) -> Outcome | None:
    # Imported late: --help and a verdict on artifacts don't need the code that runs a server.
    from mcptest_action.app.live_gate import LiveGate  # noqa: PLC0415

    live = LiveGate(request, inputs, takeover, context)
    _note(request, inputs, context)
    return live.run()


def _offline(
    request: GateRequest, inputs: GateInputs, takeover: Takeover, context: Context
) -> Outcome:
    if not request.artifacts:
        ways = f"{flag('server-command')} or {flag('server-url')}"
        hint = f"add {ways}, or an artifact such as {flag('run-report')}"
        raise unusable("mcptest gate", "there is neither a server nor an artifact", hint)
    _note(request, inputs, context)
    report = judge(inputs.given, context.now)
    outcome = Outcome(report, reports_of(report))
    takeover.begin()
    request.files.write(outcome, context)
    return outcome


def _note(request: GateRequest, inputs: GateInputs, context: Context) -> None:
    for note in circumstances(request, inputs):
        context.remark(note)
    for warning in omission_lines(inputs.given.policy):
        context.warn(warning)
