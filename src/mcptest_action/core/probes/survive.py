"""Send something that may be unreadable, and see whether the server lives."""

from mcptest_action.core.checks.ruling import Ruling
from mcptest_action.core.exchange.reaction import Accepted
from mcptest_action.core.exchange.step import CallTool, Request, Script
from mcptest_action.core.probes.contract import broken, must_live
from mcptest_action.core.probes.off_topic import is_answer


def survives(call: CallTool, what: str) -> Script[Ruling]:
    """The call is not waited for: only the request behind it proves anything."""
    sent = yield call._replace(waits=False)
    if not isinstance(sent, Accepted) and not is_answer(sent):
        return broken(sent)
    return must_live((yield Request("tools/list")), what)
