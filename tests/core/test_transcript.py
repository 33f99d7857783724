"""A transcript reads back as what was written, and a broken one says where."""

import json
from typing import get_args

import pytest
from conftest import ROOT
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mcptest_action.core.document.json_text import MOST_VALUES
from mcptest_action.core.protocol.exchange.envelope import dress
from mcptest_action.core.protocol.exchange.era import NEWEST_MODERN
from mcptest_action.core.protocol.exchange.incoming import Response, read_message
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Bound,
    Closed,
    Disconnected,
    Garbage,
    HttpAnswer,
    HttpStatus,
    InvalidUtf8,
    Leaving,
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
)
from mcptest_action.core.protocol.exchange.step import (
    Close,
    Fresh,
    Http,
    Notify,
    Raw,
    Request,
    Together,
)
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
from mcptest_action.core.protocol.transcript.step_json import sent_document
from mcptest_action.core.text.errors import InputError

HEADER = header_line({"tool": "mcptest-action 1"})
PLAIN = Exchange(Key("surface", None, 1, 2), {"step": "Request"}, TimedOut(5.0), 5000.25)

OTHER = PLAIN._replace(key=PLAIN.key._replace(step=1))


def as_json_has_it(value):
    """Two halves of a character side by side are one character in JSON."""
    return json.loads(json.dumps(value))


TEXT = st.text(st.characters()).map(as_json_has_it)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(st.characters()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters()), inner),
    max_leaves=6,
).map(as_json_has_it)  # fmt: skip
OBJECT = st.dictionaries(st.text(st.characters()), JSON, max_size=3).map(as_json_has_it)
SECONDS = st.floats(0, 86400)
STREAM = st.none() | st.builds(
    lambda ids, primed, ended: {"ids": ids, "primed": primed, "ended": ended},
    st.lists(TEXT, max_size=2),
    st.booleans(),
    st.none() | st.booleans(),
)
HTTP = st.builds(HttpAnswer, st.integers(100, 599), st.dictionaries(TEXT, TEXT, max_size=3), STREAM)
MAYBE_HTTP = st.none() | HTTP
ENVELOPE = st.none() | OBJECT
REACTIONS = {
    Replied: st.builds(Replied, JSON, MAYBE_HTTP, ENVELOPE),
    RpcError: st.builds(RpcError, st.integers(), TEXT, JSON, MAYBE_HTTP, ENVELOPE),
    HttpStatus: st.builds(HttpStatus, HTTP, TEXT),
    TurnedAway: st.builds(TurnedAway, st.integers(0, 999), st.integers(1, 9), SECONDS),
    Accepted: st.builds(Accepted, MAYBE_HTTP),
    TimedOut: st.builds(TimedOut, SECONDS),
    Disconnected: st.builds(Disconnected, TEXT),
    Unreachable: st.builds(Unreachable, TEXT),
    Garbage: st.builds(Garbage, TEXT, ENVELOPE),
    InvalidUtf8: st.builds(InvalidUtf8, TEXT),
    Oversized: st.builds(Oversized, st.integers(0)),
    Misaddressed: st.builds(Misaddressed, st.lists(TEXT).map(tuple)),
    Overheard: st.builds(Overheard, st.lists(OBJECT, max_size=2).map(tuple)),
    Bound: st.builds(Bound, st.lists(st.text(), max_size=2).map(tuple)),
    Opened: st.builds(Opened),
    Closed: st.builds(Closed, TEXT, st.none() | st.sampled_from(Leaving)),
    NotSent: st.builds(NotSent, TEXT, TEXT),
}
KEYS = st.builds(Key, TEXT, st.none() | TEXT, st.integers(0), st.integers(1))
SENT = st.builds(lambda more, step: {**more, "step": step}, OBJECT, TEXT)
EXCHANGES = st.builds(
    Exchange, KEYS, SENT, st.one_of(*REACTIONS.values()), SECONDS, st.lists(OBJECT, max_size=2).map(tuple)
)  # fmt: skip


def test_every_kind_of_reaction_is_tried():
    assert set(REACTIONS) == set(get_args(Reaction))


@pytest.mark.parametrize("kind", REACTIONS, ids=lambda kind: kind.__name__)
@given(st.data())
def test_a_reaction_comes_back_as_it_was(kind, data):
    reaction = data.draw(REACTIONS[kind])
    again = reaction_of_document(json.loads(json.dumps(reaction_document(reaction))))
    # Named tuples of one shape are equal, whatever they are called.
    assert (type(again), again) == (kind, reaction)


@given(st.lists(EXCHANGES, max_size=2, unique_by=lambda exchange: exchange.key), OBJECT)
@example([PLAIN._replace(reaction=Replied(None))], {})
@example([PLAIN._replace(reaction=Garbage("a\n\r\x0b\x0c\x1c\x85\u2028\u2029b\ud800"))], {})
def test_a_transcript_comes_back_as_it_was(exchanges, header):
    text = header_line({"server": header}) + "".join(
        exchange_line(exchange) + closing_line(number, "\u2028\n")
        for number, exchange in enumerate(exchanges)
    )
    assert text.isascii()
    assert text.count("\n") == 1 + 2 * len(exchanges)
    found, read = read_transcript(text, "f")
    assert found == {
        "type": "header", "schema_version": "mcptest.dev/transcript/v1", "server": header,
    }  # fmt: skip
    assert read == tuple(e._replace(line=2 + 2 * n) for n, e in enumerate(exchanges))
    assert [type(e.reaction) for e in read] == [type(e.reaction) for e in exchanges]


DOCUMENTS = [
    (Replied(None), {"kind": "replied", "result": None}),
    (Replied({"a": 1}, HttpAnswer(200, {"b": "2", "a": "1"})),
     {"kind": "replied", "result": {"a": 1}, "http": {"status": 200, "headers": {"a": "1", "b": "2"}}}),
    (RpcError(-32601, "no"), {"kind": "rpc_error", "code": -32601, "message": "no"}),
    (RpcError(-32601, "no", 0), {"kind": "rpc_error", "code": -32601, "message": "no", "data": 0}),
    (TurnedAway(429, 2, 0.25), {"kind": "turned_away", "status": 429, "times": 2, "waited_s": 0.25}),
    (HttpStatus(HttpAnswer(404, {}), "x"), {"kind": "http_status", "http": {"status": 404, "headers": {}}, "body": "x"}),
    (Accepted(), {"kind": "accepted"}),
    (TimedOut(5.0), {"kind": "timed_out", "after_s": 5.0}),
    (Disconnected("x"), {"kind": "disconnected", "detail": "x"}),
    (Unreachable("x"), {"kind": "unreachable", "detail": "x"}),
    (Garbage("x"), {"kind": "garbage", "text": "x"}),
    (InvalidUtf8("/w=="), {"kind": "invalid_utf8", "sample": "/w=="}),
    (Oversized(16), {"kind": "oversized", "limit": 16}),
    (Misaddressed(("2",)), {"kind": "misaddressed", "ids": ["2"]}),
    (Bound(("::1",)), {"kind": "bound", "addresses": ["::1"]}),
    (Opened(), {"kind": "opened"}),
    (Closed("x"), {"kind": "closed", "detail": "x"}),
    (Closed("x", Leaving.KILLED), {"kind": "closed", "detail": "x", "leaving": "killed"}),
    (NotSent("destructive", "x"), {"kind": "not_sent", "reason": "destructive", "because": "x"}),
]  # fmt: skip


@pytest.mark.parametrize(("reaction", "document"), DOCUMENTS, ids=lambda value: repr(value)[:60])
def test_the_words_of_the_format_do_not_change(reaction, document):
    assert reaction_document(reaction) == document
    assert json.dumps(reaction_document(reaction)) == json.dumps(document)


def test_what_is_written_keeps_the_schema():
    file = ROOT / "src" / "mcptest_action" / "schemas" / "transcript.schema.json"
    validator = Draft202012Validator(json.loads(file.read_text()))
    bodies = (b"{}", b"{", b"\xff", b"[" * 20_000, b"\xff" * 20_000, b'["%s"]' % (b"x" * 20_000))
    sent_bodies = [sent(Http("PUT", {"X": "1"}, body), http=True) for body in bodies]
    lines = [
        *(exchange_line(PLAIN._replace(reaction=reaction)) for reaction, _ in DOCUMENTS),
        *(exchange_line(PLAIN._replace(sent=document)) for document in sent_bodies),
        closing_line(1, "bye"),
    ]
    asked = sent(Http("GET", path="/.well-known/x", anonymous=True), http=True)
    stream = {"ids": ["a"], "primed": False, "ended": None}
    said = (
        {"noise": "x"}, {"not_text": "/w=="}, {"more": 3}, {"turned_away": 1, "waited_s": 0.5},
        {"answer_to": "2", "error": None}, {"notification": "x", "params": 1, "flaw": "y"},
        {"request": "x", "id": "'1'", "reply": {}, "connection": 1},
    )  # fmt: skip
    listened = (
        {"message": {"method": "x", "params": 1}, "stream": 1, "event": "7"},
        {"message": {"id": None, "result": 1}}, {"message": {"id": 1, "method": "x"}, "reply": {}},
        {"noise": "x"}, {"not_text": "/w=="},
    )  # fmt: skip
    lines += [
        exchange_line(PLAIN._replace(sent=asked, others=said, reaction=Overheard(listened))),
        exchange_line(PLAIN._replace(reaction=Accepted(HttpAnswer(200, {}, stream)))),
    ]
    for line in lines:
        validator.validate(json.loads(line))
        read_transcript(HEADER + line, "f")
    two = exchange_line(PLAIN._replace(sent={"step": "Raw", "message": {}, "text": "{}"}))
    assert not validator.is_valid(json.loads(two))
    for odd in ({"others": [{"noise": 5}]}, {"reaction": heard({"message": []})}):
        assert not validator.is_valid(json.loads(line_with(**odd)))


def test_a_line_is_the_same_bytes_every_time():
    assert HEADER == (
        '{"type":"header","schema_version":"mcptest.dev/transcript/v1","tool":"mcptest-action 1"}\n'
    )
    assert exchange_line(PLAIN) == (
        '{"type":"exchange","check":"surface","tool":null,"connection":1,"step":2,'
        '"sent":{"step":"Request"},"reaction":{"kind":"timed_out","after_s":5.0},'
        '"elapsed_ms":5000.25}\n'
    )
    noisy = PLAIN._replace(others=({"notification": "é"},))
    assert exchange_line(noisy).endswith(',"others":[{"notification":"\\u00e9"}]}\n')
    assert closing_line(3, "bye\n") == '{"type":"log","connection":3,"stderr_tail":"bye\\n"}\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "f:1:1: the first line is not a transcript's header"),
        ("{}\n", "f:1:1: the first line is not a transcript's header"),
        (exchange_line(PLAIN), "f:1:1: the first line is not a transcript's header"),
        ("[]\n", "f:1:1: a line is not an object"),
        (HEADER + '"x"\n', "f:2:1: a line is not an object"),
        (HEADER + "null\n", "f:2:1: a line is not an object"),
        (HEADER + "\n" + HEADER, "f:2:1: a line is empty"),
        (HEADER + "[" * 500 + "]" * 500, "f:2:401: nested more than 400 levels deep"),
        (HEADER + "[" + "0," * MOST_VALUES + "0]", "f:2:1: holds more than 1,300,000 values (no artifact of ours is that large)"),
        (HEADER + '{"type":"log","connection":1}', "f:2:1: not a log: it has no 'stderr_tail'"),
        (HEADER + '{"type":"log","connection":true,"stderr_tail":""}', "f:2:1: not a log: connection is a boolean, not a whole number"),
        (HEADER + '{"type":"log","connection":-2,"stderr_tail":""}', "f:2:1: not a log: connection is -2, which is less than 0"),
        (HEADER + exchange_line(PLAIN) * 2, "f:3:1: it repeats line 2: the same step of the same check (was the file edited?)"),
        ('{"type":"header"}\n', "f:1:1: schema_version is 'None', not 'mcptest.dev/transcript/v1'"),
        ('{"type":"header","schema_version":"v2"}', "f:1:1: schema_version is 'v2', not 'mcptest.dev/transcript/v1'"),
    ],
    ids=["empty", "an empty object", "no header", "a list", "text", "null", "an empty line",
         "too deep", "too much", "half a log", "a log of something", "a log of nothing", "a line twice", "no version", "another version"],
)  # fmt: skip
def test_a_broken_transcript_says_where(text, sentence):
    with pytest.raises(InputError) as caught:
        read_transcript(text, "f")
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"a":}\n', "f:2:6: not valid JSON: expecting value"),
        ('{"a":1,"a":2}\n', "f:2:8: the key 'a' appears twice in one object (keep one of them)"),
        (exchange_line(PLAIN)[:40], None),
        ('{"\u2028":}\r\n', "f:2:6: not valid JSON: expecting value"),
    ],
    ids=["no JSON", "a key twice", "half a line", "a line of Unicode"],
)
def test_a_line_that_is_not_json_is_told_by_its_own_number(line, sentence):
    with pytest.raises(InputError) as caught:
        read_transcript(HEADER + line, "f")
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == ("f", 2)
    assert sentence in (None, str(caught.value))


def line_with(**changed):
    document = json.loads(exchange_line(PLAIN))
    return json.dumps({k: v for k, v in {**document, **changed}.items() if v != "left out"}) + "\n"


@pytest.mark.parametrize(
    "changed",
    [
        *({name: "left out"} for name in ("check", "tool", "connection", "step", "sent", "reaction", "elapsed_ms")),
        {"reaction": None}, {"reaction": 5}, {"reaction": {}}, {"reaction": {"kind": "nope"}},
        {"reaction": {"kind": ["opened"]}}, {"reaction": {"kind": "replied"}},
        {"reaction": {"kind": "opened", "after_s": 5}}, {"reaction": {"kind": "accepted", "http": None}},
        {"reaction": {"kind": "accepted", "http": {}}}, {"reaction": {"kind": "accepted", "http": "x"}},
        {"reaction": {"kind": "accepted", "http": {"status": 200, "headers": None}}},
        {"reaction": {"kind": "misaddressed"}}, {"reaction": {"kind": "misaddressed", "ids": 5}},
        {"others": 5}, {"other": []},
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_exchange_says_where(changed):
    with pytest.raises(InputError) as caught:
        read_transcript(HEADER + exchange_line(OTHER) + line_with(**changed), "f")
    (problem,) = caught.value.problems
    assert (problem.where, problem.what[:17]) == ("f:3:1", "not an exchange: ")


def heard(*messages):
    return {"kind": "overheard", "messages": messages}


def streamed(stream):
    return {"kind": "accepted", "http": {"status": 200, "headers": {}, "stream": stream}}


def test_who_listens_can_only_overhear():
    listened = PLAIN._replace(sent={"step": "Listen"}, reaction=Overheard(()))
    assert len(read_transcript(HEADER + exchange_line(listened), "f")[1]) == 1
    with pytest.raises(InputError, match=r"^f:2:1: not an exchange: its step is Listen, and its"):
        read_transcript(HEADER + exchange_line(listened._replace(reaction=Replied({}))), "f")


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN", "1e999", "9" * 4001])
def test_an_infinite_number_is_refused(number):
    line = exchange_line(PLAIN._replace(reaction=Replied({"a": 5.0}))).replace(
        '"a":5.0', f'"a":{number}'
    )
    with pytest.raises(InputError, match=r"^f:2:1: a number is infinite, or NaN$"):
        read_transcript(HEADER + line, "f")


@pytest.mark.parametrize(
    "changed",
    [
        {"check": 5}, {"tool": 5}, {"connection": "1"}, {"connection": True}, {"step": 1.5}, {"elapsed_ms": False}, {"step": None}, {"sent": 5}, {"elapsed_ms": "1"},
        {"others": "ab"}, {"others": {"a": 1}},
        {"reaction": [["kind", "opened"]]},
        {"reaction": {"kind": "timed_out", "after_s": "soon"}},
        {"reaction": {"kind": "rpc_error", "code": "x", "message": 5}},
        {"reaction": {"kind": "disconnected", "detail": None}},
        {"reaction": {"kind": "misaddressed", "ids": "ab"}},
        {"reaction": {"kind": "misaddressed", "ids": [1]}},
        {"reaction": {"kind": "accepted", "http": {"status": "x", "headers": {}}}},
        {"reaction": {"kind": "accepted", "http": {"status": 200, "headers": [["a", "b"]]}}},
        {"reaction": {"kind": "accepted", "http": {"status": 200, "headers": {"a": 5}}}},
    ],
    ids=repr,
)  # fmt: skip
def test_a_field_of_the_wrong_type_is_no_exchange(changed):
    with pytest.raises(InputError, match=r"^f:2:1: not an exchange: "):
        read_transcript(HEADER + line_with(**changed), "f")


@pytest.mark.parametrize(
    ("changed", "clause"),
    [
        ({"check": 5}, "check is a number, not text"),
        ({"sent": "left out"}, "it has no 'sent'"),
        ({"x": 1}, "it has an unknown key 'x'"),
        ({"reaction": "x"}, "reaction is text, not an object"),
        ({"reaction": {}}, "reaction.kind is null, not text"),
        ({"reaction": {"kind": "nope"}}, "reaction.kind is 'nope', which is unknown"),
        ({"reaction": {"kind": "replied"}}, "reaction has no 'result'"),
        ({"reaction": {"kind": "accepted", "http": {"status": 200, "headers": {"a": []}}}},
         "reaction.http.headers.a is a list, not text"),
        ({"reaction": {"kind": "misaddressed", "ids": [None]}}, "an entry of reaction.ids is null, not text"),
        ({"reaction": {"kind": "closed", "detail": "x", "leaving": "angry"}}, "reaction.leaving is 'angry', which is unknown"),
        ({"connection": -1}, "connection is -1, which is less than 0"),
        ({"step": 0}, "step is 0, which is less than 1"),
        ({"step": -3}, "step is -3, which is less than 1"),
        ({"elapsed_ms": -0.5}, "elapsed_ms is -0.5, which is less than 0"),
        ({"elapsed_ms": 1e308}, "elapsed_ms is longer than any run"),
        ({"elapsed_ms": 10**400}, "elapsed_ms is longer than any run"),
        ({"sent": {}}, "sent has no 'step'"),
        ({"sent": {"step": ["Fresh"]}}, "sent.step is a list, not text"),
        ({"sent": {"step": "Http", "path": 1}}, "sent.path is a number, not text"),
        ({"sent": {"step": "Raw", "headers": {"Origin": ["x"]}}}, "sent.headers.Origin is a list, not text"),
        ({"others": [{"noise": "x"}, "y"]}, "others[1] is text, not an object"),
        ({"others": [{"notification": ["x"]}]}, "others[0].notification is a list, not text"),
        ({"others": [{"request": "x", "reply": 5}]}, "others[0].reply is a number, not an object"),
        ({"reaction": heard({"message": []})}, "reaction.messages[0].message is a list, not an object"),
        ({"reaction": heard({}, {"message": {"method": {}}})}, "reaction.messages[1].message.method is an object, not text"),
        ({"reaction": heard({"message": {}, "reply": ""})}, "reaction.messages[0].reply is text, not an object"),
        ({"reaction": heard({"noise": None})}, "reaction.messages[0].noise is null, not text"),
        ({"reaction": streamed({})}, "reaction.http.stream has no 'ids'"),
        ({"reaction": streamed({"ids": [[]], "primed": True, "ended": True})},
         "an entry of reaction.http.stream.ids is a list, not text"),
        ({"reaction": streamed({"ids": [], "primed": None, "ended": True})},
         "reaction.http.stream.primed is not true or false"),
        ({"reaction": streamed({"ids": [], "primed": True, "ended": 1})},
         "reaction.http.stream.ended is not true or false"),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_wrong_with_an_exchange_is_told(changed, clause):
    with pytest.raises(InputError) as caught:
        read_transcript(HEADER + line_with(**changed), "f")
    assert str(caught.value) == f"f:2:1: not an exchange: {clause}"


@pytest.mark.parametrize(
    "reaction",
    ["abc", ["abc"], {"kind": "accepted", "http": {"status": 200, "headers": "abc"}}],
    ids=repr,
)
def test_text_where_an_object_belongs_is_no_exchange(reaction):
    with pytest.raises(InputError, match=r"^f:2:1: not an exchange: "):
        read_transcript(HEADER + line_with(reaction=reaction), "f")


@pytest.mark.parametrize("kind", ["exchnage", "Exchange", None, 5, ["log"], "left out"], ids=repr)
def test_a_line_of_an_unknown_type_is_not_left_out_silently(kind):
    with pytest.raises(InputError) as caught:
        read_transcript(HEADER + line_with(type=kind), "f")
    hint = " (did you mean exchange?)" if kind in ("exchnage", "Exchange") else ""
    assert str(caught.value) == f"f:2:1: a line is neither an exchange nor a log{hint}"


def test_a_second_header_is_a_second_transcript():
    with pytest.raises(InputError) as caught:
        read_transcript(HEADER + exchange_line(PLAIN) + HEADER + exchange_line(PLAIN), "f")
    assert str(caught.value) == "f:3:1: a second header (keep one transcript per file)"


def test_a_separator_of_unicode_ends_no_line():
    line = exchange_line(PLAIN._replace(reaction=Garbage("\u2028\x85")))
    written = line.replace("\\u2028", "\u2028").replace("\\u0085", "\x85")
    assert written != line
    (exchange,) = read_transcript(HEADER + written.rstrip("\n") + "\r\n", "f")[1]
    assert exchange.reaction == Garbage("\u2028\x85")


@given(st.lists(st.text(max_size=20), max_size=3))
def test_any_lines_are_a_transcript_or_one_sentence(lines):
    try:
        read_transcript("\n".join(lines), "f")
    except InputError as error:
        assert len(error.problems) == 1
        assert error.problems[0].line >= 1


def sent(step, *, http, era=None):
    return sent_document(step, dress(step, era, 7, "1"), http=http)


def test_what_was_sent_is_told_as_the_message_it_was():
    assert sent(Request("tools/list"), http=False) == {
        "step": "Request",
        "message": {"jsonrpc": "2.0", "id": 7, "method": "tools/list"},
    }


def test_over_http_the_headers_are_told_in_order():
    document = sent(Notify("x"), http=True, era=NEWEST_MODERN)
    assert document["http_method"] == "POST"
    assert list(document["headers"].items()) == [
        ("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "x"),
    ]  # fmt: skip
    assert document["message"]["method"] == "x"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", {"text": ""}),
        (b"{", {"text": "{"}),
        (b"[" * 9000, {"text": "[" * 9000}),
        (b"9" * 5000, {"text": "9" * 5000}),
        (b"\xff\x00", {"base64": "/wA="}),
        (b"[1]\n", {"message": [1]}),
        (b"null", {"message": None}),
    ],
    ids=["nothing", "half an object", "bottomless", "a long number", "not UTF-8", "JSON", "null"],
)
def test_raw_bytes_are_told_as_json_or_text_or_base64(body, told):
    assert sent(Raw(body), http=False) == {"step": "Raw", **told}
    assert sent(Http("PUT", {"X": "1"}, body), http=True) == {
        "step": "Http", "http_method": "PUT", "headers": {"X": "1"}, **told,
    }  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        b"NaN", b"[-Infinity]", b"1e999", b'{"a":1,"a":2}', b"[" * 300 + b"]" * 300, b"1" * 4100, b"1e-999",
        b"0.1000000000000000000001", b"9007199254740993.0", b"1e" + b"9" * 5000, b'{"a":\n1}\n',
        b"\xef\xbb\xbf{}",
    ],
    ids=["no JSON", "infinity", "a number beyond counting", "a key twice", "deep", "a long number",
         "a number that becomes 0", "more digits than a float has", "the next number", "a long exponent",
         "two lines", "a byte order mark"],
)  # fmt: skip
def test_raw_bytes_that_json_would_change_are_told_as_text(body):
    assert sent(Raw(body), http=False) == {"step": "Raw", "text": body.decode()}


@pytest.mark.parametrize(
    "body",
    [b"0.1", b"-0.0", b"1E5", b"1.50e+2", b"100.0", b"0.000", b"0e7", b"12345678901234567890", b"1e22", b"1e-7",
     b"5e-324", b'"\\ud800"', b'["1e999", "NaN"]'],
)  # fmt: skip
def test_json_that_keeps_its_meaning_is_told_as_json(body):
    told = sent(Raw(body), http=False)["message"]
    assert repr(told) == repr(json.loads(body))


@given(JSON)
def test_whatever_was_sent_can_be_read_back(value):
    document = sent(Raw(json.dumps(value).encode()), http=False)
    exchange = PLAIN._replace(sent=document)
    assert document == {"step": "Raw", "message": value}
    assert read_transcript(HEADER + exchange_line(exchange), "f")[1] == (exchange._replace(line=2),)


def test_the_deepest_message_that_is_told_as_json_can_be_read_back():
    for depth in range(198, 206):
        exchange = PLAIN._replace(sent=sent(Raw(b"[" * depth + b"]" * depth), http=False))
        assert read_transcript(HEADER + exchange_line(exchange), "f")[1] == (
            exchange._replace(line=2),
        )


@pytest.mark.parametrize(
    ("step", "outgoing"),
    [
        (Fresh(), None),
        (Close(), None),
        (Close(), dress(Raw(b"x"), None, 1, "1")),
        (Request("never sent"), None),
        (Together(()), None),
    ],
    ids=["fresh", "close", "close with bytes", "no connection", "together"],
)
def test_what_sent_no_bytes_is_told_by_its_name(step, outgoing):
    assert sent_document(step, outgoing, http=True) == {"step": type(step).__name__}


def test_whatever_is_read_from_a_server_can_be_recorded():
    for depth in (150, 199, 200, 300):
        message = read_message(b'{"id":1,"result":' + b"[" * depth + b"]" * depth + b"}")
        if isinstance(message, Response):
            exchange = PLAIN._replace(reaction=Replied(message.result))
            assert read_transcript(HEADER + exchange_line(exchange), "f")[1] == (
                exchange._replace(line=2),
            )
