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


def met(check, reaction):
    return Exchange(Key(check, None, 1, 1), {}, reaction, 1.0)


EXCHANGES = [
    met("2026-07-28/probe", status(401)),
    met("2026-07-28/another", replied()),
    met("missing_required", status(401)),
]


def test_what_was_answered_with_401_is_not_verified():
    found = let_in(RULINGS, EXCHANGES, examinee(), RULED_BY)
    said = in_words({check: ruling for check, (ruling, _) in found.items()})
    for check in ("HHDR-07", "HTTP-05", "TOOLS-11"):
        assert said[check].startswith("not_verified: the server wants credentials for it: give")
    assert said["HTTP-06"] == "not_applicable: nothing"
    assert said["HTTP-07"] == said["AUTH-08"] == "failed: no"


@pytest.mark.parametrize("exchanges", [EXCHANGES, []])
def test_who_has_credentials_is_judged_by_every_401(exchanges):
    given = examinee(address=LOOPBACK._replace(credentials=True))
    assert let_in(RULINGS, exchanges, given, RULED_BY) == RULINGS
