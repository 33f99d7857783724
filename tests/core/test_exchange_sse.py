"""An event stream gives the same events, however the network cuts it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.protocol.exchange.sse import DEFAULT_EVENT, LONGEST_ID, EventReader

LF, CR, CRLF = b"\n", b"\r", b"\r\n"
# Lines to the events they make; an empty line ends an event.
STREAMS = {
    "one event": (["data: a", ""], [("message", b"a")]),
    "no space behind the colon": (["data:a", ""], [("message", b"a")]),
    "only one space is taken away": (["data:  a", ""], [("message", b" a")]),
    "colons in the data": (['data: {"a":1}', ""], [("message", b'{"a":1}')]),
    "several lines of data": (["data: a", "data: b", "data:", ""], [("message", b"a\nb\n")]),
    "a named event": (["event: endpoint", "data: /m", ""], [("endpoint", b"/m")]),
    "a name behind the data": (["data: /m", "event: endpoint", ""], [("endpoint", b"/m")]),
    "the name is good for one event": (
        ["event: x", "data: 1", "", "data: 2", ""],
        [("x", b"1"), ("message", b"2")],
    ),
    "a name without data is forgotten": (
        ["event: x", "", "data: 2", ""],
        [("message", b"2")],
    ),
    "a field without a colon has no value": (["data", ""], [("message", b"")]),
    "the priming event of 2025-11-25": (["id: 7", "retry: 10", "data: ", ""], [("message", b"")]),
    "comments and unknown fields": (
        [": ping", "id: 7", "datum: x", "data : x", "data: a", ":", ""],
        [("message", b"a")],
    ),
    "comments alone": ([": ping", "", ": ping", ""], []),
    "an event that does not end": (["data: a"], []),
    "blank lines": (["", "", "data: a", "", "", "data: b", ""], [("message", b"a"), ("message", b"b")]),
    "bytes that are not UTF-8": (["data: \udcff", "event: \udcff", ""], [("\ufffd", b"\xff")]),
}  # fmt: skip


def wire(lines, ending):
    return b"".join(line.encode(errors="surrogateescape") + ending for line in lines)


def events_of(*chunks):
    reader = EventReader()
    return [event for chunk in chunks for event in reader.feed(chunk)]


@pytest.mark.parametrize("ending", [LF, CR, CRLF], ids=["LF", "CR", "CRLF"])
@pytest.mark.parametrize(("lines", "events"), STREAMS.values(), ids=STREAMS.keys())
def test_a_stream_in_one_piece(lines, events, ending):
    assert events_of(wire(lines, ending)) == events


@pytest.mark.parametrize("ending", [LF, CR, CRLF], ids=["LF", "CR", "CRLF"])
def test_a_stream_cut_anywhere(ending):
    for lines, events in STREAMS.values():
        stream = wire(lines, ending)
        for cut in range(len(stream) + 1):
            assert events_of(stream[:cut], stream[cut:]) == events, (stream, cut)


@pytest.mark.parametrize("ending", [LF, CR, CRLF], ids=["LF", "CR", "CRLF"])
def test_a_stream_that_dribbles_in_byte_by_byte(ending):
    for lines, events in STREAMS.values():
        stream = wire(lines, ending)
        assert events_of(*(stream[i : i + 1] for i in range(len(stream)))) == events, stream


def test_a_chunk_of_nothing_changes_nothing():
    assert events_of(b"data: a\r", b"", b"\ndata: b\r\n\r\n") == [("message", b"a\nb")]


LINE = st.sampled_from(
    [b"data: a", b"data:", b"data", b"event: x", b"event", b": c", b"id: 1", b"", b"\xff"]
)


@given(st.lists(LINE), st.sampled_from([LF, CR, CRLF]), st.data())
def test_any_stream_cut_anywhere_gives_the_same_events(lines, ending, data):
    stream = b"".join(line + ending for line in lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert events_of(*chunks) == events_of(stream)


@given(st.lists(st.binary(max_size=30), max_size=5))
def test_no_bytes_break_the_reader(chunks):
    assert all(isinstance(data, bytes) for _, data in events_of(*chunks))


def test_the_caller_can_see_how_much_is_held():
    reader = EventReader()
    assert reader.held == 0
    assert list(reader.feed(b"data: abc\ndata: de\nda")) == []
    assert reader.held == len(b"data: abc\ndata: de\nda")
    assert list(reader.feed(b"ta: f\n\n")) == [(DEFAULT_EVENT, b"abc\nde\nf")]
    assert reader.held == 0


def test_a_flood_of_empty_lines_of_data_is_held_as_well():
    reader = EventReader()
    assert list(reader.feed(b"data:\n" * 1000)) == []
    assert reader.held >= 1000


def test_a_byte_order_mark_at_the_start_is_skipped():
    assert events_of(b"\xef\xbb\xbfdata: a\n\n") == [("message", b"a")]


def test_the_id_of_each_event_is_known_when_it_is_read():
    reader = EventReader()
    stream = wire(["id: 1", "data:", "", "id: 2", "data: a", "", "data: b", ""], LF)
    assert [(data, reader.last) for _, data in reader.feed(stream)] == [
        (b"", "1"),
        (b"a", "2"),
        (b"b", ""),
    ]


def test_where_to_go_on_is_the_newest_id_that_was_not_taken_back():
    reader = EventReader()
    list(reader.feed(b"id: 1\ndata: a\n\ndata: b\n\nid: 2\n"))
    assert reader.since == "1"
    list(reader.feed(b"\nid\n\n"))
    assert reader.since == ""


def test_a_retry_that_is_no_number_does_not_count():
    reader = EventReader()
    list(reader.feed(b"retry: 10\nretry: soon\nretry: -1\nretry\n"))
    assert reader.retry_ms == 10
    list(reader.feed(b"retry: " + b"9" * 5000 + b"\n"))
    assert reader.retry_ms == 999_999_999


def test_a_stream_that_goes_on_names_each_event_once():
    reader = EventReader()
    list(reader.feed(b"id: 1\nretry: 7\ndata:\n\nid: 2\ndata: a\n\ndata: cut o"))
    later = reader.continued()
    assert (later.since, later.retry_ms, later.held) == ("2", 7, 0)
    list(later.feed(b"id: 2\ndata: a\n\nid: 3\ndata: b\n\nid: 3\ndata: c\n\n"))
    assert (later.ids, later.primed) == (["1", "2", "3", "3"], True)
    assert reader.ids == ["1", "2"]


def test_an_id_is_kept_as_it_may_be_shown_and_cut_only_then():
    reader = EventReader(lambda text: text.replace("secret", "*"))
    list(reader.feed(b"id: %ssecret\ndata: a\n\n" % (b"x" * (LONGEST_ID - 3))))
    assert reader.last == "x" * (LONGEST_ID - 3) + "*"
    assert reader.ids == [reader.last]
