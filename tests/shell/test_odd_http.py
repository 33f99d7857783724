"""What a server may do with HTTP itself is a reaction like any other."""

import asyncio

import pytest
from odd_http import serving_odd

from mcptest_action.core.protocol.exchange.envelope import dress
from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY
from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    Garbage,
    NotSent,
    Replied,
)
from mcptest_action.core.protocol.exchange.step import Request
from mcptest_action.core.protocol.target.model import Url
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.http import HttpConnection


def reaction_to(odd, times=1, headers=None):
    """What comes of a request, the last of several, and then of saying goodbye."""

    async def talk():
        connection = HttpConnection(Url(url, {}, None, None), {}, Redactor(), thorough=False)
        try:
            for number in range(times):
                outgoing = dress(Request("tools/list"), NEWEST_LEGACY, number + 1, "1")
                named = outgoing._replace(headers={**outgoing.headers, **(headers or {})})
                observed = await connection.send(named, 5)
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


def just(_number, _headers, body):
    return 200, body, {}


@pytest.mark.parametrize("name", ["Mcp-Param-Edi\xe9", "Mcp-Param-Edi tion", "", "a\nb", "a\ud800"])
def test_a_header_without_a_name_that_can_be_sent_is_not_sent(name):
    reaction = reaction_to(just, headers={name: "x"})
    assert isinstance(reaction, NotSent)
    assert reaction.because == f"{name!a} is not the name of a header"


@pytest.mark.parametrize("value", ["a\nb", "a\r", "\0", " a", "a\t", "\ud800"])
def test_a_header_whose_value_cannot_be_sent_is_not_sent(value):
    reaction = reaction_to(just, headers={"X-Test": value})
    assert isinstance(reaction, NotSent)
    assert reaction.because == "the header X-Test cannot have such a value"


@pytest.mark.parametrize("value", ["", "x", "a b", "a\tb", "\xfc", "\x7f"])
def test_any_other_header_is_sent(value):
    assert isinstance(reaction_to(just, headers={"X-Test": value}), Replied)
