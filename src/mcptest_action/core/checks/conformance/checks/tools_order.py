"""Whether a list stays the same from one request to the next."""

from mcptest_action.core.checks.results import failed, ruled
from mcptest_action.core.protocol.exchange import Replied, Request, Script, in_words
from ..listed import unlisted
from ..model import Examinee, Probe, Rulings, should
from ..revision import written

ORDER = should("TOOLS-06", written("server/tools#listing-tools", "server/tools#capabilities"))(
    expects="`tools/list` gives the same tools in the same order every time.",
    sends="`tools/list` twice",
    remedy="List tools in the order in which they were registered, not in that of a set.",
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
