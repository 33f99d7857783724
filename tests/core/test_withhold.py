"""What remains of an answer that nobody may see."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.protocol.exchange import reaction as kinds
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Bound,
    Closed,
    Disconnected,
    Garbage,
    HttpAnswer,
    HttpStatus,
    InvalidUtf8,
    Misaddressed,
    NotSent,
    Opened,
    Oversized,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.surface.model import canonical, digest
from mcptest_action.core.protocol.transcript.reaction_json import (
    reaction_document,
    reaction_of_document,
)
from mcptest_action.core.safety.withhold import (
    withheld_text,
    withhold,
    withhold_noise,
    withhold_others,
)

SECRET = "hunter2"
HTTP = HttpAnswer(
    200, {"content-type": "application/json", "content-length": "9", "www-authenticate": SECRET}
)
BARE = HttpAnswer(200, {"content-type": "application/json", "content-length": "9"})
RESULT = {"content": [{"type": "text", "text": SECRET}], "isError": True, "resultType": "complete"}


def traced(value):
    return {"digest": digest(value), "length": len(canonical(value))}


@pytest.mark.parametrize(
    ("reaction", "shown"),
    [
        (Replied(RESULT, HTTP),
         Replied({"withheld": traced(RESULT), "isError": True, "resultType": "complete"}, BARE)),
        (Replied({"resultType": SECRET}), Replied({"withheld": traced({"resultType": SECRET}), "isError": False})),
        (Replied([SECRET]), Replied({"withheld": traced([SECRET])})),
        (Replied(None), Replied({"withheld": traced(None)})),
        (RpcError(-1, SECRET, {"x": SECRET}, HTTP), RpcError(-1, "withheld", {"withheld": traced([SECRET, {"x": SECRET}])}, BARE)),
        (HttpStatus(HTTP, SECRET), HttpStatus(BARE, f"withheld (7 characters, {digest(SECRET)})")),
        (HttpStatus(HTTP, ""), HttpStatus(BARE, "")),
        (Accepted(HTTP), Accepted(BARE)),
        (Accepted(), Accepted()),
        (Garbage(SECRET), Garbage(f"withheld (7 characters, {digest(SECRET)})")),
        (Misaddressed((SECRET, "1")), Misaddressed((withheld_text(SECRET), "1"))),
        (Disconnected(f"illegal header line: {SECRET}"), Disconnected("illegal header line")),
        (Disconnected("exited with code 3"), Disconnected("exited with code 3")),
        (TimedOut(1.0), TimedOut(1.0)),
        (Oversized(5), Oversized(5)),
        (Unreachable("x"), Unreachable("x")),
        (NotSent("a", "b"), NotSent("a", "b")),
        (Bound(("::1",)), Bound(("::1",))),
        (Opened(), Opened()),
        (Closed("x"), Closed("x")),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_a_digest_and_a_length_remain(reaction, shown):
    assert withhold(reaction) == shown


def test_what_is_not_text_stays_base64():
    shown = withhold(InvalidUtf8("aHVudGVyMg=="))
    assert reaction_of_document(reaction_document(shown)) == shown
    assert "aHVudGVyMg" not in shown.sample


# A word that none of our own words contains.
words = st.text("hunter2", min_size=6, max_size=9).map(lambda text: f"§{text}§")
anything = st.recursive(words, lambda inner: st.lists(inner) | st.dictionaries(words, inner))


@given(anything, words)
def test_no_kind_of_reaction_lets_a_word_through(value, word):
    for kind in (
        Replied(value, HTTP._replace(headers={"location": word})),
        Replied({"isError": word, "resultType": word, "content": value}),
        RpcError(1, word, value),
        HttpStatus(HTTP._replace(headers={"server": word}), word),
        Garbage(word),
        InvalidUtf8(word),
        Misaddressed((word,)),
        Disconnected(f"illegal: {word}"),
    ):
        assert "§" not in json.dumps(reaction_document(withhold(kind)), ensure_ascii=False)


def test_equal_answers_stay_equal_and_others_differ():
    assert withhold(Replied({"a": 1, "b": 2})) == withhold(Replied({"b": 2, "a": 1}))
    assert withhold(Replied({"a": 1})) != withhold(Replied({"a": 2}))


def test_every_kind_of_reaction_is_decided_about():
    for kind in kinds.Reaction.__args__:
        fields = dict.fromkeys(kind._fields, "x") | {"http": BARE, "ids": ("x",), "result": {}}
        assert isinstance(withhold(kind(**{name: fields[name] for name in kind._fields})), kind)


def test_a_bystander_loses_noise_and_nothing_else():
    assert withhold_noise(Replied(RESULT)) == Replied(RESULT)
    assert withhold_noise(Garbage(SECRET)) == withhold(Garbage(SECRET))
    assert withhold_noise(InvalidUtf8("x")) == withhold(InvalidUtf8("x"))
    assert withhold_noise(Misaddressed((SECRET,))) == withhold(Misaddressed((SECRET,)))
    hidden = ({"noise": SECRET}, {"not_text": "aHVudGVyMg=="}, {"answer_to": f"'{SECRET}'"})
    others = (*hidden, {"answer_to": "7"}, {"notification": "a/b"}, {"more": 3})
    shown = withhold_others(others)
    assert [list(entry) for entry in shown] == [list(entry) for entry in others]
    assert SECRET not in str(shown)
    assert "aHVu" not in str(shown)
    assert shown[3:] == others[3:]
