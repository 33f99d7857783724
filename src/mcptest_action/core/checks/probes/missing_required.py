"""Leave out a required argument.

**Why it matters.** A server that runs a tool without an argument it declared as required works
with nothing, or with whatever its language makes of nothing.

**Sends** a valid call without its first required argument.

**Passes when** the server rejects the call with a JSON-RPC error or a tool error.

**Fails when** the server answers with a result, does not answer, or breaks the connection.

**Not applicable** to tools that require nothing.

**Remedy.** Validate the arguments against the tool's own `inputSchema` before the tool runs.
"""

from mcptest_action.core.checks.results import Family, Ruling, not_applicable
from mcptest_action.core.protocol.exchange import CallTool, Provenance, Script
from .contract import must_reject
from .model import Aim, Probe, Subject
from .spoil import refuter, required_arguments, without


def script(subject: Subject) -> Script[Ruling]:
    required = next(required_arguments(subject, refuter(subject.schema)), None)
    if required is None:
        return not_applicable("the tool requires no argument")
    return must_reject((yield CallTool(subject.name, without(subject, required))))


PROBE = Probe(
    id="missing_required",
    fault="FAULT-SCHEMA-MISSING-REQUIRED",
    family=Family.SCHEMA,
    aim=Aim.HARMLESS_BAD_REQUEST,
    contract="an invalid-params-class error",
    doc=__doc__,
    script=script,
    sends=Provenance.REFUSABLE,
)
