"""How tools answered calls in a run, as far as anybody may see it."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import alive_after_error, repeated_call
from mcptest_action.core.checks.run import ACTIVE_PROBE, CALL
from mcptest_action.core.protocol.exchange import Replied
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.safety import WITHHELD
from .model import ScanInput

# Probes that send what a tool should accept: no answer echoes an attack of ours.
_VALID = (repeated_call.PROBE.id, alive_after_error.PROBE.id, ACTIVE_PROBE)


class ToolAnswer(NamedTuple):
    tool: str
    result: Mapping[str, Any]
    is_error: bool


def answers_in(inputs: ScanInput, *, bad_requests: bool = False) -> Iterator[ToolAnswer]:
    """The results of valid calls, in the order of the transcript, without those withheld; if
    `bad_requests`, of all calls.
    """
    for exchange in inputs.exchanges or ():
        tool, reaction = exchange.key.tool, exchange.reaction
        if tool is None or exchange.sent.get("step") != CALL:
            continue
        if exchange.key.check not in _VALID and not (bad_requests and _is_sent_to(tool, exchange)):
            continue
        result = reaction.result if isinstance(reaction, Replied) else None
        if isinstance(result, Mapping) and WITHHELD not in result:
            yield ToolAnswer(tool, result, result.get("isError") is True)


def _is_sent_to(tool: str, exchange: Exchange) -> bool:
    """Among the calls of a tool that are made at once are some of tools that do not exist."""
    match exchange.sent:
        case {"message": {"params": {"name": name}}}:
            return bool(name == tool)
        case _:
            return False


def sent_in(inputs: ScanInput) -> tuple[str, ...]:
    return tuple(json.dumps(dict(exchange.sent)) for exchange in inputs.exchanges or ())


def is_echo(value: str, sent: tuple[str, ...]) -> bool:
    """Whether we sent it to the server before: then it isn't a secret of the server's."""
    written = json.dumps(value)[1:-1]
    return any(written in each for each in sent)
