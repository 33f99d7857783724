"""Call a tool that does not exist.

**Why it matters.** A client that misspells a tool, or lists an older version of the server, must
be told. A server that answers as if all were well hides the mistake until something depends on the
answer.

**Sends** `tools/call` with the name `mcptest_no_such_tool` and no arguments. To a server that
lists a tool of this name, another one that it does not list.

**Passes when** the server rejects the call with a JSON-RPC error or a tool error.

**Fails when** the server answers with a result, does not answer, or breaks the connection.

**Remedy.** Look the name up before anything else, and answer with error -32602 when it is not
there.
"""

from mcptest_action.core.checks.results import Family, Ruling
from mcptest_action.core.protocol.exchange import CallTool, Provenance, Script
from .contract import must_reject
from .model import Aim, Probe, Subject


def script(subject: Subject) -> Script[Ruling]:
    return must_reject((yield CallTool(subject.unknown, {})))


PROBE = Probe(
    id="unknown_tool",
    fault="FAULT-PROTO-UNKNOWN-METHOD",
    family=Family.PROTOCOL,
    aim=Aim.NO_TOOL,
    contract="a method-not-found-class error",
    doc=__doc__,
    script=script,
    sends=Provenance.REFUSABLE,
)
