"""The end of a server's log: not too much of it, and no rest of a secret."""

import pytest

from mcptest_action.shell.redaction import MASK, Redactor
from mcptest_action.shell.wire.child import LogTail
from mcptest_action.shell.wire.limits import STDERR_TAIL

SECRET = "s3cr3t-0123456789-abcdefghij"


def tail_of(*chunks, secrets=(SECRET,)):
    log = LogTail(Redactor(secrets))
    for chunk in chunks:
        log.add(chunk)
    return log.text()


def test_a_short_log_is_there_as_a_whole():
    assert tail_of(b"one\n", b"two \xff\n") == "one\ntwo \ufffd\n"


@pytest.mark.parametrize("left", range(1, len(SECRET)))
def test_a_secret_that_the_cut_goes_through_leaves_no_rest(left):
    """Once at the end that is shown, once at the end of what is kept."""
    for room in (STDERR_TAIL, STDERR_TAIL + Redactor([SECRET]).reach):
        text = tail_of(b"x" * 100_000, SECRET.encode(), b"-" * (room - left))
        assert not set(text) & set(SECRET) - {"-", *MASK}
        assert len(text) <= STDERR_TAIL


def test_a_log_full_of_secrets_shows_none():
    for junk in range(len(SECRET)):
        text = tail_of(b"y" * junk, SECRET.encode() * 10_000)
        assert set(text) <= set(MASK), text[:80]


def test_without_a_secret_nothing_is_lost_of_the_end():
    assert tail_of(b"x" * 30_000 + b"end", secrets=()) == "x" * (STDERR_TAIL - 3) + "end"
