"""What of an answer is kept: nothing that nobody may see, and no more than anyone reads."""

from mcptest_action.core.protocol.exchange import CallTool, Outgoing, SingleStep
from mcptest_action.core.protocol.transcript import LONGEST_SENT, brief
from mcptest_action.core.safety import withhold, withhold_noise, withhold_others
from mcptest_action.shell.wire.connection import Observed


def kept(
    step: SingleStep, outgoing: Outgoing, seen: Observed, *, secret: bool, discreet: bool
) -> Observed:
    """What was observed. `secret`: nobody may see the answer. `discreet`: it may be overheard."""
    if secret or discreet:
        hidden = withhold(seen.reaction) if secret else withhold_noise(seen.reaction)
        seen = Observed(hidden, seen.elapsed_ms, withhold_others(seen.others))
    if isinstance(step, CallTool) or len(outgoing.body) > LONGEST_SENT:
        shorter = brief(seen.reaction)
        if shorter is not seen.reaction:
            seen = seen._replace(reaction=shorter)
    return seen
