"""Send null for an argument that may not be null.

**Why it matters.** Languages disagree about null: what one calls missing, another passes on until
it is used.

**Sends** a valid call in which one required argument is null.

**Passes when** the server rejects the call with a JSON-RPC error or a tool error.

**Fails when** the server answers with a result, does not answer, or breaks the connection.

**Not applicable** to tools that require no argument, or none that may not be null. For an argument
that may be left out, null often means just that.

**Remedy.** Validate the arguments against the tool's own `inputSchema`, or add null to the type.
"""

from mcptest_action.core.checks.results import Family, Ruling, not_applicable
from mcptest_action.core.protocol.exchange import CallTool, Provenance, Script
from .contract import must_reject
from .model import Aim, Probe, Subject
from .spoil import refuter, required_arguments


def script(subject: Subject) -> Script[Ruling]:
    refutes = refuter(subject.schema)
    # Only required arguments: for an optional one, many clients send null to mean "left out".
    for name in required_arguments(subject, refutes):
        arguments = {**subject.arguments, name: None}
        if refutes(arguments):
            return must_reject((yield CallTool(subject.name, arguments)))
    return not_applicable("no required argument forbids null")


PROBE = Probe(
    id="null_argument",
    fault="FAULT-SCHEMA-NULL-ARGUMENT",
    family=Family.SCHEMA,
    aim=Aim.BAD_REQUEST,
    contract="an error",
    doc=__doc__,
    script=script,
    sends=Provenance.REFUSABLE,
)
