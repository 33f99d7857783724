"""Close the server's input, and see whether it leaves.

**Why it matters.** A client ends a server that it has started by closing its input. One that stays
is left behind with every session, or is killed in the middle of what it does.

**Sends** nothing: at the end of the run it closes the input of the server, which happens anyway.

**Passes when** the server exits by itself within 5 s, with whatever exit code.

**Fails when** it needs SIGTERM, or has exited before. One that is still there 2 s after SIGTERM is
killed; that, and an early exit, count as a break of the connection (`negative_path.breaks`).

**Not applicable** to servers that we did not start: over HTTP, they serve others as well.

**Remedy.** End when standard input ends. Timers, listeners and threads that keep the process alive
must not outlive it.
"""

from typing import assert_never

from mcptest_action.core.checks.results import Family, Ruling, failed, not_applicable, passed
from mcptest_action.core.protocol.exchange import Close, Closed, Leaving, Script
from .contract import broken
from .model import Aim, Probe, Subject

# Of 31 servers from registries, all leave within 0.5 s; official clients wait 2 s for either.
EXIT_S, TERM_S = 5.0, 2.0
_STAYED = f"did not exit within {EXIT_S:g} s after its input was closed"


def script(_subject: Subject) -> Script[Ruling]:
    reaction = yield Close(EXIT_S, TERM_S)
    if not isinstance(reaction, Closed):
        return broken(reaction)
    match reaction.leaving:
        case Leaving.BY_ITSELF:
            return passed(f"{reaction.detail} when its input was closed")
        case Leaving.EARLIER:
            return failed(f"{reaction.detail} before its input was closed")
        case Leaving.TERMINATED:
            return failed(f"{_STAYED}, but on SIGTERM")
        case Leaving.KILLED:
            return failed(f"{_STAYED}, nor within {TERM_S:g} s after SIGTERM: it was killed")
        case None:
            return not_applicable("the server was not started by us")
        case _:
            assert_never(reaction.leaving)


PROBE = Probe(
    id="exits_when_closed",
    fault="FAULT-STATE-STAYS-WHEN-CLOSED",
    family=Family.STATE,
    aim=Aim.GOODBYE,
    contract="the server exits by itself",
    doc=__doc__,
    script=script,
    negative_path=False,
)
