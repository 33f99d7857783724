"""What a server says is heard without our secrets, however it writes them."""

import pytest

from mcptest_action.core.protocol.exchange.incoming import (
    Noise,
    Notification,
    NotText,
    Response,
    ServerRequest,
)
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.messages import read_redacted

SECRET = "s3cr3t/v4lue"
ODD = "\\u0073\\u0033cr3t\\/v4lu\\u0065"


@pytest.mark.parametrize("written", [SECRET, ODD])
@pytest.mark.parametrize(
    ("message", "heard"),
    [
        ('{"jsonrpc":"2.0","id":"a *","result":{"*":["*"]}}', Response("a ***", {"***": ["***"]}, None)),
        ('{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no *"}}', Response(1, None, {"code": 1, "message": "no ***"})),
        ('{"jsonrpc":"2.0","id":"*","method":"*"}', ServerRequest("***", "***")),
        ('{"jsonrpc":"2.0","method":"a*","params":{"*":"*"}}', Notification("a***", {"***": "***"})),
        ('[{"id":1,"result":"*"}]', Noise('[{"id":1,"result":"***"}]')),
        ("a * b", Noise("a *** b")),
    ],
)  # fmt: skip
def test_no_part_of_a_message_holds_a_secret(message, heard, written):
    assert read_redacted(message.replace("*", written).encode(), Redactor([SECRET])) == heard


def test_an_envelope_that_is_odd_holds_none_either():
    heard = read_redacted(f'{{"id":1,"result":1,"odd":"{ODD}"}}'.encode(), Redactor([SECRET]))
    assert heard.envelope["odd"] == "***"


def test_what_is_not_text_is_masked_as_far_as_it_can_be_read():
    heard = read_redacted(f'{{"id":"{ODD}","x":"'.encode() + b'\xff\\n"}', Redactor([SECRET]))
    assert heard == NotText(b'{"id":"***","x":"\xff\\n"}', "***")


def test_an_escape_that_hides_nothing_is_read_as_it_is():
    heard = read_redacted(b'{"jsonrpc":"2.0","id":1,"result":{"a":"a\\nb"}}', Redactor([SECRET]))
    assert heard == Response(1, {"a": "a\nb"}, None)
