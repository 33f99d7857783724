"""What a server may do with HTTP itself is a reaction like any other."""

import asyncio

import pytest
from odd_http import serving_odd

from mcptest_action.core.protocol.exchange.envelope import dress
from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY
from mcptest_action.core.protocol.exchange.reaction import Disconnected, Garbage, Replied
from mcptest_action.core.protocol.exchange.step import Request
from mcptest_action.core.protocol.target.model import Url
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.http import HttpConnection


def reaction_to(odd, times=1):
    """What comes of a request, the last of several, and then of saying goodbye."""

    async def talk():
        connection = HttpConnection(Url(url, {}, None, None), {}, Redactor(), thorough=False)
        try:
            for number in range(times):
                outgoing = dress(Request("tools/list"), NEWEST_LEGACY, number + 1, "1")
                observed = await connection.send(outgoing, 5)
            return observed.reaction
        finally:
            await connection.close()

    with serving_odd(odd) as url:
        return asyncio.run(talk())


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br, zstd, gzip, foo"])
def test_a_body_that_is_not_packed_as_it_says_is_garbage(encoding):
    reaction = reaction_to(lambda _, __, body: (200, body, {"content-encoding": encoding}))
    assert isinstance(reaction, Garbage)
    assert reaction.text.startswith("a body that cannot be unpacked")


@pytest.mark.parametrize("session", ["caf\xe9\xff", "a\tb", "a b", "\x7f"])
def test_an_odd_session_is_given_back_as_far_as_that_can_be_sent(session):
    odd = {"Mcp-Session-Id": session}
    reaction = reaction_to(lambda _, __, body: (200, body, odd), times=2)
    assert isinstance(reaction, Replied | Disconnected)


def test_a_cookie_that_cannot_be_sent_back_is_not():
    cookie = {"set-cookie": "a=caf\xe9\xff; Path=/"}
    reaction = reaction_to(lambda _, __, body: (200, body, cookie), times=2)
    assert isinstance(reaction, Replied)
