"""The checks of how a conversation begins and what it carries, on a server that breaks them."""

import pytest
from conformance import examined, statuses

JUNE, NOVEMBER, JULY = "2025-06-18", "2025-11-25", "2026-07-28"
LEGACY = {JUNE, NOVEMBER}
MODERN = {JULY}
ALL = LEGACY | MODERN
WHERE = {
    **dict.fromkeys(
        """LIFE-01 LIFE-01:capabilities LIFE-03 LIFE-04 LIFE-05 LIFE-06 LIFE-12:logging
        LIFE-13 ERA-01""".split(),
        LEGACY,
    ),
    # In the newer one, which it breaks its word about, it does not speak any more.
    "LIFE-02": {JUNE},
    **dict.fromkeys(
        "LIFE-10 LIFE-11 LIFE-12 LIFE-14 LIFE-15 LIFE-16 LIFE-16:stands-still".split(), ALL
    ),
    **dict.fromkeys(
        """DISC-01 DISC-01:empty DISC-02 DISC-02:other DISC-03 DISC-04 DISC-05
        META-01 META-02 META-03 META-04 META-05 META-05:served META-05:supported META-06 META-07
        META-08 META-09 META-10 META-11
        MOD-01 MOD-01:unknown MOD-02 MOD-03 MOD-04 MOD-04:nothing MOD-05 MOD-05:set-level
        MOD-05:subscribe MOD-05:unsubscribe MOD-06 MOD-07 MOD-08
        CACHE-01 CACHE-01:scope CACHE-02 CACHE-02:fraction CACHE-03 CACHE-04
        SUB-01 SUB-02 SUB-03 SUB-03:untagged SUB-04 SUB-04:unasked SUB-05""".split(),
        MODERN,
    ),
}
FAMILIES = ("LIFE", "DISC", "META", "MOD", "CACHE", "SUB")


def failed_in(document, check):
    return {rev for rev, status in statuses(document, check).items() if status == "failed"}


@pytest.mark.parametrize("broken", WHERE)
def test_what_is_broken_is_found_in_every_revision_that_has_it(broken, capsys):
    check = broken.partition(":")[0]
    document = examined(capsys, "--only", check, transport="http", breaks=(broken,))
    assert failed_in(document, check) == WHERE[broken]


@pytest.mark.parametrize(
    ("broken", "where"),
    [("LIFE-16:after-the-answer", ALL), ("SUB-02:never", MODERN), ("SUB-05", MODERN)],
)
def test_what_comes_late_or_never_is_found_on_one_shared_stream(broken, where, capsys):
    check = broken.partition(":")[0]
    assert failed_in(examined(capsys, "--only", check, breaks=(broken,)), check) == where


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("era", ["both", "legacy", "modern"])
def test_a_sound_server_meets_all_of_them_in_every_era(transport, era, capsys):
    words = [word for family in FAMILIES for word in ("--only", family)]
    document = examined(capsys, *words, transport=transport, era=era)
    bad = {row["id"]: row["because"] for row in document["checks"] if row["status"] == "failed"}
    assert bad == {}
    assert document["incomplete"] is None
    spoken = {revision for revision, about in document["revisions"].items() if about["spoken"]}
    assert spoken == {"both": ALL, "legacy": LEGACY, "modern": MODERN}[era]


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_only_a_server_without_a_handshake_has_to_show_the_way(transport, capsys):
    for era, expected in (("modern", "passed"), ("both", "not_applicable")):
        document = examined(capsys, "--only", "MOD-06", transport=transport, era=era)
        assert statuses(document, "MOD-06") == {JULY: expected}


def test_a_ping_before_the_session_is_only_expected_where_there_are_no_sessions(capsys):
    for stateless, expected in ((True, "passed"), (False, "not_applicable")):
        document = examined(capsys, "--only", "LIFE-07", transport="http", stateless=stateless)
        assert set(statuses(document, "LIFE-07").values()) == {expected}


def test_a_broken_hello_does_not_hide_an_era(capsys):
    """A server of both eras would otherwise be examined in the other one only, and pass."""
    document = examined(capsys, "--only", "DISC", transport="http", breaks=("DISC-01",))
    assert document["revisions"][JULY]["spoken"]
    assert document["badge"] == "F"
