"""Make a valid call twice and compare.

**Why it matters.** A tool that is declared read-only and still answers differently may depend on
time, on chance, or on the call before. Tests on its results will be flaky.

**Sends** the same valid call of a tool that is declared read-only, twice.

**Passes when** both calls are answered, be it with errors. Answers that differ are reported as
unstable, and are no failure. Those of tools whose results nobody may see are not compared. Where
a service behind the tool could not be reached, or wants credentials, it is not verified.

**Fails when** the server does not answer, or breaks the connection.

**Not applicable** to tools that are not declared read-only: calling them twice may do something
twice.

**Remedy.** If a result must vary, say so in the description.
"""

from mcptest_action.core.checks.results import Family, Ruling, passed
from mcptest_action.core.protocol.exchange import CallTool, Provenance, Replied, RpcError, Script
from mcptest_action.core.protocol.surface import canonical
from .contract import broken, in_short, is_answer, is_rejection
from .model import Aim, Probe, Subject
from .upstream import fault_behind, not_verified_behind

TWICE = "answered the same call twice"


def script(subject: Subject) -> Script[Ruling]:
    call = CallTool(subject.name, subject.arguments)
    first = yield call
    if not is_answer(first):
        return broken(first)
    second = yield call
    if not is_answer(second):
        return broken(second, reached=True)
    if subject.withheld:
        return passed(f"{TWICE}; nobody may see how")
    if fault := fault_behind(first) or fault_behind(second):
        return not_verified_behind(fault)
    if _content(first) == _content(second):
        rejected = f", with {in_short(first)}" if is_rejection(first) else ""
        return passed(f"{TWICE} in the same way{rejected}")
    return passed(f"unstable: {TWICE}, in two ways")._replace(unstable=True)


def _content(answer: Replied | RpcError) -> str:
    if isinstance(answer, RpcError):
        return canonical(["error", answer.code, answer.message, answer.data])
    return canonical(["result", answer.result])


PROBE = Probe(
    id="repeated_call",
    fault="FAULT-STATE-UNSTABLE-RESULT",
    family=Family.STATE,
    aim=Aim.VALID_CALL,
    contract="an answer, twice",
    doc=__doc__,
    script=script,
    negative_path=False,
    sends=Provenance.SOUND,
)
