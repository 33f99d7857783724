"""Every reaction has words, and a server that never answered gets a report that helps."""

from typing import get_args

import pytest

from mcptest_action.core.protocol.exchange.handshake import NoHello
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Bound,
    Closed,
    Disconnected,
    Garbage,
    HttpAnswer,
    HttpStatus,
    InvalidUtf8,
    Misaddressed,
    NotSent,
    Opened,
    Overheard,
    Oversized,
    Reaction,
    Replied,
    RpcError,
    TimedOut,
    TurnedAway,
    Unreachable,
    in_words,
)
from mcptest_action.core.render.connection_failure import connection_failure

BAD_REQUEST = HttpAnswer(400, {})
WORDS = [
    (Replied({"a": 1}), "replied"),
    (RpcError(-32601, "Method not found"), "answered with JSON-RPC error -32601: Method not found"),
    (RpcError(1, " a\n\tb "), "answered with JSON-RPC error 1: a b"),
    (HttpStatus(BAD_REQUEST, "Bad  Request\n"), "answered with HTTP status 400: Bad Request"),
    (TurnedAway(429, 3, 1.5), "answered 429 Too Many Requests, 3 times in 1.5 s"),
    (HttpStatus(BAD_REQUEST, ""), "answered with HTTP status 400"),
    (
        HttpStatus(HttpAnswer(307, {"location": "/a"}), "x"),
        "answered with HTTP status 307, to /a: x",
    ),
    (HttpStatus(HttpAnswer(304, {}), ""), "answered with HTTP status 304"),
    (HttpStatus(HttpAnswer(201, {"location": "/a"}), ""), "answered with HTTP status 201"),
    (Accepted(), "accepted it"),
    (TimedOut(30.0), "did not answer within 30 s"),
    (TimedOut(0.25), "did not answer within 0.25 s"),
    (Disconnected("exited with code 1"), "closed the connection: exited with code 1"),
    (Unreachable("connection refused"), "could not be reached: connection refused"),
    (Garbage("Listening\non 3000"), "sent something that is not JSON-RPC: Listening on 3000"),
    (InvalidUtf8("/w=="), "sent bytes that are not UTF-8"),
    (Oversized(16 * 1024 * 1024), "sent more than 16 MiB"),
    (Misaddressed(("2", "'x'")), "answered with an id nobody asked for: 2, 'x'"),
    (NotSent("destructive", "it is destructive"), "was not asked: it is destructive"),
    (Overheard(({"noise": "x"},)), "said 1 things unasked"),
    (Bound(("127.0.0.1", "::1")), "listens on 127.0.0.1, ::1"),
    (Bound(()), "listens on addresses that cannot be seen"),
    (Opened(), "opened a connection"),
    (Closed("exited with code 0"), "was closed: exited with code 0"),
]


@pytest.mark.parametrize(("reaction", "words"), WORDS, ids=[words for _, words in WORDS])
def test_a_reaction_in_words(reaction, words):
    assert in_words(reaction) == words


def test_every_kind_of_reaction_was_put_into_words():
    assert {type(reaction) for reaction, _ in WORDS} == set(get_args(Reaction))


@pytest.mark.parametrize(
    ("length", "shown"),
    [(200, "x" * 200), (201, "x" * 199 + "…")],
    ids=["two hundred characters", "one more"],
)
def test_long_messages_are_cut(length, shown):
    assert in_words(RpcError(1, "x" * length)) == f"answered with JSON-RPC error 1: {shown}"


@pytest.mark.parametrize(
    ("reaction", "words"),
    [
        (RpcError(-32601, ""), "answered with JSON-RPC error -32601"),
        (HttpStatus(BAD_REQUEST, " \n"), "answered with HTTP status 400"),
    ],
    ids=["an error without a message", "a blank body"],
)
def test_no_colon_where_nothing_was_said(reaction, words):
    assert in_words(reaction) == words


TRIED = ("server/discover (2026-07-28): did not answer within 5 s",)


def test_the_report_says_what_happened_what_was_tried_and_what_to_do():
    met = NoHello(TRIED, Disconnected("exited with code 1"))
    stderr = "\nTraceback:\n  \nImportError: no module\n"
    assert connection_failure(
        {"command": ["python", "server.py"]}, met, ["install it"], stderr
    ) == [
        "python server.py: the server closed the connection: exited with code 1",
        "  tried server/discover (2026-07-28): did not answer within 5 s",
        "  the end of its standard error:",
        "  | Traceback:",
        "  | ImportError: no module",
        "  hint: install it",
    ]


def test_a_silent_server_with_an_address_has_no_standard_error():
    met = NoHello(TRIED, Unreachable("connection refused"))
    assert connection_failure({"url": "http://h/mcp"}, met, [], " \n") == [
        "http://h/mcp: the server could not be reached: connection refused",
        "  tried server/discover (2026-07-28): did not answer within 5 s",
    ]


def test_a_reply_that_was_not_good_enough_is_named_with_what_it_lacked():
    tried = "initialize (2025-11-25): replied, but without a protocolVersion we speak: '1999-01-01'"
    (first, *_) = connection_failure(
        {"url": "http://h/mcp"}, NoHello((tried,), Replied({})), [], ""
    )
    assert first == (
        "http://h/mcp: the server replied, but without a protocolVersion we speak: '1999-01-01'"
    )


def test_only_the_last_fifteen_lines_of_a_log_are_shown():
    log = "\n".join(f"line {n}" for n in range(20))
    lines = connection_failure({"url": "http://h/mcp"}, NoHello((), TimedOut(5)), [], log)
    assert lines[2:] == [f"  | line {n}" for n in range(5, 20)]


def test_a_server_cannot_write_the_mark_of_a_flag():
    met = NoHello(("initialize: \0timeout\0",), Garbage("\0timeout\0"))
    lines = connection_failure({"url": "http://h/mcp"}, met, ["\0timeout\0"], "\0timeout\0")
    assert ["\0" in line for line in lines] == [False] * (len(lines) - 1) + [True]
