"""Every check has been seen to pass and to fail, on a real server, over each of its transports."""

import pytest
from conformance import examined, statuses

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.model import Level

# HTTP-21 is about addresses that are not on loopback.
ELSEWHERE = ("ERA-01", "HTTP-21")
COUNTED = [c for c in CHECKS if c.level is not Level.INFO and c.id not in ELSEWHERE]
# A check that the mutable server breaks only where it is started in another way.
OPTIONS: dict[str, dict[str, object]] = {
    "HHDR-14": {"era": "modern"},
    "LIFE-07": {"stateless": True},
    "BASE-22": {"era": "2025-03-26"},
    "LIFE-18": {"era": "2025-03-26"},
    # A server of both eras may take them for requests of an older revision.
    "META-01": {"era": "modern"},
    "META-02": {"era": "modern"},
}
CASES = [(check, transport) for check in COUNTED for transport in check.transports]
OLD = ("2024-11-05", "2025-03-26")
# The mutable server breaks these in later revisions only; tests/core has them for the older ones.
LATER_ONLY = ("LIFE-02", "LIFE-04")
# Broken in another way, where an older revision lacks what is broken otherwise.
OLD_WAY = {("LIFE-12", "2024-11-05"): "LIFE-12:logging"}
OLD_CASES = [
    (check, revision)
    for check in COUNTED
    for revision in OLD
    if revision in check.revisions and check.transports != ("http",) and check.id not in LATER_ONLY
]


@pytest.mark.parametrize(("check", "transport"), CASES, ids=lambda v: getattr(v, "id", str(v)))
def test_a_server_that_breaks_it_is_found_out(check, transport, capsys):
    options = OPTIONS.get(check.id, {})
    words = ("--only", check.id, "--timeout", "2s")
    document = examined(capsys, *words, transport=str(transport), breaks=(check.id,), **options)
    found = statuses(document, check.id)
    assert "failed" in found.values(), document["checks"]
    row = document["checks"][0]
    assert row["status"] == "failed"
    evidence = [where.get("evidence") for where in row["revisions"].values()]
    assert any(evidence) or row["because"]


@pytest.mark.parametrize(("check", "revision"), OLD_CASES, ids=lambda v: getattr(v, "id", str(v)))
def test_a_server_of_old_that_breaks_it_is_found_out(check, revision, capsys):
    words = ("--only", check.id, "--timeout", "2s")
    if check.id == "LIFE-03":  # who agrees to anything is asked for this one
        words += ("--spec-version", revision)
    breaks = (OLD_WAY.get((check.id, revision), check.id),)
    document = examined(capsys, *words, breaks=breaks, era=revision)
    assert statuses(document, check.id) == {revision: "failed"}


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("revision", OLD)
def test_a_sound_server_of_old_meets_everything(revision, transport, capsys):
    """It negotiates, and need not speak anything newer."""
    document = examined(capsys, transport=transport, era=revision)
    failed = {row["id"]: row["because"] for row in document["checks"] if row["status"] == "failed"}
    assert failed == {}
    assert document["incomplete"] is None
    assert document["badge"] == "T1"
    assert {rev for rev, row in document["revisions"].items() if row["spoken"]} == {revision}
    era = statuses(document, "ERA-01")
    assert era.pop(revision) == "passed"
    assert set(era.values()) == {"not_verified"}


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_sound_server_meets_everything(transport, capsys):
    document = examined(capsys, transport=transport)
    failed = {row["id"]: row["because"] for row in document["checks"] if row["status"] == "failed"}
    assert failed == {}
    assert document["incomplete"] is None
    assert document["badge"] == "T1"
