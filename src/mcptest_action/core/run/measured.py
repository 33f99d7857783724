"""What the transcript says about each test: how long it took, and what it broke."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from mcptest_action.core.run.breaks import is_break
from mcptest_action.core.run.model import Measured, Test
from mcptest_action.core.transcript.lines import Exchange


def measured(exchanges: Iterable[Exchange]) -> Mapping[Test, Measured]:
    """By test; one that sent nothing is not there."""
    tests: defaultdict[Test, Measured] = defaultdict(Measured)
    for exchange in exchanges:
        test = exchange.key.check, exchange.key.tool
        took_us, breaks = tests[test]
        took_us += round(exchange.elapsed_ms * 1000)
        tests[test] = Measured(took_us, breaks + is_break(exchange.reaction))
    return dict(tests)
