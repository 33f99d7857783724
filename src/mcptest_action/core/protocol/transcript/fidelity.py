"""Is this what was sent then? A replay must not feed a script with answers to something else."""

import json
import re
from collections.abc import Mapping
from typing import Any

from mcptest_action.core.protocol.exchange import Era, NotSent, SingleStep, Step, Unreachable, dress
from . import long_values
from .lines import Exchange
from .long_values import shortened
from .step_json import sent_document

BODIES = ("message", "text", "base64")
MASK = "***"
# We write the id first. What was not kept as JSON still begins with it.
_ID = re.compile(r'\{"id":("[^"\\]*"|[0-9]+),')


def is_same(step: Step, recorded: Exchange, era: Era | None, client_version: str) -> bool:
    """Whether the step, sent again, would be what the transcript says was sent.

    The whole request is made again, and long values are compared by their digests. Headers are
    not compared: they follow from the message. Nor is what a secret was taken out of.
    """
    sent = recorded.sent
    if sent.get("step") != type(step).__name__:
        return False
    then = {name: shortened(sent[name]) for name in BODIES if name in sent}
    # What is no message has its name, and that is all there is to compare.
    if not isinstance(step, SingleStep) or MASK in json.dumps(then):
        return True
    if not then:  # nothing went out
        return isinstance(recorded.reaction, NotSent | Unreachable)
    outgoing = dress(step, era, _id_of(then), client_version)
    now = sent_document(step, outgoing, http=False)
    return then == {name: now[name] for name in BODIES if name in now}


def _id_of(body: Mapping[str, Any]) -> Any:
    """The id that the request had; 0 for what has none."""
    match next(iter(body.values())):
        case {long_values.MARK: {"head": str(begin)}} | str(begin):
            found = _ID.match(begin)
            return json.loads(found[1]) if found else 0
        case {"id": known}:
            return known
        case _:
            return 0
