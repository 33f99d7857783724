"""More than a server may want to read."""

from mcptest_action.core.checks.probes import is_answer
from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    HttpStatus,
    NotSent,
    Reaction,
    Replied,
    RpcError,
    StrayCall,
    in_words,
)
from mcptest_action.core.protocol.surface import made_up_name
from ..model import Examinee, Probe, Probing, should
from ..raw import sound_request

ANSWERED = should("BASE-21", "basic#responses", basis="robustness")(
    expects="A request of 1 MiB gets an answer of any kind, and the server lives on.",
    sends="the call of a tool that does not exist, with an argument of 1 MiB",
    remedy="Bound what is read, and refuse what is too large with an error.",
)
SIZE = 1024 * 1024


def oversized(server: Examinee) -> Probing:
    params = {"name": made_up_name(server.surface), "arguments": {"text": "x" * SIZE}}
    reaction = yield StrayCall(params)
    if isinstance(reaction, NotSent):
        return {ANSWERED.id: not_verified(f"not sent: {reaction.because}")}
    then = yield sound_request(server)
    return {ANSWERED.id: _ruling(reaction, then)}


def _ruling(reaction: Reaction, then: Reaction) -> Ruling:
    said = f"the server {in_words(reaction)}"
    if not isinstance(reaction, Replied | RpcError | HttpStatus):
        return failed(said)
    if not is_answer(then):
        return failed(f"{said}, and right after that it {in_words(then)}")
    return passed(said)


PROBES = (Probe("oversized", (ANSWERED,), oversized),)
