"""What `mcptest safety --check` fails for."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.safety.read_declaration import CONFIRMATION_KEY
from mcptest_action.core.safety.stability import Unstable


class Complaint(NamedTuple):
    tool: str
    what: str

    @property
    def sentence(self) -> str:
        return f"{self.tool or 'without a name'}: {self.what}"


def complaints(plan: Sequence[Planned], unstable: Sequence[Unstable]) -> tuple[Complaint, ...]:
    """Everything that a server's author should change, tool by tool."""
    return tuple(_complaints(plan, unstable))


def _complaints(plan: Sequence[Planned], unstable: Sequence[Unstable]) -> Iterator[Complaint]:
    for row in plan:
        tool = row.tool
        for conflict in tool.conflicts:
            yield Complaint(tool.name, conflict)
        for where, problem in tool.malformed:
            yield Complaint(tool.name, f"{where}: {problem}; it is ignored")
        if tool.is_unconfirmed:
            what = f"is destructive ({tool.because}), but does not declare {CONFIRMATION_KEY}: true"
            yield Complaint(tool.name, f"{what} in its _meta")
    yield from (Complaint(name, because) for name, because in unstable)
