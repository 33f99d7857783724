"""A test on the way into the file."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import Reaction, Replied, RpcError
from mcptest_action.core.safety import Planned

REVIEW = "review before first run"
"""How the comment begins above a test that nobody has let run yet."""
Assertion = Mapping[str, Any]
"""An expectation as it stands in the file: `target`, and one matcher."""


ANSWERED: Assertion = {"target": "result", "exists": True}


class ObservedTool(NamedTuple):
    """A tool, and what it answered while the suite was written."""

    row: Planned
    tool: Mapping[str, Any]
    arguments: Mapping[str, Any] | None
    """None where none could be made."""
    no_arguments: str = ""
    """Why there are none."""
    reactions: tuple[Reaction, ...] = ()
    """Of each call of it; none, where it was not called."""
    not_called: str = ""
    """Why not, where it was meant to be."""


class DraftCase(NamedTuple):
    name: str
    tool: str
    arguments: Mapping[str, Any]
    expect: tuple[Assertion, ...]
    comments: tuple[str, ...]
    hints: tuple[Assertion, ...] = ()
    """Expectations that stand in the file as comments: they do not hold yet."""
    serial: bool = False
    skip: str = ""


def answer_of(reaction: Reaction) -> Mapping[str, Any]:
    """By the first word of a target; empty if there was no answer."""
    match reaction:
        case Replied(result):
            return {"result": result}
        case RpcError(code, message, data):
            return {"error": {"code": code, "message": message, "data": data}}
        case _:
            return {}
