"""What a probe is, what it is given, and what it finds."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Family, Ruling
from mcptest_action.core.protocol.exchange import NO_SUCH, Provenance, Reaction, Script


class Aim(StrEnum):
    """What a probe sends, which decides where it may be sent."""

    NO_TOOL = "no_tool"
    """Nothing that reaches a tool; once per server."""
    BAD_REQUEST = "bad_request"
    """Arguments that a tool should refuse: tools that may be called."""
    HARMLESS_BAD_REQUEST = "harmless_bad_request"
    """One that no tool can act on; also, once, tools that change something."""
    VALID_CALL = "valid_call"
    """Arguments that a tool should accept: tools that may be called freely."""
    GOODBYE = "goodbye"
    """The end of the connection; once per server, after everything else."""


class Subject(NamedTuple):
    """The tool under test, and arguments that it should accept."""

    name: str
    schema: Mapping[str, Any]
    arguments: Mapping[str, Any]
    withheld: bool = False
    """Its results may be seen by nobody."""
    unknown: str = f"{NO_SUCH}tool"
    """No tool of this server has a name that begins like this."""
    worked: bool = False
    """The same arguments got a result earlier in this run."""
    ordinary: str = "tools/list"
    """A method that this server has to answer."""


NO_TOOL = Subject("", {}, {})


class Probe(NamedTuple):
    id: str
    fault: str
    """The id of the fault in the taxonomy."""
    family: Family
    aim: Aim
    contract: str
    doc: str
    script: Callable[[Subject], Script[Ruling]]
    once: bool = False
    """Once per server, on the first tool that it may be sent to: it tests no tool's own code."""
    without_tool: bool = False
    """Runs without a tool where there is none that it may be sent to."""
    side_by_side: bool = False
    """Makes several calls at once, which proves something only where that is allowed."""
    taxing: bool = False
    """Heavy by design: a tool that does not bear it may still bear the other probes."""
    negative_path: bool = True
    """Whether it counts among the bad requests of `negative_path`."""
    sends: Provenance = Provenance.ODD
    """What it sends. Unless it says otherwise, nothing ordinary is ruled on after it."""


class RequestKind(StrEnum):
    """What a step asked of the server, as far as reviews care."""

    SOMETHING_ELSE = "something_else"
    NO_SUCH_TOOL = "no_such_tool"
    BAD_REQUEST = "bad_request"
    VALID_CALL = "valid_call"


class Observation(NamedTuple):
    """What a probe asked, and the reaction."""

    kind: RequestKind
    reaction: Reaction
    withheld: bool = False
    """Nobody may see what it says; how it ended is seen all the same."""
    subject: Subject = NO_TOOL
    """The tool that was asked; for a valid call, with the arguments that were sent."""


class Review(NamedTuple):
    """A probe that sends nothing: it looks back at what the others caused."""

    id: str
    fault: str
    family: Family
    contract: str
    doc: str
    rule: Callable[[Iterable[Observation]], Ruling]
