"""Text that is not ASCII, there and back."""

import json

from mcptest_action.core.checks.probes import is_answer
from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    NO_SUCH,
    NotSent,
    Reaction,
    Replied,
    Request,
    RpcError,
    Script,
    StrayCall,
    in_words,
)
from ..model import STDIO, Examinee, Probe, Rulings, must
from ..revision import written

WHOLE = must(
    "STDIO-07", written("basic/transports", "basic/transports#messages"), STDIO, basis="derived"
)(
    expects="Text that is not ASCII comes back as it was, where it comes back at all.",
    sends="the call of a tool that does not exist, whose name holds Chinese characters, an emoji "
    "and an accent of its own; to a server without tools, a method of such a name",
    remedy="Read standard input and write standard output as UTF-8, whatever the locale is.",
)
# The accent stands alone on purpose: it must not melt into the letter before it.
TEXT = "地图🗺e\N{COMBINING ACUTE ACCENT}"
# What a wrong encoding makes of it.
_SPOILED = ("\N{REPLACEMENT CHARACTER}", "??", TEXT.encode()[:3].decode("latin-1"), "åœ°")


def not_ascii(server: Examinee) -> Script[Rulings]:
    name = f"{NO_SUCH}{TEXT}"
    calls = server.calls and server.declares("tools")
    reaction = yield StrayCall({"name": name}) if calls else Request(name)
    return {WHOLE.id: _ruling(reaction)}


def _ruling(reaction: Reaction) -> Ruling:
    if isinstance(reaction, NotSent):
        return not_verified(reaction.because)
    if not is_answer(reaction):
        return failed(f"the server {in_words(reaction)}")
    said = _text_of(reaction)
    if TEXT in said:
        return passed("the name came back as it was")
    spoiled = next((piece for piece in _SPOILED if f"{NO_SUCH}{piece}" in said), None)
    if spoiled is not None:
        return failed(f"in place of '{TEXT}', '{spoiled}' came back")
    return passed("the server answered, and did not repeat the name as it was")


def _text_of(answer: Replied | RpcError) -> str:
    if isinstance(answer, RpcError):
        return answer.message + json.dumps(answer.data, ensure_ascii=False)
    return json.dumps(answer.result, ensure_ascii=False)


PROBES = (Probe("not_ascii", (WHOLE,), not_ascii),)
