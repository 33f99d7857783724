"""Send an argument that the tool does not have.

**Why it matters.** A schema with `additionalProperties: false` promises that a misspelt argument
is noticed.

**Sends** a valid call with one more argument, `mcptest_unexpected`.

**Passes when** the server rejects the call with a JSON-RPC error or a tool error.

**Fails when** the server answers with a result, does not answer, or breaks the connection.

**Not applicable** to tools whose schema allows other arguments: only `additionalProperties:
false`, or what amounts to it through `unevaluatedProperties`, `$ref` and `allOf`, forbids them.

**Remedy.** Validate the arguments against the tool's own `inputSchema`, or allow what you do not
mind.
"""

from typing import Any

from mcptest_action.core.checks.results import Family, Ruling, not_applicable
from mcptest_action.core.protocol.exchange import CallTool, Provenance, Script
from .contract import must_reject
from .model import Aim, Probe, Subject
from .spoil import refuter

EXTRA = "mcptest_unexpected"
# One of each type: a schema that accepts any of them for an unlisted argument does not forbid it.
_VALUES: tuple[Any, ...] = ("mcptest", 1, 1.5, True, None, [], {})


def script(subject: Subject) -> Script[Ruling]:
    refutes = refuter(subject.schema)
    if not all(refutes({**subject.arguments, EXTRA: value}) for value in _VALUES):
        return not_applicable("the schema allows arguments that it does not list")
    return must_reject((yield CallTool(subject.name, {**subject.arguments, EXTRA: "mcptest"})))


PROBE = Probe(
    id="extra_field",
    fault="FAULT-SCHEMA-UNEXPECTED-FIELD",
    family=Family.SCHEMA,
    aim=Aim.BAD_REQUEST,
    contract="rejection when additionalProperties is false",
    doc=__doc__,
    script=script,
    sends=Provenance.REFUSABLE,
)
