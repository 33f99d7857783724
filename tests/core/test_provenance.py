"""What our own odd messages provoke is never held against ordinary behaviour."""

import pytest
from core.test_conformance_frame import ask, driven, lane_of
from examinees import MODERN, NOVEMBER, examinee, replied

from mcptest_action.core.checks.conformance.catalogue import PROBES, REVIEWS
from mcptest_action.core.checks.conformance.provenance import provenance_of, stretches
from mcptest_action.core.checks.probes.catalogue import PROBES as RUN_PROBES
from mcptest_action.core.checks.run.ended import Ended
from mcptest_action.core.protocol.exchange import Opened, Replied, RpcError, Unreachable
from mcptest_action.core.protocol.exchange.provenance import Provenance
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

SOUND, REFUSABLE, ODD = Provenance
OVER_STDIO = examinee(address=Address())
LOG = {"notification": "notifications/message"}


def said(check, connection=1, step="Request"):
    return Exchange(Key(check, None, connection, 1), {"step": step}, Replied({}), 0.0, (LOG,))


@pytest.mark.parametrize(
    ("check", "sends"),
    [
        ("handshake", SOUND),
        ("surface", SOUND),
        ("reconnect", SOUND),
        ("repeated_call", SOUND),
        ("missing_required", REFUSABLE),
        ("deep_nesting", ODD),
        ("invalid_utf8_or_surrogate", ODD),
        ("a test of somebody's suite", ODD),
        (f"{NOVEMBER}/meet", SOUND),
        (f"{NOVEMBER}/listed_twice", SOUND),
        (f"{NOVEMBER}/unknown_method", REFUSABLE),
        (f"{NOVEMBER}/no_ids", ODD),
    ],
)
def test_every_exchange_knows_what_was_sent(check, sends):
    own = {probe.id: probe.sends for probe in PROBES}
    assert provenance_of(said(check), own) is sends


def test_a_name_that_nobody_knows_counts_as_odd():
    assert provenance_of(said(f"{NOVEMBER}/somebody"), {}) is ODD
    assert provenance_of(said("somebody"), {}) is ODD


def kept(bears, *exchanges):
    return [e.key.check for e in stretches(exchanges, bears, {})]


def test_after_something_odd_nothing_on_that_connection_is_ordinary():
    calls = said("surface"), said("missing_required"), said("deep_nesting"), said("repeated_call")
    assert kept(SOUND, *calls) == ["surface"]
    assert kept(REFUSABLE, *calls) == ["surface", "missing_required"]
    assert kept(ODD, *calls) == [e.key.check for e in calls]


def test_another_connection_is_not_spoiled_by_it():
    assert kept(SOUND, said("deep_nesting", 1), said("repeated_call", 2)) == ["repeated_call"]


def test_what_arrives_with_a_new_connection_was_said_on_the_one_before():
    (fresh, request) = stretches([said("reconnect", 2, "Fresh"), said("surface", 2)], SOUND, {})
    assert fresh.others == ()
    assert request.others == (LOG,)


def hello(method, reaction, connection=1):
    sent = {"step": "Request", "message": {"id": 1, "method": method}}
    return Exchange(Key("handshake", None, connection, 1), sent, reaction, 0.0, (LOG,))


def test_what_a_hello_from_the_future_provokes_is_said_to_nobody():
    refused = hello("server/discover", RpcError(-32601, "no"))
    said_late, listed = hello("initialize", Replied({})), said("surface")
    known = stretches([refused, said_late, listed], SOUND, {})
    assert [exchange.others for exchange in known] == [(), (), (LOG,)]
    modern = hello("server/discover", Replied({}))
    assert stretches([modern], SOUND, {}) == (modern,)


def test_the_newest_revision_keeps_a_connection_without_anything_odd():
    probes = ask("a", sends=ODD), ask("b"), ask("c", sends=REFUSABLE)
    again = {"odd": [Opened(), replied({"supportedVersions": [MODERN], "resultType": "complete"})]}
    _, names = driven(lane_of(OVER_STDIO, *probes), again)
    assert names == ["b", "close", "odd", "c", "a", "close_after_odd"]
    _, names = driven(lane_of(examinee(), *probes), {})
    assert names == ["b", "c", "a", "close_after_odd"], "modern HTTP has no connections"


def test_an_older_revision_goes_on_where_it_was():
    older = examinee(NOVEMBER)._replace(spoken=(NOVEMBER, MODERN))
    _, names = driven(lane_of(older, ask("a", sends=ODD), ask("b")), {})
    assert names == ["b", "a", "close_after_odd"]


def test_what_is_odd_is_not_sent_where_the_sound_connection_was_the_last():
    answers = {"odd": [Unreachable("gone")]}
    end, names = driven(lane_of(OVER_STDIO, ask("a", sends=ODD), ask("b")), answers)
    assert names == ["b", "close", "odd", "close_after_odd"]
    assert end.ended == Ended("the server could not be reached on a new connection")


def test_a_review_of_ordinary_behaviour_bears_nothing_odd():
    """Only what looks at the answers to odd messages, by probe, may bear them."""
    bearing = {c.id for review in REVIEWS if review.bears is ODD for c in review.checks}
    assert bearing == {"TOOLS-11", "TOOLS-12", "TOOLS-13"}


def test_ordinary_behaviour_is_seen_where_tools_may_be_called():
    assert {p.id for p in RUN_PROBES if p.sends is SOUND} == {"repeated_call"}
