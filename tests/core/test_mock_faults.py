"""What each fault makes of an answer."""

import json

import pytest

from mcptest_action.core.authoring.mock.faults import (
    FORMS,
    HTTP_ONLY,
    MEANING,
    Fault,
    Kind,
    parse_fault,
    with_flaky_hints,
)
from mcptest_action.core.authoring.mock.message import Code, encode
from mcptest_action.core.authoring.mock.model import Manifest, Tool
from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.authoring.mock.reply import OVERSIZE, Manner, Reply, oversized, react
from mcptest_action.core.text.errors import InputError

DEMO = preset("demo")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("none", Fault()),
        ("hang", Fault(Kind.HANG, 0, "tools/call")),
        ("hang@prompts/get", Fault(Kind.HANG, 0, "prompts/get")),
        ("slow:500ms", Fault(Kind.SLOW, 500)),
        ("slow:500", Fault(Kind.SLOW, 500)),
        ("slow:2s@tools/list", Fault(Kind.SLOW, 2000, "tools/list")),
        ("crash-after:3", Fault(Kind.CRASH_AFTER, 3)),
        ("recover-after:2", Fault(Kind.RECOVER_AFTER, 2, "tools/call")),
        ("oversized", Fault(Kind.OVERSIZED, 0, "tools/list")),
        ("never-close", Fault(Kind.NEVER_CLOSE)),
    ],
)
def test_a_fault_is_read(text, fault):
    assert parse_fault(text) == fault


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("slow", "--fault: slow needs a delay (as in slow:500ms or slow:2s)"),
        ("slow:soon", "--fault: 'soon' is not a delay (as in slow:500ms or slow:2s)"),
        ("slow:-1", "--fault: '-1' is not a delay (as in slow:500ms or slow:2s)"),
        ("crash-after", "--fault: crash-after needs a number of requests (as in crash-after:3)"),
        ("crash-after:0", "--fault: crash-after needs a number of requests (as in crash-after:3)"),
        ("recover-after:x", "--fault: recover-after needs a number of requests (as in recover-after:3)"),
        ("hang:3", "--fault: hang takes no amount (write hang)"),
        ("hang@", "--fault: there is no method behind @ (as in disconnect@tools/call)"),
        ("flaky-hints@tools/list", "--fault: flaky-hints concerns no single method (as in disconnect@tools/call)"),
        ("dribbel", f"--fault: 'dribbel' is not a fault (did you mean dribble? known: {', '.join(FORMS)})"),
        ("", f"--fault: '' is not a fault (known: {', '.join(FORMS)})"),
    ],
)  # fmt: skip
def test_a_fault_that_is_none_is_refused(text, error):
    with pytest.raises(InputError) as caught:
        parse_fault(text)
    assert str(caught.value) == error


def test_every_fault_is_explained():
    assert list(MEANING) == list(Kind)
    assert set(Kind) >= HTTP_ONLY
    for form in FORMS:
        assert parse_fault(form.replace(":N", ":1")).kind in Kind


ANSWER = {"jsonrpc": "2.0", "id": 7, "result": {"tools": []}}
LINE = encode(ANSWER)


def reply_to(text, answer=ANSWER, method="tools/list", seen=0):
    return react(parse_fault(text), seen, method, answer)[1]


MANNERS = {
    "none": Reply((LINE,)),
    "hang@tools/list": Reply((LINE,), Manner.NEVER),
    "hang": Reply((LINE,)),
    "wedged": Reply((LINE,), Manner.NEVER),
    "slow:1s": Reply((LINE,), Manner.LATE, 1000),
    "crash-after:1": Reply((), Manner.CRASH),
    "crash-after:2": Reply((LINE,)),
    "crash-after:1@tools/call": Reply((LINE,)),
    "recover-after:1": Reply((LINE,)),
    "garbage-stdout": Reply((b"mock: this line is not JSON", LINE)),
    "garbage-only": Reply((b"mock: this line is not JSON",)),
    "wrong-id": Reply((encode({**ANSWER, "id": 1_000_007}),)),
    "duplicate-answer": Reply((LINE, LINE)),
    "invalid-utf8": Reply((LINE[:-2] + b',"padding":"\xff\xfe"}}',)),
    "oversized": Reply((LINE[:-2] + b',"padding":""}}',), Manner.OVERSIZED),
    "half-line": Reply((LINE,), Manner.HALF),
    "dribble": Reply((LINE,), Manner.DRIBBLED),
    "flood": Reply((LINE,), Manner.FLOOD),
    "disconnect": Reply((LINE,), Manner.CLOSED),
    "never-close": Reply((LINE,), Manner.HELD_OPEN),
    "flaky-hints": Reply((LINE,)),
    "http-500": Reply((LINE,), Manner.STATUS_500),
    "http-html": Reply((LINE,), Manner.HTML),
}


@pytest.mark.parametrize("text", MANNERS)
def test_a_fault_changes_what_is_said_or_how(text):
    assert reply_to(text) == MANNERS[text]


def test_the_table_above_has_every_fault_and_manner():
    assert {parse_fault(text).kind for text in MANNERS} == set(Kind)
    assert {reply.manner for reply in MANNERS.values()} == set(Manner)


def test_requests_are_counted_only_when_they_concern_the_fault():
    fault, seen, manners = parse_fault("crash-after:2@tools/call"), 0, []
    for method in ("tools/call", "tools/list", "tools/list", "tools/call"):
        seen, reply = react(fault, seen, method, ANSWER)
        manners.append(reply.manner)
    assert manners == [Manner.WHOLE] * 3 + [Manner.CRASH]


def test_a_server_recovers():
    fault, seen, codes = parse_fault("recover-after:2"), 0, []
    for _ in range(3):
        seen, reply = react(fault, seen, "tools/call", ANSWER)
        codes.append(json.loads(reply.lines[0]).get("error", {}).get("code"))
    assert codes == [Code.INTERNAL_ERROR, Code.INTERNAL_ERROR, None]


@pytest.mark.parametrize(("number", "other"), [(1, 1_000_001), ("a", "not a"), (None, "not None")])
def test_a_wrong_id_is_never_the_right_one(number, other):
    assert json.loads(reply_to("wrong-id", {**ANSWER, "id": number}).lines[0])["id"] == other


def test_an_error_can_be_spoilt_as_well():
    error = {"jsonrpc": "2.0", "id": 7, "error": {"code": -1, "message": "x"}}
    assert b'"message":"x","padding":"\xff\xfe"}}' in reply_to("invalid-utf8", error).lines[0]


def test_an_oversized_answer_is_64_mib_of_json_in_small_pieces():
    (line,) = reply_to("oversized").lines
    lengths = [len(piece) for piece in oversized(line)]
    assert (sum(lengths), max(lengths)) == (OVERSIZE, 64 * 1024)
    start, piece, *_, end = oversized(line)
    assert json.loads(start + piece + end)["result"]["padding"] == "x" * 64 * 1024


def test_flaky_hints_change_from_session_to_session():
    def hint(session, manifest=DEMO):
        return with_flaky_hints(manifest, session).tools[0].listed["annotations"]

    assert [hint(n)["readOnlyHint"] for n in (1, 2, 3)] == [True, False, True]
    assert hint(2)["openWorldHint"] is False
    assert with_flaky_hints(DEMO, 2).tools[1:] == DEMO.tools[1:]
    bare = Manifest(tools=(Tool("x", {"name": "x", "annotations": "none"}),))
    assert hint(2, bare) == {"readOnlyHint": False}
    assert with_flaky_hints(Manifest(), 1) == Manifest()
