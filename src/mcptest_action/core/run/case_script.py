"""What a test sends: its request, then its bad requests."""

from typing import Any, NamedTuple, TypeVar

from mcptest_action.core.checks.pump import relayed, watched
from mcptest_action.core.checks.ruling import Ruling, Skip, inconclusive, skipped
from mcptest_action.core.exchange.reaction import BROKEN, Reaction
from mcptest_action.core.exchange.step import CallTool, Request, Script, Step
from mcptest_action.core.probes.catalogue import PROBES
from mcptest_action.core.probes.model import Probe
from mcptest_action.core.probes.off_topic import lost_session
from mcptest_action.core.run.case_plan import ReadyCase
from mcptest_action.core.run.model import BadRequest
from mcptest_action.core.run.selection import why_held_back
from mcptest_action.core.run.subject import NoSubject
from mcptest_action.core.suite.model import Case, CaseKind

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
        """Whether the connection cannot be trusted any more."""
        return any(isinstance(r, BROKEN) or lost_session(r) for r in self.reactions)


def case_script(ready: ReadyCase) -> Script[CaseReactions]:
    """With bad requests and no expectations of its own, a test sends nothing else."""
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
    """The same script; its calls wait no longer than the test does."""

    def hurried(step: Step) -> Step:
        # None of them has a time of its own to keep to.
        return step._replace(timeout_s=timeout_s) if isinstance(step, CallTool) else step

    return relayed(script, hurried)
