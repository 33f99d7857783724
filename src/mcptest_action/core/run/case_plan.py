"""May a test be run on this server, and with what? What may not has a ruling already."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.probes.model import NO_TOOL, Ruling, Status, Subject, failed
from mcptest_action.core.run.schedule import unknown_name
from mcptest_action.core.run.state import RunState
from mcptest_action.core.run.subject import NoSubject, subject_of
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.declaration import NO_SETTINGS
from mcptest_action.core.safety.plan import Planned, decided_by_name
from mcptest_action.core.samples.validator import violations
from mcptest_action.core.suggestion import did_you_mean
from mcptest_action.core.suite.model import Case, Kind
from mcptest_action.core.suite.skip import SuiteSkip
from mcptest_action.core.suite.variables import holds_placeholder


class Ready(NamedTuple):
    """A test that can be run."""

    case: Case
    row: Planned | None = None
    """The tool in the plan; None for what is no tool."""
    subject: Subject | NoSubject = NO_TOOL
    """What its bad requests start from."""

    @property
    def serial(self) -> bool:
        """What changes something must not meet other calls on its way."""
        once = self.row is not None and self.row.live.decision is Decision.EXECUTE_ONCE
        return self.case.serial or once

    @property
    def withheld(self) -> bool:
        return self.row is not None and self.row.tool.withholds_results


class Planner:
    """Knows the tools of the server."""

    def __init__(self, state: RunState) -> None:
        self._config = state.config
        self._rows = decided_by_name(state.plan)
        self._unknown = unknown_name(state.surface)
        self._tools: dict[str, Mapping[str, Any]] = {}
        for tool, row in zip(state.surface.tools, state.plan, strict=True):
            self._tools.setdefault(row.tool.name, tool)

    def plan(self, case: Case) -> Ready | Ruling:
        if case.skip:
            return Ruling(Status.SKIPPED, case.skip, SuiteSkip.MARKED)
        if case.elsewhere:
            because = f"it is for the server '{case.server}'"
            return Ruling(Status.SKIPPED, because, SuiteSkip.OTHER_SERVER)
        if case.kind is not Kind.TOOL:
            return Ready(case)
        row = self._rows.get(case.subject)
        if row is None:
            because = f"the server lists no tool '{case.subject}'"
            hint = did_you_mean(case.subject, self._tools)
            return failed(f"{because}, {hint}" if hint else because)
        if row.live.held_back is not None:
            because = f"{row.live.because} ({row.live.way_out})"
            return Ruling(Status.SKIPPED, because, row.live.held_back)
        if case.negative_path is None:
            return Ready(case, row)
        return Ready(case, row, self._subject(case, row))

    def _subject(self, case: Case, row: Planned) -> Subject | NoSubject:
        """The arguments of the test, or, where it has none, such as fit the tool's schema."""
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
