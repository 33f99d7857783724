"""A timestamp is RFC 3339 or nothing."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.text.timestamp import format_timestamp, parse_timestamp


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2026-12-31T00:00:00Z", "2026-12-31T00:00:00Z"),
        ("2026-12-31t00:00:00z", "2026-12-31T00:00:00Z"),
        ("2026-12-31T00:00:00+02:00", "2026-12-30T22:00:00Z"),
        ("2026-12-31T00:00:00-00:00", "2026-12-31T00:00:00Z"),
        ("2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00Z"),
        ("2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"),
        ("9999-12-31T23:59:59-01:00", "9999-12-31T23:59:59.999999Z"),
        ("0001-01-01T00:00:00+01:00", "0001-01-01T00:00:00Z"),
        ("2026-12-31T00:00:00.5Z", "2026-12-31T00:00:00.500000Z"),
        ("2026-12-31T00:00:00.123456789Z", "2026-12-31T00:00:00.123456Z"),
    ],
)
def test_reads_rfc_3339_into_utc(text, iso):
    moment = parse_timestamp(text)
    assert moment is not None
    assert format_timestamp(moment) == iso


@pytest.mark.parametrize(
    "text",
    [
        "", "2026", "2026-12", "2026-12-31", "Dec 31", "10", "20261231T000000Z", "2026-W53-4",
        "2026-12-31T00:00:00", "2026-12-31 00:00:00Z", "2026-12-31T00:00Z", "2026-12-31T24:00:00Z",
        "2026-12-31T00:00:60Z", "2026-12-31T23:59:60Z", "2027-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-12-31T00:00:00+24:00", "2026-12-31T00:00:00+02:60",
        "2026-12-31T00:00:00+0200", "2026-12-31T00:00:00Z\n", " 2026-12-31T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "２０２６-12-31T00:00:00Z", "2026-12-31T00:00:00.Z", "2026-12-31T00:00:00UTC", "+2026",
    ],
)  # fmt: skip
def test_refuses_everything_else(text):
    assert parse_timestamp(text) is None


_OFFSETS = st.integers(-23 * 60, 23 * 60).map(lambda m: timezone(timedelta(minutes=m)))


@given(st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=_OFFSETS))  # noqa: DTZ001
def test_what_python_formats_reads_back_as_the_same_moment(moment):
    assert parse_timestamp(moment.isoformat()) == moment.astimezone(UTC)


@given(st.text())
def test_no_text_is_an_error(text):
    assert parse_timestamp(text) is None or "T" in text.upper()
