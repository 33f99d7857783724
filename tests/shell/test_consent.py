"""A yes is said only where no other call can take it for its own."""

import asyncio

import pytest

from mcptest_action.core.protocol.exchange import (
    Accepted,
    DisguisedCallError,
    Replied,
    Says,
    TimedOut,
)
from mcptest_action.shell.wire.consent import Consent

DONE, LATE = Replied({}), TimedOut(1.0)


def hold(consent, reaction, says=Says.DECLINE, *, harmless=True):
    """What is said while the call runs."""

    async def call():
        heard.append(consent.says)
        return reaction

    heard = []
    assert asyncio.run(consent.hold(call, says, harmless=harmless)) == reaction
    assert consent.says is Says.DECLINE
    return heard[0]


def test_what_a_script_says_is_said_while_its_call_runs():
    for says in Says:
        assert hold(Consent(), DONE, says) is says
        assert hold(Consent(), DONE, says, harmless=False) is Says.DECLINE


@pytest.mark.parametrize("lost", [LATE, Accepted()], ids=["timed out", "not waited for"])
def test_after_a_call_that_may_still_change_something_nothing_is_agreed_to(lost):
    consent = Consent()
    hold(consent, lost, harmless=False)
    hold(consent, DONE, harmless=False)
    assert hold(consent, DONE, Says.ACCEPT) is Says.DECLINE
    assert hold(consent, DONE, Says.CANCEL) is Says.CANCEL
    consent.begin_anew()
    assert hold(consent, DONE, Says.ACCEPT) is Says.ACCEPT


@pytest.mark.parametrize(("reaction", "harmless"), [(LATE, True), (DONE, False)])
def test_after_any_other_call_it_is(reaction, harmless):
    consent = Consent()
    hold(consent, reaction, harmless=harmless)
    assert hold(consent, DONE, Says.ACCEPT) is Says.ACCEPT


@pytest.mark.parametrize(
    ("first", "second"), [(Says.ACCEPT, Says.DECLINE), (Says.DECLINE, Says.ACCEPT)]
)
def test_beside_another_call_nothing_is_agreed_to(first, second):
    async def side_by_side():
        consent, ends = Consent(), asyncio.Event()

        async def call():
            await ends.wait()
            return DONE

        running = asyncio.create_task(consent.hold(call, first, harmless=True))
        await asyncio.sleep(0)
        with pytest.raises(DisguisedCallError):
            await consent.hold(call, second, harmless=True)
        ends.set()
        await running

    asyncio.run(side_by_side())
