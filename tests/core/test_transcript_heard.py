"""What conformance adds to a transcript: what was overheard, how a process left, where it went."""

import json

import pytest

from mcptest_action.core.protocol.exchange.envelope import dress
from mcptest_action.core.protocol.exchange.incoming import Response, reaction_of, same_id
from mcptest_action.core.protocol.exchange.reaction import (
    Closed,
    Garbage,
    Leaving,
    Overheard,
    Replied,
    RpcError,
)
from mcptest_action.core.protocol.exchange.step import Http
from mcptest_action.core.protocol.transcript.lines import (
    Exchange,
    Key,
    closing_line,
    exchange_line,
    header_line,
    read_transcript,
)
from mcptest_action.core.protocol.transcript.reaction_json import (
    reaction_document,
    reaction_of_document,
)
from mcptest_action.core.protocol.transcript.shape import ShapeError, flag
from mcptest_action.core.protocol.transcript.step_json import sent_document


@pytest.mark.parametrize(
    "reaction",
    [
        Overheard(({"message": {"method": "x"}}, {"noise": "y"})),
        Overheard(()),
        Closed("exited with code 0", Leaving.BY_ITSELF),
        Closed("closed"),
    ],
    ids=repr,
)
def test_what_was_heard_comes_back_as_it_was(reaction):
    written = json.loads(json.dumps(reaction_document(reaction)))
    assert reaction_of_document(written) == reaction


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (
            {"kind": "closed", "detail": "x", "leaving": "by_train"},
            "reaction.leaving is 'by_train', which is unknown",
        ),
        (
            {"kind": "overheard", "messages": ["x"]},
            r"reaction.messages\[0\] is text, not an object",
        ),
    ],
)
def test_what_was_never_written_is_refused(document, why):
    with pytest.raises(ShapeError, match=why):
        reaction_of_document(document)


def test_a_flag_is_true_or_false():
    with pytest.raises(ShapeError, match="x is not true or false"):
        flag(1, "x")


def test_the_log_of_a_server_is_no_exchange():
    exchange = Exchange(
        Key("a", None, 1, 1), {"step": "Close"}, Closed("x"), 1.0, ({"noise": "y"},), 2
    )
    text = header_line({}) + exchange_line(exchange) + closing_line(1, "bye")
    assert read_transcript(text, "f")[1] == (exchange,)


def test_where_a_request_went_and_that_nobody_knew_us_is_written_down():
    step = Http("GET", path="/.well-known/x", anonymous=True)
    sent = sent_document(step, dress(step, None, 1, "1"), http=True)
    assert (sent["path"], sent["anonymous"], sent["http_method"]) == ("/.well-known/x", True, "GET")
    plain = Http("GET")
    assert {"path", "anonymous"}.isdisjoint(
        sent_document(plain, dress(plain, None, 1, "1"), http=True)
    )


def response(**fields):
    return Response(**(dict.fromkeys(Response._fields) | fields))


def test_an_answer_that_is_not_ours_says_whose_it_is():
    assert reaction_of(response(id=7, result={}), is_ours=False) == Replied({}, None, {"id": 7})
    assert reaction_of(response(id=7, result={})) == Replied({}, None, None)
    odd = response(id=7, result={}, envelope={"jsonrpc": "1.0"})
    assert reaction_of(odd, is_ours=False).envelope == {"jsonrpc": "1.0"}


@pytest.mark.parametrize("broken", ["no", {}, {"code": True}, {"code": "1"}], ids=repr)
def test_an_error_without_a_code_is_garbage(broken):
    assert isinstance(reaction_of(response(id=1, error=broken)), Garbage)


def test_an_error_with_a_code():
    found = reaction_of(response(id=1, error={"code": -1, "data": 5}))
    assert found == RpcError(-1, "", 5)


@pytest.mark.parametrize(
    ("sent", "received", "same"),
    [(1, 1, True), ("a", "a", True), (1, "1", False), (1, True, False), (1, 1.0, False)],
)
def test_ids_of_other_types_are_others(sent, received, same):
    assert same_id(sent, received) is same
