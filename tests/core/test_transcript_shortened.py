"""What is long stands in a transcript by its length and digest, and what is around it stays."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.protocol.transcript.long_values import HEAD, LONGEST_SENT, MARK, shortened

LONG = "x" * (LONGEST_SENT + 1)


def sha256(text):
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def test_a_long_text_is_told_by_its_length_digest_and_beginning():
    assert shortened({"a": [LONG, 1, None]}) == {
        "a": [
            {
                MARK: {
                    "kind": "text",
                    "characters": LONGEST_SENT + 1,
                    "sha256": sha256(LONG),
                    "head": "x" * HEAD,
                }
            },
            1,
            None,
        ]
    }


def test_many_short_values_are_long_together():
    many = {str(n): n for n in range(5000)}
    text = json.dumps(many, sort_keys=True, separators=(",", ":"))
    assert shortened({"params": many}) == {
        "params": {
            MARK: {
                "kind": "json",
                "characters": len(text),
                "sha256": sha256(text),
                "head": text[:HEAD],
            }
        }
    }
    assert MARK in shortened([["y"] * 9000])[0]
    assert MARK in shortened({LONG: 1})


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        "x" * LONGEST_SENT,
        {"a": "x" * 9000},
        [[]],
        {},
        "",
        [True, 1.5, {"a": {"b": ["c"]}}],
    ],
    ids=lambda value: repr(value)[:20],
)
def test_what_is_short_is_left_alone(value):
    assert shortened(value) == value


def test_half_a_character_has_a_digest_as_well():
    text = "\ud800" + LONG
    assert shortened(text)[MARK]["sha256"] == sha256(text)


def test_other_values_have_other_digests():
    assert shortened(LONG) != shortened(LONG + "x")
    assert shortened(LONG + "a") != shortened(LONG + "b")


PIECES = st.sampled_from(["x", "y" * (LONGEST_SENT - 400), LONG, 7, None, "z" * 2000])
VALUES = st.recursive(
    PIECES,
    lambda inner: st.lists(inner, max_size=40) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=60,
)


@given(VALUES)
def test_what_was_shortened_is_short_and_stays_as_it_is(value):
    once = shortened(value)
    assert len(json.dumps(once, separators=(",", ":"))) <= LONGEST_SENT + 10
    assert shortened(once) == once
