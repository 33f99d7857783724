"""What is kept of the answers of tools whose results nobody may see."""

from mcptest_action.core.protocol.exchange import Overheard
from mcptest_action.core.safety import withhold, withhold_noise, withhold_others
from mcptest_action.shell.wire.connection import Observed


def unseen(observed: Observed) -> Observed:
    """What came back from a tool whose results nobody may see."""
    others = withhold_others(observed.others)
    return observed._replace(reaction=withhold(observed.reaction), others=others)


def unheard(heard: Overheard) -> Overheard:
    """What was said unasked where such a tool may have said it."""
    withheld = withhold(heard)
    return withheld if isinstance(withheld, Overheard) else heard


def overheard(observed: Observed) -> Observed:
    """What came back from another request, while or after such a tool may have made noise."""
    others = withhold_others(observed.others)
    return observed._replace(reaction=withhold_noise(observed.reaction), others=others)
