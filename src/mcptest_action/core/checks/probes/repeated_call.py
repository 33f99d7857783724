"""Make a valid call twice and compare.

**Why it matters.** A tool that is declared read-only and still answers differently may depend on
time, on chance, or on the call before. Tests on its results will be flaky.

**Sends** the same valid call of a tool that is declared read-only, twice.

**Passes when** both calls are answered, and at least one of them with a result. Answers that
differ are reported as unstable, and are no failure. Those of tools whose results nobody may see are
not compared.

**Not verified** when both are answered with errors: then there is nothing to compare. A service
behind the tool may be the reason, or arguments that name nothing, for which `samples:` in
`mcptest.yml` helps. If every tool rejects what its own schema allows, the gate fails all the same.

**Fails when** the server does not answer, or breaks the connection.

**Not applicable** to tools that are not declared read-only: calling them twice may do something
twice.

**Remedy.** If a result must vary, say so in the description.
"""

from mcptest_action.core.checks.results import Family, Ruling, passed
from mcptest_action.core.protocol.exchange import CallTool, Provenance, Reaction, Replied, Script
from mcptest_action.core.protocol.surface import canonical
from .contract import broken, in_short, is_answer, is_rejection
from .model import Aim, Probe, Subject
from .rejection import call_rejected
from .upstream import fault_behind, not_verified_behind

TWICE = "answered the same call twice"


def script(subject: Subject) -> Script[Ruling]:
    call = CallTool(subject.name, subject.arguments)
    first = yield call
    if not is_answer(first):
        fault = fault_behind(first)
        return broken(first) if fault is None else not_verified_behind(fault)
    second = yield call
    if not is_answer(second):
        return broken(second, reached=True)
    if fault := fault_behind(first) or fault_behind(second):
        return not_verified_behind(fault)
    errors = [answer for answer in (first, second) if is_rejection(answer)]
    if errors == [first, second]:
        return call_rejected(first)
    if subject.withheld:
        return passed(f"{TWICE}; nobody may see how")
    if _is_same(first, second):
        return passed(f"{TWICE} in the same way")
    once = f", once with {in_short(errors[0])}" if errors else ""
    return passed(f"unstable: {TWICE}, in two ways{once}")._replace(unstable=True)


def _is_same(first: Reaction, second: Reaction) -> bool:
    if not isinstance(first, Replied) or not isinstance(second, Replied):
        return False
    return canonical(first.result) == canonical(second.result)


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
