"""May we run a test on this server, and what does it send? Its request, then its bad requests.

A test that we may not run already has a ruling.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from mcptest_action.core.checks.probes import NO_TOOL, PROBES, Probe, Subject, lost_session
from mcptest_action.core.checks.results import (
    BadRequest,
    Case,
    CaseKind,
    Ruling,
    Skip,
    failed,
    inconclusive,
    skipped,
)
from mcptest_action.core.checks.samples import violations
from mcptest_action.core.checks.suite import SuiteSkip, holds_placeholder
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    CallTool,
    Reaction,
    Request,
    Script,
    Step,
    relayed,
    watched,
)
from mcptest_action.core.protocol.surface import made_up_name
from mcptest_action.core.safety import NO_SETTINGS, Decision, Planned, decided_by_name
from mcptest_action.core.text import did_you_mean
from .state import RunState
from .subject import NoSubject, subject_of, why_held_back


class ReadyCase(NamedTuple):
    """A test that can be run."""

    case: Case
    row: Planned | None = None
    """The tool in the plan; None for what is no tool."""
    subject: Subject | NoSubject = NO_TOOL
    """What its bad requests start from."""

    @property
    def serial(self) -> bool:
        """A test that changes something must not run beside other calls."""
        once = self.row is not None and self.row.live.decision is Decision.EXECUTE_ONCE
        return self.case.serial or once

    @property
    def withheld(self) -> bool:
        return self.row is not None and self.row.tool.withholds_results


_USES_UP = (
    "a test that the pull request adds must not use up the only call of a tool that changes "
    "something; it runs after the merge"
)


class Planner:
    """Knows the tools of the server."""

    def __init__(self, state: RunState) -> None:
        self._config = state.config
        self._rows = decided_by_name(state.plan)
        self._unknown = made_up_name(state.surface)
        self._tools: dict[str, Mapping[str, Any]] = {}
        for tool, row in zip(state.surface.tools, state.plan, strict=True):
            self._tools.setdefault(row.tool.name, tool)

    def plan(self, case: Case) -> ReadyCase | Ruling:
        if case.skip:
            return skipped(case.skip, SuiteSkip.MARKED)
        if case.elsewhere:
            because = f"it is for the server '{case.server}'"
            return skipped(because, SuiteSkip.OTHER_SERVER)
        if case.kind is not CaseKind.TOOL:
            return ReadyCase(case)
        row = self._rows.get(case.subject)
        if row is None:
            because = f"the server lists no tool '{case.subject}'"
            hint = did_you_mean(case.subject, self._tools)
            return failed(f"{because}, {hint}" if hint else because)
        if row.live.held_back is not None:
            because = f"{row.live.because} ({row.live.way_out})"
            # Bad requests that a test asks for are missing where they are not sent.
            left_out = skipped if case.negative_path is None else inconclusive
            return left_out(because, row.live.held_back)
        if case.added and row.live.decision is Decision.EXECUTE_ONCE:
            return skipped(_USES_UP, SuiteSkip.NOT_MERGED)
        if case.negative_path is None:
            return ReadyCase(case, row)
        return ReadyCase(case, row, self._subject(case, row))

    def _subject(self, case: Case, row: Planned) -> Subject | NoSubject:
        """The arguments of the test; if it has none, arguments that fit the tool's schema."""
        tool = self._tools[case.subject]
        settings = self._config.tools.get(case.subject, NO_SETTINGS)
        if case.args:
            settings = settings._replace(samples=(case.args,))
        subject = subject_of(tool, row.tool, settings)
        if isinstance(subject, NoSubject):
            return subject
        wrong = violations(subject.schema, subject.arguments)
        if wrong and not holds_placeholder(subject.arguments):
            return NoSubject(f"the test's args do not fit the tool's schema: {wrong[0]}")
        return subject._replace(unknown=self._unknown)


Result = TypeVar("Result")
_PROBES = {probe.id: probe for probe in PROBES}


class CaseReactions(NamedTuple):
    reaction: Reaction | None
    """To the request itself; None where only bad ones were sent."""
    bad_requests: tuple[BadRequest, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    """All of them."""

    @property
    def broke(self) -> bool:
        """Whether we can no longer trust the connection."""
        return any(isinstance(r, BROKEN) or lost_session(r) for r in self.reactions)


def case_script(ready: ReadyCase) -> Script[CaseReactions]:
    """A test with bad requests but no expectations of its own sends nothing else."""
    case = ready.case
    log: list[tuple[Step, Reaction]] = []
    reaction: Reaction | None = None
    if case.negative_path is None or case.expect:
        request = request_of(case)
        reaction = yield request
        log.append((request, reaction))
    rulings: list[BadRequest] = []
    for check in case.negative_path.checks if case.negative_path else ():
        probe = _PROBES[check]
        broke = CaseReactions(None, (), tuple(r for _, r in log)).broke
        ruling = yield from _ruled(ready, probe, log, broke=broke)
        rulings.append(BadRequest(check, probe.fault, ruling))
    return CaseReactions(reaction, tuple(rulings), tuple(r for _, r in log))


def request_of(case: Case) -> CallTool | Request:
    if case.kind is CaseKind.TOOL:
        return CallTool(case.subject, case.args, case.timeout_s)
    params: dict[str, Any] = {"uri": case.subject}
    if case.kind is CaseKind.PROMPT:
        params = {"name": case.subject, "arguments": case.args}
    return Request(_METHOD[case.kind], params, timeout_s=case.timeout_s)


_METHOD = {CaseKind.RESOURCE: "resources/read", CaseKind.PROMPT: "prompts/get"}


def _ruled(
    ready: ReadyCase, probe: Probe, log: list[tuple[Step, Reaction]], *, broke: bool
) -> Script[Ruling]:
    if broke:
        return inconclusive("not sent: the connection had broken before")
    subject, row = ready.subject, ready.row
    held = None if row is None else why_held_back(probe, row)
    if held is not None:
        return held
    if isinstance(subject, NoSubject):
        return skipped(subject.because, Skip.NO_SAMPLE)
    script = _hurried(probe.script(subject), ready.case.timeout_s)
    return (yield from watched(script, log))


def _hurried(script: Script[Result], timeout_s: float | None) -> Script[Result]:
    """The same script; its calls wait no longer than the test."""

    def hurried(step: Step) -> Step:
        # None of them has a time limit of its own.
        return step._replace(timeout_s=timeout_s) if isinstance(step, CallTool) else step

    return relayed(script, hurried)
