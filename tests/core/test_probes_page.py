"""The page on probes: one section each, and no reason without a meaning."""

import re

from mcptest_action.core.checks.probes.catalogue import CHECKS
from mcptest_action.core.checks.probes.model import Aim
from mcptest_action.core.checks.results.ruling import Skip
from mcptest_action.core.render.probe_catalogue import SENT_TO, WHY_SKIPPED, probes_page
from mcptest_action.core.safety.decide import HeldBack, Stopped

PAGE = probes_page()


def test_every_check_has_a_section_in_the_order_of_the_catalogue():
    sections = re.findall(r"^## (\w+)$", PAGE, re.MULTILINE)
    assert sections == [check.id for check in CHECKS]


def test_every_section_says_what_it_is_about():
    for check in CHECKS:
        section = PAGE.split(f"\n## {check.id}\n")[1].split("\n## ")[0]
        for word in (check.fault, str(check.family), check.contract, "| Sent to | "):
            assert word in section, check.id
        for paragraph in check.doc.strip().split("\n\n"):
            assert paragraph in section, check.id


def test_every_aim_and_every_reason_is_explained():
    assert set(SENT_TO) == set(Aim)
    assert set(WHY_SKIPPED) == {
        str(reason) for kind in (Skip, HeldBack, Stopped) for reason in kind
    }


def test_what_is_sent_once_says_so():
    one = f"| Sent to | one of the {SENT_TO[Aim.VALID_CALL]}"
    assert f"{one}; once per server |" in PAGE
    assert f"{one}, or none where there is no such tool; once per server |" in PAGE
    assert "| Sent to | nobody: it looks back at the whole run |" in PAGE
