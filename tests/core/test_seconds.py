"""Short lengths of time as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.seconds import LONGEST_S, parse_seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("30", 30.0), ("30s", 30.0), ("30 s", 30.0), (" 30s\n", 30.0), ("0.5", 0.5), ("500ms", 0.5),
        ("1.5m", 90.0), ("2m", 120.0), ("2min", 120.0), ("1h", 3600.0), ("1ms", 0.001),
        ("0.001s", 0.001), ("24h", LONGEST_S), ("1440m", LONGEST_S), ("86400", LONGEST_S),
    ],
    ids=repr,
)  # fmt: skip
def test_a_bare_number_is_seconds_and_a_unit_says_otherwise(text, seconds):
    assert parse_seconds(text, "--timeout") == pytest.approx(seconds)


@pytest.mark.parametrize(
    "text",
    ["", " ", "s", "0", "0.000ms", "-1s", "+1s", "1e3", "1,5s", ".5", "1.", "1.0001s", "30S", "5 min s", "2d", "inf",
     "nan", "1_000", "٣s", "86401s", "24.001h", "1000000ms", "30s 1s"],
    ids=repr,
)  # fmt: skip
def test_anything_else_is_refused_with_examples(text):
    with pytest.raises(InputError) as caught:
        parse_seconds(text, "--timeout")
    assert str(caught.value) == (
        f"--timeout: '{text}' is not a length of time (for example 500ms, 30s or 2m, at most 24h)"
    )


@given(st.text(max_size=12))
def test_any_text_is_a_length_or_one_sentence(text):
    try:
        seconds = parse_seconds(text, "--timeout")
    except InputError as error:
        assert len(error.problems) == 1
    else:
        assert 0 < seconds <= LONGEST_S
