"""Send an argument that is nested 500 levels deep.

**Why it matters.** A recursive reader without a limit overflows its stack, and one request ends
the server.

**Sends** a valid call in which one argument is a list in a list in a list, 500 times; then
`tools/list`.

**Passes when** the server still answers. A server that cannot read the call cannot answer it, and
need not; HTTP status 400 says just that.

**Fails when** the server dies, hangs, breaks the connection, or answers with another bare HTTP
error.

**Remedy.** Limit the depth of the JSON that you read.
"""

from typing import Any

from mcptest_action.core.checks.results import Family, Ruling
from mcptest_action.core.protocol.exchange import CallTool, Script
from .contract import survives
from .model import Aim, Probe, Subject
from .spoil import with_text

DEPTH = 500


def script(subject: Subject) -> Script[Ruling]:
    nested: Any = []
    for _ in range(DEPTH):
        nested = [nested]
    return (yield from survives(CallTool(subject.name, with_text(subject, nested)), "deep nesting"))


PROBE = Probe(
    id="deep_nesting",
    fault="FAULT-INPUT-DEEP-NESTING",
    family=Family.PROTOCOL,
    aim=Aim.BAD_REQUEST,
    contract="the server survives",
    doc=__doc__,
    script=script,
    once=True,
)
