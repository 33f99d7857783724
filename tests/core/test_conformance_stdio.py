"""Checks of the stdio transport, fed by hand."""

import pytest
from examinees import MODERN, NOVEMBER, because, examinee, in_words

from mcptest_action.core.checks.conformance.checks import stdio_lines, stdio_process
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    Disconnected,
    Leaving,
    Opened,
    Overheard,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.step import NO_SUCH
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

KNOWN = examinee(NOVEMBER, "tools", address=Address())
SILENCE = Overheard(())
FINE = Replied({})


def did(reaction, *others, step="Request", connection=1, took_ms=1.0):
    message = {"message": {"id": 1, "method": "ping"}} if step == "Request" else {}
    return Exchange(
        Key("x", None, connection, 1), {"step": step, **message}, reaction, took_ms, others
    )


LEAVING = {
    "exited with code 0": Leaving.BY_ITSELF,
    "ended by signal 13": Leaving.BY_ITSELF,
    "did not exit when its input closed, but when asked to": Leaving.TERMINATED,
    "had to be killed": Leaving.KILLED,
    "exited with code 1": Leaving.EARLIER,
}


def closed(detail, connection=1, check="close"):
    reaction = Closed(detail, LEAVING.get(detail))
    exchange = did(reaction, step="Close", connection=connection)
    return exchange._replace(key=exchange.key._replace(check=f"2025-11-25/{check}"))


def ruled(rule, *exchanges):
    return in_words(rule(KNOWN, exchanges))


@pytest.mark.parametrize(
    ("other", "noise", "piece"),
    [
        ({"noise": "Server running"}, True, False),
        ({"noise": ""}, True, False),
        ({"not_text": "/w=="}, True, False),
        ({"noise": ' "jsonrpc": "2.0",'}, True, True),
        ({"noise": '{"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0"}'}, True, True),
        ({"noise": '{"jsonrpc":"2.0","id":1}'}, True, False),
        ({"noise": '[{"jsonrpc":"2.0","id":1,"result":{"too lo'}, True, False),
        ({"notification": "notifications/message"}, False, False),
    ],
    ids=["banner", "blank", "bytes", "part", "two", "no message", "batch", "message"],
)
def test_lines_that_are_no_messages_are_found(other, noise, piece):
    found = ruled(stdio_lines.output, did(FINE, other))
    assert found["STDIO-01"].startswith("failed" if noise else "passed")
    assert found["STDIO-02"].startswith("failed" if piece else "passed")


@pytest.mark.parametrize(
    ("noises", "by"),
    [
        ([{"not_text": "/w=="}], ("BASE-18",)),
        ([{"noise": '{"jsonrpc":"2.0","id":1}'}], ("BASE-01",)),
        ([{"noise": ' "jsonrpc": "2.0",'}, {"not_text": "/w=="}], ("STDIO-02",)),
        ([{"noise": "Server running"}, {"not_text": "/w=="}], ()),
    ],
)
def test_noise_that_has_a_check_of_its_own_counts_there(noises, by):
    found = stdio_lines.output(KNOWN, [did(FINE, *noises)])["STDIO-01"]
    assert (found.status, found.entailed_by) == ("failed", by)


@pytest.mark.parametrize(
    ("elsewhere", "by"),
    [
        ("Listening on port 3000", ()),
        ('{"jsonrpc":"2.0","id":1}', ("STDIO-02", "BASE-01")),
    ],
)
def test_a_broken_message_excuses_only_what_came_with_it(elsewhere, by):
    broken = did(FINE, {"noise": '{"jsonrpc":"2.0","id":1,'}, {"noise": "}"})
    other = did(FINE, {"noise": elsewhere}, connection=2)
    found = stdio_lines.output(KNOWN, [other, broken])["STDIO-01"]
    assert (found.status, found.entailed_by) == ("failed", by)


def test_noise_is_quoted_and_placed():
    found = ruled(stdio_lines.output, did(FINE, {"noise": "Server running"}), closed("x"))
    assert found["STDIO-01"] == "failed: 'Server running' was printed while answering `ping`"
    assert ruled(stdio_lines.output, did(FINE)) == {
        "STDIO-01": "passed: in 1 exchanges, every line was a message",
        "STDIO-02": "passed: in 1 exchanges, every line was a message",
    }


ASKED = "did not exit when its input closed, but when asked to"


@pytest.mark.parametrize(
    ("exchanges", "exit_", "term"),
    [
        ([closed("exited with code 0"), closed("ended by signal 13", 2)],
         "passed: 2 times, the server ended by signal 13 or exited with code 0",
         "not_applicable: the server exited without it"),
        ([closed("exited with code 0"), closed(ASKED, 2)],
         f"failed: 1 of 2 times, the server {ASKED}", "passed: SIGTERM ended the server"),
        ([closed(ASKED), closed("had to be killed", 2)],
         f"failed: 2 of 2 times, the server {ASKED}",
         "passed: SIGTERM did not end the server; it had to be killed"),
        ([did(Disconnected("exited with code 1")), closed("exited with code 1")],
         "not_verified: no connection was closed while the server was running",
         "not_verified: no connection was closed while the server was running"),
        ([closed("had to be killed", check="malformed")],
         "not_verified: no connection was closed while the server was running",
         "not_verified: no connection was closed while the server was running"),
        ([did(FINE), closed("there was no connection")],
         "not_verified: no connection was closed while the server was running",
         "not_verified: no connection was closed while the server was running"),
    ],
    ids=["exits", "asked", "killed", "gone before", "nothing there", "in passing"],
)  # fmt: skip
def test_how_a_server_leaves(exchanges, exit_, term):
    assert ruled(stdio_process.exits, *exchanges) == {"STDIO-03": exit_, "STDIO-04": term}


def test_how_a_server_leaves_is_looked_at_in_its_newest_revision():
    older = examinee(NOVEMBER, address=Address())._replace(spoken=(NOVEMBER, MODERN))
    found = in_words(stdio_process.exits(older, ()))
    assert set(found.values()) == {f"not_applicable: how it leaves is looked at in {MODERN}"}


def test_line_ends_are_recorded():
    empty = (SILENCE, Accepted(), FINE, SILENCE)
    assert because(stdio_lines.line_ends, KNOWN, *empty, FINE) == {
        "STDIO-06": "passed: to an empty line, the server stayed silent; to a line with CRLF, it replied"
    }
    died = (SILENCE, Accepted(), Disconnected("exited with code 1"), SILENCE)
    assert because(stdio_lines.line_ends, KNOWN, *died)["STDIO-06"].startswith("failed")


@pytest.mark.parametrize(
    ("answer", "ruling"),
    [
        (RpcError(-32602, f"Unknown tool: {NO_SUCH}{stdio_lines.TEXT}"), "passed: the name came back as it was"),
        (RpcError(-32602, "no", {"name": f"{NO_SUCH}{stdio_lines.TEXT}"}), "passed: the name came back as it was"),
        (Replied({"content": [{"text": f"{NO_SUCH}{stdio_lines.TEXT}"}]}), "passed: the name came back as it was"),
        (RpcError(-32602, "Unknown tool"), "passed: the server answered, and did not repeat the name as it was"),
        (RpcError(-32602, f"{NO_SUCH}\\u5730"), "passed: the server answered, and did not repeat the name as it was"),
        (RpcError(-32602, f"{NO_SUCH}????"), f"failed: in place of '{stdio_lines.TEXT}', '??' came back"),
        (RpcError(-32602, f"{NO_SUCH}\ufffd"), f"failed: in place of '{stdio_lines.TEXT}', '\ufffd' came back"),
        (RpcError(-32602, NO_SUCH + stdio_lines.TEXT.encode().decode("latin-1")), f"failed: in place of '{stdio_lines.TEXT}', 'å\x9c°' came back"),
        (TimedOut(30), "failed: the server did not answer within 30 s"),
    ],
)  # fmt: skip
def test_text_comes_back_as_it_was_or_not_at_all(answer, ruling):
    assert because(stdio_lines.not_ascii, KNOWN, answer) == {"STDIO-07": ruling}


def test_without_tools_or_calls_a_method_has_the_name():
    for known in (examinee(MODERN, address=Address()), examinee(MODERN, "tools", calls=False)):
        script = stdio_lines.not_ascii(known)
        assert next(script).method == f"{NO_SUCH}{stdio_lines.TEXT}"


@pytest.mark.parametrize(
    ("exchanges", "ruling"),
    [
        ([did(Opened(), step="Fresh", took_ms=9e9), did(FINE, took_ms=900), did(FINE, took_ms=9e9)], "within 10 s"),
        ([did(FINE, took_ms=61_000), did(RpcError(1, ""), connection=2, took_ms=10_001)], "within 30 s"),
        ([did(FINE, took_ms=61_000)], "after more than 60 s"),
    ],
)  # fmt: skip
def test_the_time_to_the_first_response_is_recorded_in_steps(exchanges, ruling):
    assert ruled(stdio_process.ready, *exchanges) == {
        "STDIO-08": f"passed: the first response came {ruling}"
    }


def test_a_server_that_answered_nothing_has_no_such_time():
    assert ruled(stdio_process.ready, did(TimedOut(30))) == {
        "STDIO-08": "not_verified: no request was answered"
    }
