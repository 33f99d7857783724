"""Make a valid call twice and compare.

**Why it matters.** A tool that is declared read-only and still answers differently may depend on
time, on chance, or on the call before. Tests on its results will be flaky.

**Sends** the same valid call of a tool that is declared read-only, twice.

**Passes when** both calls are answered. Whether the answers are the same is reported, and no
failure.

**Fails when** the server does not answer, or breaks the connection.

**Not applicable** to tools that are not declared read-only: calling them twice may do something
twice.

**Remedy.** If a result must vary, say so in the description.
"""

from mcptest_action.core.exchange.reaction import Replied, RpcError
from mcptest_action.core.exchange.step import CallTool, Script
from mcptest_action.core.probes.contract import broken
from mcptest_action.core.probes.model import Aim, Family, Probe, Ruling, Subject, passed
from mcptest_action.core.surface.canonical import canonical


def script(subject: Subject) -> Script[Ruling]:
    call = CallTool(subject.name, subject.arguments)
    answers = []
    for _ in range(2):
        reaction = yield call
        if not isinstance(reaction, Replied | RpcError):
            return broken(reaction)
        answers.append(canonical(list(reaction[: 3 if isinstance(reaction, RpcError) else 1])))
    if answers[0] == answers[1]:
        return passed("answered the same call twice in the same way")
    return passed("unstable: answered the same call twice, in two ways")


PROBE = Probe(
    id="repeated_call",
    fault="FAULT-STATE-UNSTABLE-RESULT",
    family=Family.STATE,
    aim=Aim.VALID_CALL,
    contract="an answer, twice",
    doc=__doc__,
    script=script,
    negative_path=False,
)
