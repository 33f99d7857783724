"""A 401 to a stranger is held against no other requirement."""

from __future__ import annotations

import pytest
from examinees import LOOPBACK, examinee, in_words, replied, status

from mcptest_action.core.checks.conformance.unwelcome import let_in
from mcptest_action.core.checks.results.ruling import failed, not_applicable, passed
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

RULINGS = {
    "HHDR-07": (failed("no"), "2026-07-28/probe"),
    "HTTP-05": (passed("refused"), "2026-07-28/probe"),
    "HTTP-06": (not_applicable("nothing"), "2026-07-28/probe"),
    "HTTP-07": (failed("no"), "2026-07-28/another"),
    "TOOLS-11": (failed("no"), ""),
    "AUTH-08": (failed("no"), "2026-07-28/probe"),
}
RULED_BY = {"missing_required": ("TOOLS-11",)}


def met(check, reaction, method, **params):
    sent = {"http_method": "POST", "message": {"method": method, "params": params}}
    return Exchange(Key(check, None, 1, 1), sent, reaction, 1.0)


EXCHANGES = [
    met("2026-07-28/probe", status(401), "tools/call", name="secret"),
    met("2026-07-28/another", replied(), "tools/call", name="public"),
    met("missing_required", status(401), "tools/call", name="secret"),
]


def test_what_was_answered_with_401_is_not_verified():
    found = let_in(RULINGS, EXCHANGES, examinee(), RULED_BY)
    said = in_words({check: ruling for check, (ruling, _) in found.items()})
    for check in ("HHDR-07", "HTTP-05", "TOOLS-11"):
        assert said[check].startswith("not_verified: the server answers such a request only with")
    assert said["HTTP-06"] == "not_applicable: nothing"
    assert said["HTTP-07"] == said["AUTH-08"] == "failed: no"


def test_a_401_to_a_request_that_is_served_otherwise_is_about_something_else():
    """A foreign page, say, or a session that has ended: other statuses are for them."""
    served = met("2026-07-28/sound", replied(), "tools/call", name="secret")
    found = let_in(RULINGS, [*EXCHANGES, served], examinee(), RULED_BY)
    said = in_words({check: ruling for check, (ruling, _) in found.items()})
    assert said["HHDR-07"] == "failed: no"
    assert said["TOOLS-11"].startswith("not_verified"), "it was asked in another revision"


@pytest.mark.parametrize("exchanges", [EXCHANGES, []])
def test_who_has_credentials_is_judged_by_every_401(exchanges):
    given = examinee(address=LOOPBACK._replace(credentials=True))
    assert let_in(RULINGS, exchanges, given, RULED_BY) == RULINGS
