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
}
CASES = [(check, transport) for check in COUNTED for transport in check.transports]


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


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_sound_server_meets_everything(transport, capsys):
    document = examined(capsys, transport=transport)
    failed = {row["id"]: row["because"] for row in document["checks"] if row["status"] == "failed"}
    assert failed == {}
    assert document["incomplete"] is None
    assert document["badge"] == "T1"
