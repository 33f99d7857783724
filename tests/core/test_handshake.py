"""Which era a server speaks is found out, never guessed from one error code."""

from importlib import import_module
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.protocol.exchange.era import LEGACY_VERSIONS, NEWEST_MODERN, Era, EraName
from mcptest_action.core.protocol.exchange.handshake import Choice, NoHello, handshake, knock
from mcptest_action.core.protocol.exchange.hello import Hello
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
    Overheard,
    Oversized,
    Reaction,
    Replied,
    RpcError,
    TimedOut,
    TurnedAway,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import Fresh, Notify, Request, Together

MODULES = [
    import_module(f"mcptest_action.core.protocol.exchange.{name}")
    for name in ("handshake", "hello")
]

DISCOVERED = {
    "resultType": "complete",
    "supportedVersions": ["2026-07-28"],
    "capabilities": {"tools": {}},
    "instructions": "be kind",
    "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "s", "version": "1"}},
}
INITIALIZED = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"prompts": {}},
    "serverInfo": {"name": "s", "version": "1"},
    "instructions": "be kind",
}
LEGACY = Era(EraName.LEGACY, "2025-11-25")
DISCOVER, INITIALIZE, FRESH = "server/discover 2026-07-28", "initialize", "a fresh connection"
READY = "notify notifications/initialized 2025-11-25"


def in_short(step):
    """Named tuples of one shape are equal, so steps are told apart by what they are."""
    match step:
        case Request(method, era=era):
            return f"{method} {era.version}" if era else method
        case Notify(method, era=era):
            return f"notify {method} {era.version}"
        case Fresh():
            return FRESH
        case _:
            return repr(step)


def shake(choice, *reactions):
    """What the script says when the world reacts like this, and what it comes back with."""
    script = handshake(choice, "1.2.3")
    steps = [next(script)]
    for number, reaction in enumerate(reactions, 1):
        try:
            steps.append(script.send(reaction))
        except StopIteration as done:
            assert number == len(reactions), f"ended before {reactions[number]}"
            return [in_short(step) for step in steps], done.value
    return pytest.fail(f"still waits for an answer to {in_short(steps[-1])}")


# Reactions to `server/discover` that are no modern hello. After some, the connection can still
# be used; after the others it cannot be trusted.
SAME_CONNECTION = [
    Bound(("127.0.0.1",)),
    Replied({}),
    Replied(None),
    Replied([DISCOVERED]),
    Replied({**DISCOVERED, "resultType": None}),
    Replied({**DISCOVERED, "resultType": "input_required"}),
    Replied({"resultType": "complete"}),
    Replied({**DISCOVERED, "supportedVersions": "2026-07-28"}),
    Replied({key: value for key, value in DISCOVERED.items() if key != "supportedVersions"}),
    Replied(INITIALIZED),
    RpcError(-32601, "method not found"),
    RpcError(-32602, "invalid params"),
    RpcError(-32600, "invalid request"),
    RpcError(-32000, "server not initialized"),
    RpcError(-32022, "unsupported version", {"supported": ["2099-01-01"]}),
    HttpStatus(HttpAnswer(400, {}), "no session"),
    HttpStatus(HttpAnswer(401, {}), ""),
    TurnedAway(429, 1, 0.0),
    Accepted(),
    Closed("by nobody"),
    Overheard(()),
    Opened(),
    NotSent("destructive", "it is destructive"),
]
BROKEN_CONNECTION = [
    TimedOut(30),
    Disconnected("exited with code 1"),
    Unreachable("connection refused"),
    Oversized(16),
    Garbage("Listening on 3000"),
    InvalidUtf8("/w=="),
    Misaddressed(("2",)),
]


def test_every_kind_of_reaction_is_tried():
    kinds = {type(reaction) for reaction in SAME_CONNECTION + BROKEN_CONNECTION}
    assert kinds == set(get_args(Reaction))


@pytest.mark.parametrize("choice", [Choice.AUTO, Choice.MODERN])
def test_a_modern_server_says_hello_at_once(choice):
    steps, hello = shake(choice, Replied(DISCOVERED))
    assert steps == [DISCOVER]
    assert isinstance(hello, Hello)
    assert hello == Hello(NEWEST_MODERN, {"name": "s", "version": "1"}, {"tools": {}}, "be kind")


def test_a_hello_without_a_result_type_is_complete():
    """Clients must treat it so; the revision that it offers says that the server is modern."""
    said = {key: value for key, value in DISCOVERED.items() if key != "resultType"}
    steps, hello = shake(Choice.AUTO, Replied(said))
    assert steps == [DISCOVER]
    assert hello == Hello(NEWEST_MODERN, {"name": "s", "version": "1"}, {"tools": {}}, "be kind")


@pytest.mark.parametrize("reaction", SAME_CONNECTION, ids=repr)
def test_whatever_is_no_modern_hello_leads_to_initialize_on_the_same_connection(reaction):
    steps, hello = shake(Choice.AUTO, reaction, Replied(INITIALIZED), Accepted())
    assert steps == [DISCOVER, INITIALIZE, READY]
    assert isinstance(hello, Hello)
    assert hello == Hello(LEGACY, {"name": "s", "version": "1"}, {"prompts": {}}, "be kind")


@given(st.integers())
def test_no_error_code_is_special(code):
    steps, hello = shake(Choice.AUTO, RpcError(code, "no"), Replied(INITIALIZED), Accepted())
    assert steps == [DISCOVER, INITIALIZE, READY]
    assert hello.era == LEGACY


def test_nobody_is_taken_for_a_legacy_server_by_coming_up_between_two_questions():
    steps, met = shake(Choice.AUTO, Unreachable("connection refused"))
    assert steps == [DISCOVER]
    assert met == NoHello(
        ("server/discover (2026-07-28): could not be reached: connection refused",),
        Unreachable("connection refused"),
    )


@pytest.mark.parametrize(
    "reaction", [r for r in BROKEN_CONNECTION if not isinstance(r, Unreachable)], ids=repr
)
def test_a_connection_that_cannot_be_trusted_is_replaced_before_initialize(reaction):
    steps, hello = shake(Choice.AUTO, reaction, Opened(), Replied(INITIALIZED), Accepted())
    assert steps == [DISCOVER, FRESH, INITIALIZE, READY]
    assert hello.era == LEGACY


def test_a_server_that_cannot_be_started_again_ends_the_attempt():
    gone = Unreachable("no such file")
    steps, met = shake(Choice.AUTO, Disconnected("exited with code 1"), gone)
    assert steps == [DISCOVER, FRESH]
    assert isinstance(met, NoHello)
    assert isinstance(met.reaction, Unreachable)
    assert met == NoHello(
        ("server/discover (2026-07-28): closed the connection: exited with code 1",), gone
    )


@pytest.mark.parametrize(
    "versions",
    [[], ["2025-11-25", "2025-06-18"], ["2099-01-01"], [20260728]],
    ids=["none", "legacy ones", "a future one", "a number"],
)
def test_an_answer_that_does_not_offer_our_revision_is_no_modern_hello(versions):
    reaction = Replied({**DISCOVERED, "supportedVersions": versions})
    steps, hello = shake(Choice.AUTO, reaction, Replied(INITIALIZED), Accepted())
    assert steps == [DISCOVER, INITIALIZE, READY]
    assert hello.era == LEGACY


@pytest.mark.parametrize("reaction", SAME_CONNECTION + BROKEN_CONNECTION, ids=repr)
def test_who_wants_the_modern_era_does_not_get_the_legacy_one(reaction):
    steps, met = shake(Choice.MODERN, reaction)
    assert steps == [DISCOVER]
    assert isinstance(met, NoHello)
    assert (type(met.reaction), met.reaction) == (type(reaction), reaction)
    assert len(met.tried) == 1


def test_who_wants_the_legacy_era_is_not_asked_about_the_modern_one():
    steps, hello = shake(Choice.LEGACY, Replied(INITIALIZED), Accepted())
    assert steps == [INITIALIZE, READY]
    assert hello.era == LEGACY


def test_initialize_introduces_the_client_and_carries_no_era_of_its_own():
    first = next(handshake(Choice.LEGACY, "1.2.3"))
    assert first == Request(
        "initialize",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "mcptest-action", "version": "1.2.3"},
        },
    )


def test_discover_is_dressed_in_the_modern_era():
    first = next(handshake(Choice.MODERN, "1.2.3"))
    assert first == Request("server/discover", era=NEWEST_MODERN)


# What the end of our patience looks like: nothing came, or nothing that answers.
SILENCE = [TimedOut(8), Garbage("Installing"), InvalidUtf8("/w=="), Misaddressed(("2",))]


def test_the_first_question_is_not_waited_for_as_long_as_the_others():
    script = handshake(Choice.AUTO, "1.2.3")
    assert next(script) == Request("server/discover", era=NEWEST_MODERN, timeout_s=8)
    script.send(TimedOut(8))
    assert script.send(Opened()).timeout_s == 4
    script.send(TimedOut(4))
    assert script.send(Opened()).timeout_s is None
    script.send(TimedOut(30))
    assert script.send(Opened()).timeout_s is None


@pytest.mark.parametrize("silence", SILENCE, ids=repr)
def test_who_answers_initialize_soon_was_silent_on_purpose(silence):
    steps, hello = shake(Choice.AUTO, silence, Opened(), Replied(INITIALIZED), Accepted())
    assert steps == [DISCOVER, FRESH, INITIALIZE, READY]
    assert hello.era == LEGACY


@pytest.mark.parametrize("silence", SILENCE, ids=repr)
@pytest.mark.parametrize("then", [TimedOut(4), RpcError(-32601, "method not found")], ids=repr)
def test_a_modern_server_that_is_slow_to_start_is_asked_again(silence, then):
    steps, hello = shake(Choice.AUTO, silence, Opened(), then, Opened(), Replied(DISCOVERED))
    assert steps == [DISCOVER, FRESH, INITIALIZE, FRESH, DISCOVER]
    assert hello.era == NEWEST_MODERN


@pytest.mark.parametrize("again", [TimedOut(30), RpcError(-32601, "method not found")], ids=repr)
def test_a_legacy_server_that_is_slow_to_start_is_asked_everything_again(again):
    anew = (Opened(),) if isinstance(again, TimedOut) else ()
    said = (again, *anew, Replied(INITIALIZED), Accepted())
    steps, hello = shake(Choice.AUTO, TimedOut(8), Opened(), TimedOut(4), Opened(), *said)
    assert steps[4:] == [DISCOVER, *([FRESH] if anew else []), INITIALIZE, READY]
    assert hello.era == LEGACY


def test_of_a_server_that_is_never_heard_only_the_last_attempt_is_told():
    said = (TimedOut(30), Opened(), TimedOut(30))
    _, met = shake(Choice.AUTO, TimedOut(8), Opened(), TimedOut(4), Opened(), *said)
    assert met.tried == (
        "server/discover (2026-07-28): did not answer within 30 s",
        "initialize (2025-11-25): did not answer within 30 s",
    )


@pytest.mark.parametrize("said", [(), (Opened(), TimedOut(4))], ids=["at once", "later"])
def test_a_silent_server_that_cannot_be_started_again_ends_the_attempt(said):
    gone = Unreachable("no such file")
    _, met = shake(Choice.AUTO, TimedOut(8), *said, gone)
    assert met == NoHello(("server/discover (2026-07-28): did not answer within 8 s",), gone)


def test_an_impatient_user_is_not_asked_for_more_time():
    steps, met = shake(Choice.AUTO, TimedOut(2), Opened(), TimedOut(2))
    assert steps == [DISCOVER, FRESH, INITIALIZE]
    assert len(met.tried) == 2


def test_who_wants_the_modern_era_waits_for_it():
    assert next(handshake(Choice.MODERN, "1.2.3")).timeout_s is None


def test_a_silent_server_is_asked_for_something_else():
    script = knock()
    asked = next(script)
    assert asked == Together((Request("ping", timeout_s=8), Request("tools/list", timeout_s=8)))
    with pytest.raises(StopIteration) as done:
        script.send((TimedOut(8), Replied({})))
    assert done.value.value == (TimedOut(8), Replied({}))


def test_who_refuses_initialize_at_once_is_not_waited_for_much_longer():
    script = handshake(Choice.AUTO, "1.2.3")
    next(script)
    for reaction in (TimedOut(8), Opened(), RpcError(-32601, "no")):
        script.send(reaction)
    assert script.send(Opened()) == Request("server/discover", era=NEWEST_MODERN, timeout_s=8)


OLDER = ("2026-01-01", "2026-04-01", "2026-07-28")


def speak_older(monkeypatch):
    for module in MODULES:
        monkeypatch.setattr(module, "MODERN_VERSIONS", OLDER)


UNSUPPORTED = RpcError(-32022, "unsupported")


def test_a_modern_server_of_an_older_revision_is_asked_for_each_newest_first(monkeypatch):
    speak_older(monkeypatch)
    older = Replied({**DISCOVERED, "supportedVersions": ["2026-01-01"]})
    steps, hello = shake(Choice.AUTO, UNSUPPORTED, UNSUPPORTED, older)
    assert steps == [DISCOVER, "server/discover 2026-04-01", "server/discover 2026-01-01"]
    assert hello.era == Era(EraName.MODERN, "2026-01-01")


@pytest.mark.parametrize(
    ("versions", "spoken"),
    [
        (["2026-01-01", "2026-04-01"], "2026-04-01"),
        (["2099-01-01", "2026-01-01", None, {}], "2026-01-01"),
        (["2026-04-01", "2026-07-28"], "2026-07-28"),
    ],
    ids=["two older ones", "one among others", "the newest, too"],
)
def test_of_the_revisions_that_a_server_offers_the_newest_we_know_is_spoken(
    versions, spoken, monkeypatch
):
    speak_older(monkeypatch)
    steps, hello = shake(Choice.AUTO, Replied({**DISCOVERED, "supportedVersions": versions}))
    assert steps == [DISCOVER]
    assert hello.era == Era(EraName.MODERN, spoken)


def test_the_revision_that_was_answered_is_spoken_rather_than_a_newer_one(monkeypatch):
    speak_older(monkeypatch)
    both = Replied({**DISCOVERED, "supportedVersions": ["2026-04-01", "2026-07-28"]})
    _, hello = shake(Choice.AUTO, UNSUPPORTED, both)
    assert hello.era == Era(EraName.MODERN, "2026-04-01")


def test_any_other_error_ends_the_search_for_an_older_revision(monkeypatch):
    speak_older(monkeypatch)
    steps, met = shake(Choice.MODERN, UNSUPPORTED, RpcError(-32601, "no"))
    assert steps == [DISCOVER, "server/discover 2026-04-01"]
    assert met.tried == (
        "server/discover (2026-07-28): answered with JSON-RPC error -32022: unsupported",
        "server/discover (2026-04-01): answered with JSON-RPC error -32601: no",
    )


@pytest.mark.parametrize("version", LEGACY_VERSIONS)
def test_a_server_may_choose_any_legacy_revision(version):
    result = {**INITIALIZED, "protocolVersion": version}
    _, hello = shake(Choice.LEGACY, Replied(result), Accepted())
    assert hello.era == Era(EraName.LEGACY, version)


NO_LEGACY_HELLO = {
    "an unknown revision": Replied({**INITIALIZED, "protocolVersion": "2099-01-01"}),
    "a modern revision": Replied({**INITIALIZED, "protocolVersion": "2026-07-28"}),
    "a revision that is no text": Replied({**INITIALIZED, "protocolVersion": 20251125}),
    "no revision": Replied({"capabilities": {}}),
    "no object": Replied("hello"),
    "null": Replied(None),
    "an error": RpcError(-32600, "no"),
    "silence": TimedOut(5),
}


@pytest.mark.parametrize("reaction", NO_LEGACY_HELLO.values(), ids=NO_LEGACY_HELLO.keys())
def test_without_a_revision_that_we_speak_there_is_no_conversation(reaction):
    steps, met = shake(Choice.AUTO, RpcError(-32601, "no"), reaction)
    assert steps == [DISCOVER, INITIALIZE]
    assert isinstance(met, NoHello)
    assert (type(met.reaction), met.reaction) == (type(reaction), reaction)


def test_what_was_tried_is_told_in_order():
    _, met = shake(Choice.AUTO, RpcError(-32601, "no"), TimedOut(5))
    assert met.tried == (
        "server/discover (2026-07-28): answered with JSON-RPC error -32601: no",
        "initialize (2025-11-25): did not answer within 5 s",
    )


@pytest.mark.parametrize(
    ("choice", "reaction", "word"),
    [
        (Choice.LEGACY, NO_LEGACY_HELLO["an unknown revision"], "2099-01-01"),
        (Choice.MODERN, Replied({}), "supportedVersions"),
    ],
    ids=["initialize", "server/discover"],
)
def test_an_answer_that_is_no_hello_is_told_with_its_reason(choice, reaction, word):
    _, met = shake(choice, reaction)
    assert word in met.tried[-1]


@pytest.mark.parametrize(
    ("choice", "result", "told"),
    [
        (Choice.MODERN, {}, "without a list of supportedVersions"),
        (Choice.MODERN, "hello", "without a list of supportedVersions"),
        (Choice.MODERN, {"resultType": None}, "without the resultType 'complete': None"),
        (Choice.MODERN, {"resultType": "x"}, "without the resultType 'complete': 'x'"),
        (Choice.MODERN, {"resultType": "complete"}, "without a list of supportedVersions"),
        (Choice.MODERN, {**DISCOVERED, "supportedVersions": []}, "without any supportedVersions we speak"),
        (Choice.MODERN, {**DISCOVERED, "supportedVersions": ["2025-11-25", 5]},
         "without any supportedVersions we speak: '2025-11-25', 5"),
        (Choice.LEGACY, {}, "without a protocolVersion"),
        (Choice.LEGACY, None, "without a protocolVersion"),
        (Choice.LEGACY, {"protocolVersion": "2099-01-01"}, "without a protocolVersion we speak: '2099-01-01'"),
        (Choice.LEGACY, {"protocolVersion": 5}, "without a protocolVersion we speak: 5"),
        (Choice.LEGACY, {"protocolVersion": "x" * 999}, f"without a protocolVersion we speak: '{'x' * 198}…"),
    ],
    ids=lambda value: repr(value)[:40],
)  # fmt: skip
def test_the_reason_names_what_was_missing_and_what_came_instead(choice, result, told):
    _, met = shake(choice, Replied(result))
    _, _, clause = met.tried[-1].partition("): ")
    assert clause == f"replied, but {told}"


@pytest.mark.parametrize("value", [None, 5, "x", []], ids=repr)
def test_what_a_modern_server_says_about_itself_in_the_wrong_shape_is_left_out(value):
    result = {**DISCOVERED, "capabilities": value, "instructions": {}, "_meta": value}
    _, hello = shake(Choice.AUTO, Replied(result))
    assert hello == Hello(NEWEST_MODERN, {}, {}, None)


@pytest.mark.parametrize("value", [None, 5, "x", []], ids=repr)
def test_what_a_legacy_server_says_about_itself_in_the_wrong_shape_is_left_out(value):
    result = {"protocolVersion": "2025-11-25", "capabilities": value, "serverInfo": value}
    _, hello = shake(Choice.LEGACY, Replied(result), Accepted())
    assert hello == Hello(LEGACY, {}, {}, None)


@pytest.mark.parametrize("reaction", [Accepted(), Disconnected("exited with code 0")], ids=repr)
def test_the_last_word_of_the_handshake_is_not_waited_for(reaction):
    _, hello = shake(Choice.LEGACY, Replied(INITIALIZED), reaction)
    assert isinstance(hello, Hello)
