r"""Send half a character.

**Why it matters.** JSON can spell half a surrogate pair. It is no text in any encoding, and
servers die while they encode an answer or a log line that repeats it.

**Sends** a valid call in which one text is `mcptest \ud800`; then `tools/list`.

**Passes when** the server still answers. A server that cannot read the call cannot answer it, and
need not; HTTP status 400 says just that.

**Fails when** the server dies, hangs, breaks the connection, or answers with another bare HTTP
error.

**Not applicable** without a tool that takes text.

**Remedy.** Refuse text that is not valid Unicode, and encode what you write with replacement.
"""

from mcptest_action.core.checks.results import Family, Ruling, not_applicable
from mcptest_action.core.protocol.exchange import CallTool, Script
from .contract import survives
from .model import Aim, Probe, Subject
from .spoil import text_argument, with_text

HALF = "mcptest \ud800"


def script(subject: Subject) -> Script[Ruling]:
    if text_argument(subject) is None:
        return not_applicable("no argument takes text")
    call = CallTool(subject.name, with_text(subject, HALF))
    return (yield from survives(call, "half a character"))


PROBE = Probe(
    id="invalid_utf8_or_surrogate",
    fault="FAULT-INPUT-ENCODING",
    family=Family.PROTOCOL,
    aim=Aim.BAD_REQUEST,
    contract="the server survives",
    doc=__doc__,
    script=script,
    once=True,
)
