"""Send a value of the right type that the schema rules out.

**Why it matters.** Limits, patterns and enumerations are promises to callers and a first line of
defence.

**Sends** a valid call in which one argument breaks `minimum`, `maximum`, a length, `pattern` or
`enum`.

**Passes when** the server rejects the call with a JSON-RPC error or a tool error.

**Fails when** the server answers with a result, does not answer, or breaks the connection.

**Not applicable** to tools whose schema sets no such limit. A `format` is no limit: few servers
check one.

**Remedy.** Validate the arguments against the tool's own `inputSchema`, or drop limits that you do
not mean.
"""

from collections.abc import Iterator
from typing import Any

from mcptest_action.core.checks.results import Family, Ruling, not_applicable
from mcptest_action.core.protocol.exchange import CallTool, Provenance, Script
from .contract import must_reject
from .model import Aim, Probe, Subject
from .spoil import spoiled_arguments

_FAR = (10**9, 10**16)  # beyond most limits, and beyond what JavaScript counts exactly
_LONG = 10_000


def script(subject: Subject) -> Script[Ruling]:
    arguments = spoiled_arguments(subject, _beyond)
    if arguments is None:
        return not_applicable("no argument has a limit that could be broken")
    return must_reject((yield CallTool(subject.name, arguments)))


def _beyond(value: Any) -> Iterator[Any]:
    """Values of the same type, which only a limit can rule out."""
    match value:
        case bool():
            return
        case int() | float():
            numbers = (-1, 0, *_FAR, *(-far for far in _FAR))
            yield from (type(value)(number) for number in numbers)
        case str():
            yield from ("mcptest-out-of-range", "", "x" * _LONG)
        case list():
            yield from ([], value * 1000)
        case _:
            return


PROBE = Probe(
    id="out_of_range",
    fault="FAULT-SCHEMA-OUT-OF-RANGE",
    family=Family.SCHEMA,
    aim=Aim.BAD_REQUEST,
    contract="an error",
    doc=__doc__,
    script=script,
    sends=Provenance.REFUSABLE,
)
