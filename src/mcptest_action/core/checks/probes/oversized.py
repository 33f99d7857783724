"""Send an argument of one MiB.

**Why it matters.** Models paste whole files. A server that hangs or dies on a large argument takes
every client with it.

**Sends** a valid call in which one text is 1 MiB long.

**Passes when** the server answers at all: a result, an error, or HTTP status 413.

**Fails when** the server does not answer in time, dies, or breaks the connection.

**Not applicable** to tools without an argument that takes text.

**Remedy.** Bound what you read and how long you work on it; refuse what is too large with an
error.
"""

from mcptest_action.core.checks.results import Family, Ruling, not_applicable, passed
from mcptest_action.core.protocol.exchange import CallTool, HttpStatus, Script
from .contract import must_answer
from .model import Aim, Probe, Subject
from .spoil import text_argument, with_text

SIZE = 1024 * 1024
TOO_LARGE = 413


def script(subject: Subject) -> Script[Ruling]:
    if text_argument(subject) is None:
        return not_applicable("no argument takes text")
    reaction = yield CallTool(subject.name, with_text(subject, "x" * SIZE))
    if isinstance(reaction, HttpStatus) and reaction.http.status == TOO_LARGE:
        return passed("refused it with HTTP status 413, content too large")
    return must_answer(reaction)


PROBE = Probe(
    id="oversized",
    fault="FAULT-INPUT-OVERSIZED",
    family=Family.TIMEOUT,
    aim=Aim.BAD_REQUEST,
    contract="an error or a result, never a hang",
    doc=__doc__,
    script=script,
    taxing=True,
)
