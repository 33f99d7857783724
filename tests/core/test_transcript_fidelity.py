"""A replay notices when a transcript holds something else than what is sent."""

import json

import pytest
from pure_server import VERSION, PureServer, run_everything

from mcptest_action.core.checks.probes import deep_nesting, oversized
from mcptest_action.core.checks.probes.model import Subject
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.feed import Feeder, Recording
from mcptest_action.core.checks.run.rebuild import rebuild
from mcptest_action.core.protocol.exchange.envelope import dress
from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY, NEWEST_MODERN
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    NotSent,
    Opened,
    Replied,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import (
    CallTool,
    Close,
    Fresh,
    Http,
    Notify,
    Raw,
    Request,
)
from mcptest_action.core.protocol.transcript.lines import (
    Exchange,
    Key,
    exchange_line,
    header_line,
    read_transcript,
)
from mcptest_action.core.protocol.transcript.long_values import LONGEST_SENT, MARK
from mcptest_action.core.protocol.transcript.step_json import MASK, is_same, sent_document
from mcptest_action.core.text.errors import InputError
from mcptest_action.shell.redaction import MASK as SHELL_MASK

SUBJECT = Subject("find", {"properties": {"q": {"type": "string"}}}, {"q": "x"})
LONG = "x" * (LONGEST_SENT + 1)
ANSWER = Replied({})


def recorded(step, era=NEWEST_MODERN, number=17, reaction=ANSWER, http=False):
    """The exchange as a transcript gives it back."""
    outgoing = None if isinstance(step, Fresh | Close) else dress(step, era, number, VERSION)
    sent = sent_document(step, outgoing, http=http)
    line = exchange_line(Exchange(Key("x", None, 1, 1), sent, reaction, 1.0))
    return read_transcript(header_line({}) + line, "f")[1][0]


def first_step(probe):
    return next(probe.script(SUBJECT))


STEPS = {
    "a request": Request("tools/list", {"cursor": "a"}),
    "a call": CallTool("find", {"q": "a"}),
    "a call with its own id": CallTool("find", {}, request_id="mine"),
    "arguments that are none": CallTool("find", []),
    "a notification": Notify("notifications/cancelled", {"requestId": 1}),
    "bytes": Raw(b"{"),
    "bytes that are no text": Raw(b"\xff"),
    "many bytes": Raw(b"\xff" * LONGEST_SENT),
    "a long text that is no JSON": Raw(b"{" * 2 * LONGEST_SENT),
    "half a character": CallTool("find", {"q": "\ud800"}),
    "much": first_step(oversized.PROBE),
    "deep": first_step(deep_nesting.PROBE),
    "deep and much": CallTool("find", {"q": json.loads("[" * 300 + f'"{LONG}"' + "]" * 300)}),
    "many values": CallTool("find", {"q": list(range(9000))}),
    "a long message": Raw(json.dumps({"id": 17, **{str(n): n for n in range(9000)}}).encode()),
    "one by name": CallTool("other", {"q": "a"}),
    "much, but other": CallTool("find", {"q": "x" * (1024 * 1024 - 1) + "y"}),
    "fresh": Fresh(),
    "closing": Close(),
    "an HTTP request": Http("PUT", {"X": "1"}, b"[]"),
}


@pytest.mark.parametrize("era", [NEWEST_LEGACY, NEWEST_MODERN], ids=lambda era: era.version)
@pytest.mark.parametrize("name", STEPS)
def test_what_was_sent_is_what_is_sent_and_nothing_else_is(name, era):
    exchange = recorded(STEPS[name], era)
    same = [other for other, step in STEPS.items() if is_same(step, exchange, era, VERSION)]
    assert same == [name]


def test_over_http_the_same_is_the_same():
    exchange = recorded(STEPS["a call"], http=True)
    assert is_same(STEPS["a call"], exchange, NEWEST_MODERN, VERSION)


def test_another_era_and_another_version_are_something_else():
    step = STEPS["a call"]
    exchange = recorded(step)
    assert is_same(step, exchange, NEWEST_MODERN, VERSION)
    assert not is_same(step, exchange, NEWEST_LEGACY, VERSION)
    assert not is_same(step, exchange, NEWEST_MODERN, "2")


def test_a_transcript_that_holds_all_that_was_sent_is_the_same_as_well():
    """As it was written before long values were shortened."""
    step = STEPS["much"]
    whole = json.loads(dress(step, NEWEST_MODERN, 17, VERSION).body)
    exchange = recorded(step)._replace(sent={"step": "CallTool", "message": whole})
    assert MARK in json.dumps(recorded(step).sent)
    assert is_same(step, exchange, NEWEST_MODERN, VERSION)
    whole["params"]["arguments"]["q"] = "y" * len(whole["params"]["arguments"]["q"])
    assert not is_same(step, exchange, NEWEST_MODERN, VERSION)


@pytest.mark.parametrize("reaction", [NotSent("destructive", "x"), Unreachable("gone")])
def test_what_was_never_sent_needs_no_message(reaction):
    exchange = Exchange(Key("x", None, 1, 1), {"step": "CallTool"}, reaction, 0.0)
    assert is_same(STEPS["a call"], exchange, NEWEST_MODERN, VERSION)
    assert not is_same(STEPS["a request"], exchange, NEWEST_MODERN, VERSION)
    answered = exchange._replace(reaction=Replied({}))
    assert not is_same(STEPS["a call"], answered, NEWEST_MODERN, VERSION)


def test_what_a_secret_was_taken_out_of_is_not_compared():
    exchange = recorded(STEPS["a call"])
    masked = json.loads(json.dumps(exchange.sent).replace('"find"', f'"{MASK}"'))
    assert is_same(STEPS["a call"], exchange._replace(sent=masked), NEWEST_MODERN, VERSION)
    assert MASK == SHELL_MASK


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"step": "CallTool", "message": 7},
        {"step": "CallTool", "message": {MARK: 7}},
        {"step": "CallTool", "message": {MARK: {"head": 7}}},
        {"step": "CallTool", "message": {}, "text": "x"},
        {"step": "CallTool", "text": ["x"]},
    ],
    ids=repr,
)
def test_nonsense_is_never_the_same(sent):
    exchange = Exchange(Key("x", None, 1, 1), sent, Replied({}), 0.0)
    assert not is_same(STEPS["a call"], exchange, NEWEST_MODERN, VERSION)


# A whole run.

RECORDING = Recording("t.jsonl", VERSION)
CONFIG = RunConfig()


@pytest.fixture(scope="module")
def exchanges():
    server = PureServer()
    run_everything(server, CONFIG)
    text = header_line({}) + "".join(map(exchange_line, server.exchanges))
    assert len(text) < 500_000, "a call of one MiB per tool is not in it"
    return read_transcript(text, "x")[1]


def test_a_run_that_was_not_touched_replays(exchanges):
    assert rebuild(exchanges, CONFIG, VERSION, RECORDING) == rebuild(exchanges, CONFIG, VERSION)


def edited(exchange):
    message = exchange.sent["message"]
    return exchange._replace(
        sent={**exchange.sent, "message": {**message, "method": message["method"] + "x"}}
    )


def test_a_request_that_was_edited_anywhere_is_refused(exchanges):
    with_message = [n for n, e in enumerate(exchanges) if "message" in e.sent]
    assert len(with_message) > 20
    for number in with_message:
        changed = [*exchanges]
        changed[number] = edited(exchanges[number])
        with pytest.raises(InputError) as caught:
            rebuild(changed, CONFIG, VERSION, RECORDING)
        key = exchanges[number].key
        on = "" if key.tool is None else f" on {key.tool}"
        assert str(caught.value) == (
            f"t.jsonl: step {key.step} of {key.check}{on} is not what is sent there "
            "(was it edited, or made by another version than mcptest-action 0?)"
        )


def test_the_live_run_is_not_held_against_itself(exchanges):
    """What it sent may hold secrets; what it remembers does not."""
    changed = [edited(e) if "message" in e.sent else e for e in exchanges]
    assert rebuild(changed, CONFIG, VERSION).record == rebuild(exchanges, CONFIG, VERSION).record


def test_steps_of_another_kind_are_refused():
    opened = Exchange(Key("x", None, 1, 1), {"step": "Fresh"}, Opened(), 0.0)
    feeder = Feeder([opened], RECORDING)

    def script(step):
        return (yield step)

    assert feeder.feed(script(Fresh()), "x") == Opened()
    with pytest.raises(InputError, match=r"^t\.jsonl: step 1 of x is not what is sent there"):
        feeder.feed(script(Close()), "x")
    told = recorded(STEPS["a notification"], reaction=Accepted())
    feeder = Feeder([told], RECORDING)
    feeder.era = NEWEST_MODERN
    assert feeder.feed(script(STEPS["a notification"]), "x") == Accepted()
