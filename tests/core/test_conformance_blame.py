"""A server that answers with wrong ids has one fault, and is not blamed for all that follows."""

from mcptest_action.core.checks.conformance.blame import ABOUT_IDS, FOUND_BY, spared
from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.results.ruling import Status, failed, passed
from mcptest_action.core.protocol.exchange.reaction import Misaddressed, Replied
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

STRANGE, FINE = Misaddressed(("'7'",)), Replied({})


def asked(probe, reaction):
    return Exchange(Key(probe, None, 1, 1), {}, reaction, 1.0)


EXCHANGES = (asked("a", STRANGE), asked("b", FINE), asked("ids", STRANGE))
RULED = {
    "BASE-02": (failed("another id"), "ids"),
    "BASE-09": (failed("another id"), "ids"),
    "LIFE-06": (failed("no answer"), "a"),
    "LIFE-07": (passed("fine"), "a"),
    "LIFE-10": (failed("no list"), "b"),
    "BASE-18": (failed("bytes"), ""),
}


def test_what_fails_where_an_answer_has_a_wrong_id_is_not_verified():
    found = spared(RULED, EXCHANGES)
    ruling, probe = found["LIFE-06"]
    assert (ruling.status, probe) == (Status.INCONCLUSIVE, "a")
    assert ruling.because == (
        "the server answered with an id nobody asked for: '7', which is what BASE-02 is about"
    )
    assert {name: found[name] for name in found if name != "LIFE-06"} == {
        name: RULED[name] for name in RULED if name != "LIFE-06"
    }


def test_nobody_is_spared_unless_the_ids_themselves_have_failed():
    for ids in ({}, {"BASE-02": (passed("fine"), "ids")}):
        rulings = {"LIFE-06": RULED["LIFE-06"], **ids}
        assert spared(rulings, EXCHANGES) == rulings


def test_the_checks_about_ids_exist():
    assert set(ABOUT_IDS) <= {check.id for check in CHECKS}
    assert set(FOUND_BY) < set(ABOUT_IDS)
