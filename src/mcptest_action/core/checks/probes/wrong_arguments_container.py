"""Send a list where the arguments belong.

**Why it matters.** `arguments` is an object by the protocol. A server that reads past that reads
anything.

**Sends** `tools/call` with `arguments` set to a list.

**Passes when** the server rejects the call with a JSON-RPC error or a tool error.

**Fails when** the server answers with a result, does not answer, or breaks the connection.

**Remedy.** Check the shape of a request before you look into it; an SDK does this for you.
"""

from mcptest_action.core.checks.results import Family, Ruling
from mcptest_action.core.protocol.exchange import CallTool, Script
from .contract import must_reject
from .model import Aim, Probe, Subject


def script(subject: Subject) -> Script[Ruling]:
    return must_reject((yield CallTool(subject.name, ["mcptest"])))


PROBE = Probe(
    id="wrong_arguments_container",
    fault="FAULT-PROTO-ARGUMENTS-CONTAINER",
    family=Family.PROTOCOL,
    aim=Aim.BAD_REQUEST,
    contract="an error",
    doc=__doc__,
    script=script,
    once=True,
)
