"""A stream is split into lines, however it arrives, and never held whole."""

from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.shell.wire import child as process_output
from mcptest_action.shell.wire.child import LineSplitter, TooLong


@given(
    st.lists(st.binary(max_size=20).map(lambda line: line.replace(b"\n", b"")), max_size=6),
    st.data(),
)
def test_any_cut_gives_the_same_lines(wanted, data):
    stream = b"".join(line + b"\n" for line in wanted) + b"rest"
    splitter, found = LineSplitter(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += splitter.feed(stream[:size])
        stream = stream[size:]
    assert found == wanted
    assert splitter.unfinished == len(b"rest")


def test_a_line_over_the_limit_is_reported_once_and_dropped(monkeypatch):
    monkeypatch.setattr(process_output, "MESSAGE_LIMIT", 10)
    splitter = LineSplitter()
    assert list(splitter.feed(b"x" * 11)) == [TooLong]
    assert list(splitter.feed(b"x" * 1000)) == []
    assert list(splitter.feed(b"x\nok\n")) == [b"ok"]
    assert splitter.unfinished == 0
