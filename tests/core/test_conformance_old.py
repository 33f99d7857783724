"""Servers that settle on a revision before those that every server is asked for."""

import pytest
from core.test_conformance_base import TWO, said
from core.test_conformance_base_reviews import asked as answered
from core.test_conformance_base_reviews import schema
from core.test_conformance_frame import HELLO, INITIALIZED, meeting, rulings
from core.test_conformance_life import JUNE, NOVEMBER, hello, met
from core.test_conformance_life import rulings as negotiated
from core.test_conformance_stdio import FINE, did
from examinees import because, error, examinee, fed, in_words

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.checks import (
    base_malformed,
    life_capabilities,
    stdio_lines,
)
from mcptest_action.core.checks.conformance.config import ExamConfig, Selection
from mcptest_action.core.checks.conformance.examine import RunPart, examinees_of
from mcptest_action.core.checks.conformance.meet import Introduction, NotSpoken, meet
from mcptest_action.core.checks.conformance.model import HTTP, Level
from mcptest_action.core.checks.conformance.revision import (
    ASKED,
    MARCH_2025,
    NOVEMBER_2024,
    spec_link,
)
from mcptest_action.core.protocol.exchange.over_http import version_header
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    Opened,
    Overheard,
    Replied,
)
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

OLD = (NOVEMBER_2024, MARCH_2025)
BY_ID = {check.id: check for check in CHECKS}


def settled(revision):
    return Replied({**INITIALIZED, "protocolVersion": revision})


def after(revision, name, reaction):
    return Exchange(Key(f"{revision}/{name}", None, 1, 1), {}, reaction, 1.0)


@pytest.mark.parametrize("old", OLD)
def test_a_server_is_met_in_the_revision_that_it_settles_on(old):
    offer = Replied({**settled(old).result, "capabilities": {"tools": {}}})
    page = (Replied({"tools": [], "nextCursor": "2"}),)
    script = meet(NOVEMBER, "1", OLD)
    who, steps = fed(script, offer, Accepted(), page, Replied({"tools": []}))
    assert isinstance(who, Introduction)
    assert (who.hello.era.version, who.asked_for) == (old, NOVEMBER)
    spoken = [steps[1], *steps[2].steps, steps[3]]
    assert {step.era.version for step in spoken} == {old}, "from then on, it is spoken"


def test_only_the_newest_handshake_lets_a_server_choose():
    selection = Selection()
    assert selection.revisions == ASKED
    assert selection.settles_on(NOVEMBER) == OLD
    assert selection.settles_on(JUNE) == ()
    assert selection.settles_on("2026-07-28") == ()
    assert Selection(("2026-07-28",)).settles_on("2026-07-28") == ()
    assert Selection((NOVEMBER,), pinned=True).settles_on(NOVEMBER) == ()


@pytest.mark.parametrize("old", OLD)
def test_who_settles_on_an_older_revision_is_examined_in_that(old):
    """The meeting that was held for another revision belongs to it."""
    heard = (
        *meeting(JUNE, settled(old)),
        *meeting(NOVEMBER, settled(old), Accepted()),
        after(old, "ping", Replied({})),
        after(old, "close", Closed("x")),
    )
    words, found = rulings(*heard, revisions=(JUNE, NOVEMBER), only=("ERA", "LIFE-06"))
    need_not = f"not_verified: the server does not speak it, and need not: it replied in {old}"
    assert words[f"{old} ERA-01"] == "passed: the server said hello in it"
    assert words[f"{old} LIFE-06"].startswith("passed")
    assert words[f"{JUNE} ERA-01"] == words[f"{NOVEMBER} ERA-01"] == need_not
    assert (found.asked, found.spoken, found.ended) == ((old, JUNE, NOVEMBER), (old,), None)


def test_whoever_was_pinned_to_another_revision_fails():
    words, found = rulings(*meeting(NOVEMBER, settled(MARCH_2025)), pinned=True)
    assert words == {
        f"{NOVEMBER} ERA-01": f"failed: the server does not speak it: it replied in {MARCH_2025}"
    }
    assert found.spoken == ()


def test_a_revision_that_nobody_knows_stays_a_failure():
    words, _ = rulings(*meeting(NOVEMBER, settled("2099-01-01")))
    assert words[f"{NOVEMBER} ERA-01"].startswith(
        "failed: the server does not speak it: it replied"
    )


def test_an_old_revision_can_be_asked_for():
    heard = (
        *meeting(MARCH_2025, settled(MARCH_2025), Accepted()),
        after(MARCH_2025, "ping", Replied({})),
        after(MARCH_2025, "close", Closed("x")),
    )
    only = ("ERA", "LIFE-06")
    words, _ = rulings(*heard, revisions=(MARCH_2025,), pinned=True, only=only)
    assert words[f"{MARCH_2025} ERA-01"].startswith("passed")


def examinees(old):
    who, _ = fed(meet(NOVEMBER, "1", OLD), settled(old), Accepted())
    june, _ = fed(meet(JUNE, "1"), settled(JUNE), Accepted())
    found = {old: who, JUNE: june, NOVEMBER: NotSpoken("", HELLO[0])}
    return examinees_of(found, ExamConfig(), RunPart(), "1")


def test_what_a_server_chose_by_itself_is_no_answer_to_being_asked():
    known = examinees(MARCH_2025)
    assert {who.chosen for who in known.values()} == {MARCH_2025}
    assert [*known[JUNE].hellos] == [JUNE]
    assert known[MARCH_2025].met_as == f"{NOVEMBER}/meet"
    assert known[JUNE].met_as == f"{JUNE}/meet"


def chosen(old):
    return met(old, spoken=(old,))._replace(chosen=old)


@pytest.mark.parametrize("old", OLD)
def test_it_has_to_agree_when_it_is_asked_for_its_own_revision(old):
    found = negotiated(chosen(old), hello(old), Opened(), hello(old))
    assert found["LIFE-02"] == f"passed: the server agreed to {old}"
    assert found["LIFE-04"].startswith("passed")
    found = negotiated(chosen(old), hello(old), Opened(), hello(NOVEMBER))
    assert found["LIFE-02"] == f"failed: asked for {old}, the server settled on '{NOVEMBER}'"
    offers_less = negotiated(chosen(MARCH_2025), hello(NOVEMBER_2024), Opened(),
                             hello(MARCH_2025), Opened(), hello(NOVEMBER_2024))  # fmt: skip
    assert offers_less["LIFE-04"].startswith("failed: the server offered 2024-11-05, but speaks")


def test_batches_belong_to_one_revision():
    known = examinee(MARCH_2025, "tools", address=Address())
    served = said(Accepted(), Overheard(({"noise": TWO},)))
    assert because(base_malformed.batch, known, *served)["BASE-22"].startswith("passed")
    silent = because(base_malformed.batch, known, *said(Accepted()))
    assert silent["BASE-22"] == "failed: the server stayed silent"
    assert BY_ID["BASE-22"].revisions == (MARCH_2025,)
    assert not {*OLD} & {*BY_ID["BASE-17"].revisions}


@pytest.mark.parametrize(
    ("revision", "status"),
    [(NOVEMBER_2024, "failed"), (MARCH_2025, "passed"), (JUNE, "failed")],
)
def test_a_line_may_be_a_batch_in_one_revision(revision, status):
    line = did(FINE, {"noise": '[{"jsonrpc":"2.0","id":1,"result":{}}]'})
    found = in_words(stdio_lines.output(examinee(revision, address=Address()), [line]))
    assert found["STDIO-01"].startswith(status)
    other = did(FINE, {"noise": "[1]"})
    found = in_words(stdio_lines.output(examinee(revision, address=Address()), [other]))
    assert found["STDIO-01"].startswith("failed")


def test_completions_are_declared_since_march():
    script = life_capabilities.utilities
    old = examinee(NOVEMBER_2024, "completions", address=Address())
    assert because(script, old)["LIFE-12"].startswith("not_applicable")
    march = examinee(MARCH_2025, "completions", address=Address())
    assert because(script, march, (error(-32601),))["LIFE-12"].startswith("failed")


def listing(**members):
    tool = {"name": "a", "inputSchema": {"type": "object"}, **members}
    return answered(Replied({"tools": [tool]}), method="tools/list")


@pytest.mark.parametrize(
    ("members", "defined"),
    [
        ({"annotations": 5}, MARCH_2025),
        ({"title": 5}, JUNE),
        ({"outputSchema": 5}, JUNE),
        ({"icons": 5}, NOVEMBER),
    ],
    ids=str,
)
@pytest.mark.parametrize("revision", [*OLD, JUNE, NOVEMBER])
def test_a_member_that_is_not_defined_yet_may_hold_anything(members, defined, revision):
    found = schema(examinee(revision, "tools", address=Address()), listing(**members))
    assert found.startswith("failed" if revision >= defined else "passed")
    broken = listing(**members, inputSchema=5)
    found = schema(examinee(revision, "tools", address=Address()), broken)
    assert found.startswith("failed: the result of `tools/list`: tools.0.")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_a_link_of_an_old_revision_leads_to_a_page_that_it_has(check):
    """The pages that came with a later revision, or moved."""
    for revision in {*OLD} & {*check.revisions}:
        link = spec_link(check.spec[revision], revision)
        assert not any(page in link for page in ("/schema", "elicitation", "/changelog"))
        if revision == NOVEMBER_2024:
            assert "/basic#" not in link or link.endswith("/basic#schema")
            assert check.transports != HTTP


def test_a_demand_that_was_a_recommendation_is_two_checks():
    must, should = BY_ID["LIFE-13"], BY_ID["LIFE-18"]
    assert (must.level, should.level) == (Level.MUST, Level.SHOULD)
    assert not {*must.revisions} & {*should.revisions}
    assert should.expects == must.expects


@pytest.mark.parametrize("revision", OLD)
def test_no_header_names_an_old_revision(revision):
    assert version_header(revision) == {}
    assert version_header(JUNE) == {"MCP-Protocol-Version": JUNE}
    # A probe in a revision that does not exist names it all the same.
    assert version_header("1900-01-01") == {"MCP-Protocol-Version": "1900-01-01"}
