"""A server is listed a second time, on a new connection."""

import pytest

from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY, NEWEST_MODERN
from mcptest_action.core.protocol.exchange.handshake import NoHello
from mcptest_action.core.protocol.exchange.reaction import Accepted, Opened, Replied, Unreachable
from mcptest_action.core.protocol.exchange.step import Fresh, Notify, Request, Together
from mcptest_action.core.protocol.surface.collect import collect_again

TOOL = {"name": "x"}
CAPABILITIES = {"tools": {}}
LEGACY = Replied({"protocolVersion": NEWEST_LEGACY.version, "capabilities": CAPABILITIES})
MODERN = Replied(
    {
        "resultType": "complete",
        "supportedVersions": [NEWEST_MODERN.version],
        "capabilities": CAPABILITIES,
    }
)


def feed(script, answers):
    """What the script asks, and what it returns."""
    asked, answer = [], None
    answers = iter(answers)
    while True:
        try:
            asked.append(script.send(answer))
        except StopIteration as done:
            return asked, done.value
        answer = next(answers)


@pytest.mark.parametrize(
    ("era", "hello", "methods"),
    [
        (NEWEST_LEGACY, [LEGACY, Accepted()], ["initialize", "notifications/initialized"]),
        (NEWEST_MODERN, [MODERN], ["server/discover"]),
    ],
    ids=["legacy", "modern"],
)
def test_it_speaks_the_era_of_the_first_time(era, hello, methods):
    listed = (Replied({"tools": [TOOL]}),)
    asked, surface = feed(collect_again(era, "1"), [Opened(), *hello, listed])
    assert asked[0] == Fresh()
    assert [step.method for step in asked[1:-1] if isinstance(step, Request | Notify)] == methods
    assert asked[-1] == Together((Request("tools/list", era=era),))
    assert surface.tools == (TOOL,)
    assert surface.era == era


def test_a_server_that_cannot_be_opened_again_says_so():
    _, met = feed(collect_again(NEWEST_LEGACY, "1"), [Unreachable("gone")])
    assert met == NoHello((), Unreachable("gone"))


def test_a_server_that_does_not_say_hello_again_says_so():
    _, met = feed(collect_again(NEWEST_LEGACY, "1"), [Opened(), Replied({})])
    assert isinstance(met, NoHello)
    assert met.tried == ("initialize (2025-11-25): replied, but without a protocolVersion",)
