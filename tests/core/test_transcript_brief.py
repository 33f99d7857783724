"""Answers are cut; nobody needs a MiB of x twice, nor a million numbers once."""

import hashlib
import json

import pytest

from mcptest_action.core.protocol.exchange.reaction import Disconnected, Replied, RpcError
from mcptest_action.core.protocol.transcript.long_values import (
    LONGEST_ANSWER,
    MOST_OF_ANSWER,
    brief,
)

SAID = "no record matches " + "x" * 1_000_000
CUT = f"{SAID[:LONGEST_ANSWER]}… ({len(SAID)} characters, sha256 {hashlib.sha256(SAID.encode()).hexdigest()})"


@pytest.mark.parametrize(
    ("reaction", "expected"),
    [
        (Replied({"content": [{"text": SAID}], "n": 1}), Replied({"content": [{"text": CUT}], "n": 1})),
        (RpcError(-32602, SAID, {"value": SAID}), RpcError(-32602, CUT, {"value": CUT})),
        (RpcError(-32602, "no"), RpcError(-32602, "no")),
        (Replied("x" * LONGEST_ANSWER), Replied("x" * LONGEST_ANSWER)),
        (Disconnected("x"), Disconnected("x")),
    ],
    ids=["a result", "an error", "a short error", "just short enough", "no answer"],
)  # fmt: skip
def test_a_long_text_stays_a_text(reaction, expected):
    assert brief(reaction) == expected
    assert type(brief(reaction)) is type(expected)


def test_half_a_character_is_no_obstacle():
    assert "characters, sha256" in brief(Replied("\ud800" * (LONGEST_ANSWER + 1))).result


def mark_of(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()
    mark = {"kind": "json", "characters": len(text), "sha256": digest}
    return {"mcptest.dev/shortened": mark}


def test_a_long_list_keeps_what_comes_first_and_a_digest_of_all():
    blocks = [{"type": "text", "text": str(n)} for n in range(100_000)]
    result = brief(Replied({"content": blocks, "isError": True})).result
    kept = result["content"]
    assert kept[:1000] == blocks[:1000]
    assert kept[-1] == mark_of(blocks)
    assert result["isError"] is True
    assert len(json.dumps(result)) < 1.5 * MOST_OF_ANSWER


def test_a_large_object_keeps_what_tells_how_to_take_it():
    said = {**{str(n): n for n in range(100_000)}, "isError": True}
    result = brief(Replied(said)).result
    assert result["isError"] is True
    assert result["7"] == 7
    assert result.items() >= mark_of(said).items()
    assert len(json.dumps(result)) < 1.5 * MOST_OF_ANSWER


def test_many_long_texts_are_no_more_than_one_answer():
    said = {
        "content": [{"text": "x" * LONGEST_ANSWER} for _ in range(100)],
        "more": {"a": ["y" * LONGEST_ANSWER] * 100},
    }
    result = brief(Replied(said)).result
    assert len(json.dumps(result)) < 1.5 * MOST_OF_ANSWER
    assert result["content"][0] == said["content"][0]


def test_answers_that_differ_beyond_the_cut_still_differ():
    one, other = ([*range(100_000), end] for end in (1, 2))
    assert brief(Replied(one)) != brief(Replied(other))
