"""A server that came to harm, or that says one thing first and another later."""

import pytest
from core.test_conformance_base_reviews import asked as answered
from core.test_conformance_base_reviews import did, one_each
from core.test_conformance_frame import (
    ANSWERED,
    BOTH,
    CLOSE,
    GONE,
    HELLO,
    JUNE,
    LATE,
    NO,
    NOVEMBER,
    check,
    meeting,
    rulings,
)
from examinees import LOOPBACK, MODERN, because, examinee

from mcptest_action.core.checks.conformance.checks import stdio_lines, tools_unknown
from mcptest_action.core.checks.conformance.config import ExamConfig, Selection
from mcptest_action.core.checks.conformance.examine import examine
from mcptest_action.core.checks.conformance.examinees import RunPart, spare_revision
from mcptest_action.core.checks.conformance.meet import Introduction, NotSpoken
from mcptest_action.core.checks.conformance.model import Review
from mcptest_action.core.checks.conformance.patience import patience_after
from mcptest_action.core.checks.conformance.report import CheckRow, RevisionRow
from mcptest_action.core.checks.conformance.spoken import answer_in, broke_at_once, first_revision
from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.protocol.exchange.handshake import initialized
from mcptest_action.core.protocol.exchange.reaction import (
    Misaddressed,
    NotSent,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.render.conformance import where_found

HELD = NotSent("budget_exhausted", "the budget of 1 calls is used up")
REFUSED = RpcError(-32602, "no")


def said(result, check="handshake"):
    method = "initialize" if "protocolVersion" in result else "server/discover"
    sent = {"step": "Request", "message": {"method": method}}
    return Exchange(Key(check, None, 1, 1), sent, Replied(result), 1.0)


@pytest.mark.parametrize(
    ("result", "revision"),
    [
        ({"resultType": "complete", "supportedVersions": ["x", MODERN]}, MODERN),
        ({"resultType": "complete", "supportedVersions": ["x"]}, ""),
        ({"protocolVersion": NOVEMBER}, NOVEMBER),
        ({}, ""),
    ],
    ids=["modern", "another", "legacy", "nothing"],
)
def test_the_revision_of_the_first_hello(result, revision):
    assert first_revision([said({}, "surface"), said(result)]) == revision
    assert first_revision([said(result, "surface")]) == ""


@pytest.mark.parametrize(
    ("took_ms", "patience_s"), [(1.0, 5.0), (2000.0, 8.0)], ids=["a moment", "to start"]
)
def test_the_handshake_shows_how_long_to_wait_for_a_hello(took_ms, patience_s):
    refused = said({})._replace(reaction=RpcError(-32601, "no"), elapsed_ms=took_ms)
    silent = said({})._replace(reaction=TimedOut(8), elapsed_ms=8000.0)
    assert patience_after([silent, refused, said({})]) == patience_s


def test_without_a_hello_nothing_shows_how_long_to_wait():
    assert patience_after([said({}, "surface"), said({})._replace(reaction=TimedOut(8))]) is None


def test_a_revision_that_is_gone_the_second_time_is_missed():
    heard = (*meeting(JUNE, *NO), *meeting(NOVEMBER, *HELLO), *ANSWERED)
    first = said({"protocolVersion": JUNE})
    assert rulings(*heard, revisions=BOTH)[1].ended is None
    _, found = rulings(first, *heard, revisions=BOTH)
    assert found.ended.because == (
        f"the server spoke {JUNE} at first, and not when it was asked again"
    )


@pytest.mark.parametrize("harm", [LATE, GONE], ids=["late", "gone"])
def test_a_hello_that_breaks_the_server_is_a_failure(harm):
    heard = (*meeting(JUNE, harm), *meeting(NOVEMBER, *HELLO), *ANSWERED)
    words, _ = rulings(*heard, revisions=BOTH)
    assert words[f"{JUNE} ERA-01"].startswith("failed: asked for it, the server ")


@pytest.mark.parametrize("reaction", [LATE, GONE], ids=["silent", "hung up"])
def test_to_what_it_cannot_know_a_server_may_stay_silent(reaction):
    heard = (*meeting(MODERN, reaction), *meeting(NOVEMBER, *HELLO), *ANSWERED)
    words, _ = rulings(*heard, revisions=(NOVEMBER, MODERN))
    assert words[f"{MODERN} ERA-01"].startswith("not_verified: ")


def test_a_call_that_was_not_made_is_no_fault_of_the_server():
    known = examinee(NOVEMBER, "tools", address=Address())
    assert because(stdio_lines.not_ascii, known, HELD)["STDIO-07"] == (
        f"not_verified: {HELD.because}"
    )
    found = because(tools_unknown.stray_calls, known, REFUSED, HELD, HELD)
    assert found["TOOLS-07"].startswith("passed")
    assert found["TOOLS-09"] == found["TOOLS-10"] == f"not_verified: {HELD.because}"


def test_the_id_of_a_message_that_was_kept_as_text_was_used():
    strange = answered(Replied({}), {"answer_to": "39"})
    sent = did("CallTool", Replied({}), text='{"id":39,"jsonrpc":"2.0"}')
    assert "second response to the id 39" in one_each(sent, strange)
    assert "never used" in one_each(did("CallTool", Replied({}), text="{}"), strange)


def test_a_hello_that_answers_another_id_is_a_failure_of_ids():
    wrong = Misaddressed(("'1'",))
    words, found = rulings(*meeting(NOVEMBER, wrong), only=("ERA", "BASE-02"))
    asked = "asked for a hello, the server answered with an id nobody asked for: '1'"
    assert words[f"{NOVEMBER} BASE-02"] == f"failed: {asked}"
    same = "not_verified: see BASE-02, which has the same cause"
    assert words[f"{NOVEMBER} ERA-01"] == same
    assert found.ended is None
    words, _ = rulings(*meeting(NOVEMBER, wrong), only=("ERA",))
    assert list(words) == [f"{NOVEMBER} ERA-01"]
    words, _ = rulings(*meeting(NOVEMBER, *NO), only=("ERA", "BASE-02"))
    assert list(words) == [f"{NOVEMBER} ERA-01"]


def test_where_it_failed_for_another_reason_is_said():
    rows = {rev: RevisionRow(Status.FAILED, why, "") for rev, why in ((JUNE, "a"), (NOVEMBER, "b"))}
    row = CheckRow(check("BASE-06"), Status.FAILED, "a", rows)
    assert where_found(row) == f"{JUNE}; in {NOVEMBER} for another reason"
    assert where_found(row._replace(revisions={JUNE: rows[JUNE]})) == JUNE


def test_an_examination_can_go_on_where_the_server_was_first_met(monkeypatch):
    seen = []

    def rule(known, exchanges):
        seen.append((known.met_at_first, [e.key.check for e in exchanges]))
        return {}

    monkeypatch.setattr("mcptest_action.core.checks.conformance.catalogue.PROBES", ())
    review = Review((check("BASE-06"),), rule)
    monkeypatch.setattr("mcptest_action.core.checks.conformance.catalogue.REVIEWS", (review,))
    first = said(HELLO[0].result)
    met = Introduction(initialized(HELLO[0]), answer_in([first]), examinee(NOVEMBER).surface)
    config = ExamConfig(Selection((NOVEMBER,)))
    found = examine([first, CLOSE], config, RunPart(met=met), "1")
    assert (found.spoken, found.ended) == ((NOVEMBER,), None)
    assert seen == [(True, ["handshake", f"{NOVEMBER}/close"])]
    assert answer_in([first]) == HELLO[0]
    assert not broke_at_once([first])
    gone = first._replace(key=first.key._replace(check="surface"), reaction=TimedOut(5.0))
    assert broke_at_once([first, gone])


def test_only_a_process_is_examined_further():
    assert ExamConfig().goes_on_in(NOVEMBER)
    assert not ExamConfig().goes_on_in("2024-11-05")
    assert not ExamConfig(address=LOOPBACK).goes_on_in(NOVEMBER)


@pytest.mark.parametrize(
    ("who", "revision"),
    [(NotSpoken("no", NO[0]), MODERN), (NotSpoken("no", LATE), ""), (None, "")],
    ids=["refused", "broke", "not asked"],
)
def test_a_connection_without_a_hello_is_spare_unless_it_broke(who, revision):
    assert spare_revision({MODERN: who} if who else {}) == revision
