"""A server that has no time for a request says nothing about it, neither good nor bad."""

import pytest
from pure_server import PureServer, run_everything

from mcptest_action.core.checks.conformance.config import ExamConfig, Selection
from mcptest_action.core.checks.conformance.meet import SPEAKS, NotSpoken
from mcptest_action.core.checks.conformance.spoken import is_spoken
from mcptest_action.core.checks.conformance.turned_away import gave_up, heard_out, unverified
from mcptest_action.core.checks.probes.contract import broken, must_live, must_reject
from mcptest_action.core.checks.results import Status, failed, not_applicable, passed
from mcptest_action.core.checks.run import active
from mcptest_action.core.checks.run.active import DeepCall
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.protocol.exchange.over_http import is_refused
from mcptest_action.core.protocol.exchange.reaction import (
    NO_STATUS,
    HttpAnswer,
    HttpStatus,
    Replied,
    RpcError,
    TimedOut,
    TurnedAway,
    in_words,
)
from mcptest_action.core.protocol.exchange.step import CallTool
from mcptest_action.core.protocol.exchange.turned_away import (
    BACKOFF_S,
    LONGEST_PAUSE_S,
    pause_after,
    turned_away,
)
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.protocol.transcript.reaction_json import (
    reaction_document,
    reaction_of_document,
)
from mcptest_action.core.safety.withhold import withhold

AWAY = TurnedAway(429, 6, 7.75)
WORDS = "answered 429 Too Many Requests, 6 times in 7.75 s"
NOON, THEN = "Wed, 18 Nov 2026 12:00:00 GMT", "Wed, 18 Nov 2026 12:00:07 GMT"


def bare(status, **headers):
    return HttpStatus(HttpAnswer(status, {k.replace("_", "-"): v for k, v in headers.items()}), "")


def error(status, envelope=None):
    return RpcError(-32000, "no", None, HttpAnswer(status, {}), envelope)


@pytest.mark.parametrize(
    ("reaction", "status"),
    [
        (bare(429), 429),
        (bare(503), 503),
        (bare(500), None),
        (bare(400), None),
        (error(429), 429),  # about how often we ask, whatever else it says
        (error(503, {"id": None}), 503),  # to nobody in particular
        (error(503), None),  # to this very request, so somebody looked at it
        (error(503, {"jsonrpc": "1"}), None),
        (RpcError(-32000, "no"), None),
        (Replied({}, HttpAnswer(503, {})), None),
        (TimedOut(1), None),
        (AWAY, None),
    ],
)
def test_who_is_turned_away(reaction, status):
    assert turned_away(reaction) == status


@pytest.mark.parametrize(
    ("reaction", "tries", "pause"),
    [
        (bare(429), 1, BACKOFF_S[0]),
        (bare(429), 5, BACKOFF_S[4]),
        (bare(429), 6, None),
        (bare(429, retry_after="3"), 1, 3.0),
        (bare(429, retry_after=" 3 "), 5, 3.0),
        (bare(429, retry_after="3"), 6, None),
        (bare(429, retry_after="0"), 2, BACKOFF_S[0]),
        (bare(429, retry_after=str(int(LONGEST_PAUSE_S))), 1, LONGEST_PAUSE_S),
        (bare(429, retry_after="3600"), 1, None),
        (bare(429, retry_after="9" * 5000), 1, None),
        (bare(503, retry_after=THEN, date=NOON), 1, 7.0),
        (bare(503, retry_after=NOON, date=THEN), 1, BACKOFF_S[0]),
        (bare(503, retry_after=THEN), 2, BACKOFF_S[1]),
        (bare(503, retry_after="soon", date=NOON), 2, BACKOFF_S[1]),
        (bare(503, retry_after="-1"), 1, BACKOFF_S[0]),
        (bare(503, retry_after="\u0663"), 1, BACKOFF_S[0]),
        (TimedOut(1), 1, BACKOFF_S[0]),
    ],
)
def test_how_long_to_wait(reaction, tries, pause):
    assert pause_after(reaction, tries) == pause


def says(message, data=None, code=-32000):
    return RpcError(code, message, data)


@pytest.mark.parametrize(
    "message",
    [
        "Rate limit exceeded, retry in 1 s",
        "rate_limit_exceeded",
        "RateLimitError: slow down",
        "API rate limit reached for user 7",
        "Error: rate limited",
        "You are being rate limited.",
        "You have exceeded your API rate limit",
        "Too many requests",
        "Too Many Requests, please try again later.",
        "HTTP 429: Too many requests in the last minute",
        "MCP error -32029: Rate limit exceeded",
        "Server error: too many concurrent requests",
        "Request was throttled. Expected available in 3 seconds.",
        "ThrottlingException: Rate exceeded",
    ],
)
def test_a_limit_may_be_told_in_words(message):
    assert turned_away(says(message)) == NO_STATUS
    assert turned_away(RpcError(-32603, message, None, HttpAnswer(400, {}))) == NO_STATUS
    assert turned_away(Replied({"content": [{"text": message}], "isError": True})) is None


def test_a_limit_may_be_told_by_the_code():
    assert turned_away(says("slow down", code=429)) == NO_STATUS


@pytest.mark.parametrize(
    "message",
    [
        "Rate limit must be an integer",
        "Unknown option: rate limit exceeded",
        "Unknown tool: too many requests",
        "rate limited tools need a key",
        "Too many requests in a single batch",
        "Too many arguments",
        "Size limit exceeded",
        "Throttling needs a number",
        "",
    ],
)
def test_what_only_mentions_a_limit_is_an_answer(message):
    assert turned_away(says(message, code=-32602)) is None


@pytest.mark.parametrize(
    ("message", "data", "pause"),
    [
        ("Rate limit exceeded", None, BACKOFF_S[0]),
        ("Rate limit exceeded, retry in 1 s", None, 1.0),
        ("Rate limit exceeded. Try again in 1500 ms", None, 1.5),
        ("Rate limit exceeded. Retry after 2 seconds", None, 2.0),
        ("Rate limit exceeded. Wait 5", None, 5.0),
        ("Rate limit exceeded, retry in 2 minutes", None, None),
        ("Rate limit exceeded, retry in 1 s", {"retryAfter": 3}, 3.0),
        ("Rate limit exceeded", {"retry_after_ms": 750}, 0.75),
        ("Rate limit exceeded", {"retryAfter": 5000}, BACKOFF_S[0]),  # of what?
        ("Rate limit exceeded", {"retryAfter": 10**400}, BACKOFF_S[0]),
        ("Rate limit exceeded", {"retryAfter": float("nan")}, BACKOFF_S[0]),
        ("Rate limit exceeded", {"retryAfter": "soon"}, BACKOFF_S[0]),
        ("Rate limit exceeded", ["retryAfter"], BACKOFF_S[0]),
    ],
)
def test_how_long_to_wait_may_be_told_in_words(message, data, pause):
    assert pause_after(says(message, data), 1) == pause


def test_a_header_counts_more_than_words():
    both = RpcError(0, "Rate limit, retry in 9 s", None, HttpAnswer(429, {"retry-after": "2"}))
    assert pause_after(both, 1) == 2.0


def test_in_words():
    limited = TurnedAway(NO_STATUS, 6, 7.75)
    assert in_words(limited) == "said that it limits requests, 6 times in 7.75 s"
    assert reaction_of_document(reaction_document(limited)) == limited
    assert in_words(AWAY) == WORDS
    assert in_words(TurnedAway(503, 1, 0.0)) == "answered 503 Service Unavailable, once"
    assert in_words(TurnedAway(418, 1, 0.0)) == "answered 418, once"


def test_it_is_kept_in_a_transcript_and_holds_nothing_to_withhold():
    assert reaction_of_document(reaction_document(AWAY)) == AWAY
    assert withhold(AWAY) == AWAY


def test_it_is_neither_a_rejection_nor_a_failure():
    for ruling in (must_reject(AWAY), broken(AWAY), must_live(AWAY, "it")):
        assert (ruling.status, ruling.because) == (Status.INCONCLUSIVE, f"the server {WORDS}")
    assert not is_refused(AWAY)


def test_every_probe_that_was_turned_away_is_inconclusive_and_no_other():
    def spoil(step, _key):
        return AWAY if isinstance(step, CallTool) else None

    server = PureServer(spoil=spoil)
    record = run_everything(server, RunConfig(deep_scan=True))
    called = {(e.key.check, e.key.tool) for e in server.exchanges if e.reaction == AWAY}
    assert len(called) > 5
    assert record.ended is None
    assert not [r for r in record.results if r.ruling.status is Status.FAILED]
    for result in record.results:
        was_away = (result.check, result.tool) in called
        assert was_away is (result.ruling.status is Status.INCONCLUSIVE), result


def test_the_deep_scan_is_inconclusive_as_well():
    found = active.concluded([DeepCall("a", Replied({})), DeepCall("b", AWAY)])
    assert found.ruling.status is Status.INCONCLUSIVE
    assert found.ruling.because == f"the server {WORDS}"


def exchange(check, reaction):
    return Exchange(Key(check, None, 1, 1), {"step": "Request"}, reaction, 0.0)


def test_nothing_counts_that_a_check_found_when_it_was_turned_away():
    nothing = not_applicable("nothing")
    rulings = {
        "A-1": (failed("x"), "2025-11-25/a"),
        "A-2": (passed("x"), "2025-11-25/a"),
        "A-3": (nothing, "2025-11-25/a"),
        "B-1": (failed("x"), "2025-11-25/b"),
        "C-1": (failed("x"), ""),
    }
    exchanges = [exchange("2025-11-25/a", AWAY), exchange("2025-11-25/b", Replied({}))]
    found = unverified(rulings, exchanges, "2025-11-25/meet", set())
    for check_id in ("A-1", "A-2"):
        ruling, probe = found[check_id]
        assert (ruling.status, ruling.because) == (Status.INCONCLUSIVE, f"the server {WORDS}")
        assert probe == "2025-11-25/a"
    assert {k: v for k, v in found.items() if k not in ("A-1", "A-2")} == {
        k: v for k, v in rulings.items() if k not in ("A-1", "A-2")
    }
    assert heard_out(exchanges) == exchanges[1:]
    assert gave_up(exchanges).because == f"the server {WORDS}"
    assert gave_up([*exchanges[1:], exchange("unknown_tool", AWAY)]) is None  # not of this part


def test_a_session_that_the_server_ended_is_held_against_nobody():
    gone = RpcError(-32001, "Session not found", None, HttpAnswer(404, {}))
    exchanges = [exchange("2025-11-25/a", gone), exchange("2025-11-25/own", gone)]
    rulings = {"A-1": (passed("x"), "2025-11-25/a"), "B-1": (failed("x"), "2025-11-25/own")}
    found = unverified(rulings, exchanges, "2025-11-25/meet", {"2025-11-25/a"})
    assert found["A-1"][0].status is Status.INCONCLUSIVE
    assert found["B-1"] == rulings["B-1"], "it asks about sessions"


def test_what_was_ruled_without_a_look_goes_by_the_lists():
    rulings = {"A-1": (failed("there is no list"), "2025-11-25/a"), "C-1": (failed("x"), "")}
    met = [exchange("2025-11-25/meet", AWAY)]
    found = unverified(rulings, met, "2025-11-25/meet", set())
    assert {ruling.because for ruling, _ in found.values()} == {f"the server {WORDS}"}
    assert unverified(rulings, [], "2025-11-25/meet", set()) == rulings


def test_a_revision_that_could_not_be_asked_for_is_not_verified():
    config = ExamConfig(Selection(("2025-11-25",), pinned=True))
    ruling = is_spoken("2025-11-25", NotSpoken(WORDS, AWAY), config, ())
    assert ruling.status is Status.INCONCLUSIVE
    assert SPEAKS.id == "ERA-01"
