"""The hints name what people most likely have to change."""

import asyncio

import pytest

from mcptest_action.core.exchange.handshake import NoHello
from mcptest_action.core.exchange.reaction import HttpAnswer, HttpStatus, RpcError
from mcptest_action.core.target.flags import url_server
from mcptest_action.shell.wire.diagnosis import diagnose
from mcptest_action.shell.wire.dialer import Dialer

TARGET = url_server("http://server:8080/mcp", {}, None, None).target
MISDIRECTED, FORBIDDEN = HttpAnswer(421, {}), HttpAnswer(403, {})


@pytest.mark.parametrize(
    ("reaction", "sure"),
    [
        (HttpStatus(MISDIRECTED, "Invalid Host header"), True),
        (HttpStatus(FORBIDDEN, "Invalid host: server"), True),
        (RpcError(-32000, "Invalid Host: server", None, FORBIDDEN), True),
        (HttpStatus(FORBIDDEN, "go away"), False),
        (HttpStatus(MISDIRECTED, ""), False),
        (RpcError(-32000, "no", None, FORBIDDEN), False),
    ],
)
def test_a_refused_host_is_named(reaction, sure):
    (hint,) = asyncio.run(diagnose(TARGET, NoHello((), reaction), Dialer(TARGET, {})))
    assert ("it refuses the Host header" in hint) is sure
    assert ("it may refuse the host name" in hint) is not sure


def test_an_error_without_a_telling_status_is_about_the_protocol():
    met = NoHello((), RpcError(-32601, "Invalid Host", None, HttpAnswer(200, {})))
    assert "try --protocol" in asyncio.run(diagnose(TARGET, met, Dialer(TARGET, {})))[0]
