"""Lengths of time as people write them."""

from datetime import UTC, datetime

import pytest

from mcptest_action.core.text.duration import after, parse_duration
from mcptest_action.core.text.errors import InputError

JANUARY_31 = datetime(2027, 1, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("30d", "2027-03-02"),
        ("1day", "2027-02-01"),
        ("2weeks", "2027-02-14"),
        ("1 w", "2027-02-07"),
        ("1month", "2027-02-28"),
        ("3months", "2027-04-30"),
        ("13mo", "2028-02-29"),
        ("1year", "2028-01-31"),
        ("2y", "2029-01-31"),
    ],
)
def test_a_month_is_a_calendar_month(text, end):
    assert after(JANUARY_31, parse_duration(text, "--for"), "--for").date().isoformat() == end


@pytest.mark.parametrize("text", ["", "0d", "3", "months", "-1d", "1.5d", "3m", "3 fortnights"])
def test_anything_else_is_refused_with_examples(text):
    with pytest.raises(InputError) as caught:
        parse_duration(text, "--for")
    assert str(caught.value) == (
        f"--for: '{text}' is not a length of time (for example 30d, 2weeks, 3months or 1year)"
    )


def test_the_calendar_ends():
    with pytest.raises(InputError, match="reaches beyond the year 9999"):
        after(JANUARY_31, parse_duration("9000years", "--for"), "--for")
