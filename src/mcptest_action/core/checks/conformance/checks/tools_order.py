"""Whether a list stays the same from one request to the next."""

from mcptest_action.core.checks.conformance.examinee import Examinee
from mcptest_action.core.checks.conformance.listed import unlisted
from mcptest_action.core.checks.conformance.model import Check, Level, Probe, Rulings
from mcptest_action.core.checks.conformance.revision import written
from mcptest_action.core.checks.results import failed, ruled
from mcptest_action.core.protocol.exchange import Replied, Request, Script, in_words

ORDER = Check(
    id="TOOLS-06",
    level=Level.SHOULD,
    expects="`tools/list` gives the same tools in the same order every time.",
    sends="`tools/list` twice",
    remedy="List tools in the order in which they were registered, not in that of a set.",
    spec=written("server/tools#listing-tools", "server/tools#capabilities"),
)


def listed_twice(server: Examinee) -> Script[Rulings]:
    nothing = unlisted(server, "tools")
    if nothing is not None:
        return {ORDER.id: nothing}
    first = yield Request("tools/list")
    second = yield Request("tools/list")
    for reaction in (first, second):
        if not isinstance(reaction, Replied) or not isinstance(reaction.result, dict):
            return {ORDER.id: failed(f"the server {in_words(reaction)}")}
    same = first.result.get("tools") == second.result.get("tools")
    return {ORDER.id: ruled(same, "both lists are equal", "the second list differs from the first")}


PROBES = (Probe("listed_twice", (ORDER,), listed_twice),)
