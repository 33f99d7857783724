"""Real attacks are found, and real servers are left alone; `make calibrate` prints the rest."""

import sys

import pytest
from conftest import ROOT
from outside import REAL_WORLD, needs_real_world

sys.path.insert(0, str(ROOT / "scripts"))

from calibrate import HIGH, MEDIUM, findings_in, findings_on, is_found, is_sure
from corpora import attacks, benign_servers

pytestmark = [needs_real_world, pytest.mark.untraced]


def share_found(these):
    servers = benign_servers(REAL_WORLD)
    found = [is_found(attack, servers) for attack in these]
    return sum(found) / len(found)


def test_published_attacks_are_found():
    assert share_found([attack for attack in attacks(REAL_WORLD) if attack.published]) >= 0.95


def test_poisoned_and_shadowing_tools_are_found():
    wanted = ("Tool Poisoning", "Tool Shadowing")
    these = [each for each in attacks(REAL_WORLD) if each.klass.startswith(wanted)]
    assert share_found(these) >= 0.98
    servers = benign_servers(REAL_WORLD)
    sure = [any(map(is_sure, findings_on(attack, servers))) for attack in these]
    assert sum(sure) >= 0.85 * len(sure)


def test_real_servers_are_left_alone():
    servers = benign_servers(REAL_WORLD)
    found = [(server, findings_in(server.dump)) for server in servers]
    tools = sum(len(server.tools) for server in servers)

    def subjects(severities):
        return [
            {finding.hit.subject for finding in findings if finding.severity in severities}
            for _, findings in found
        ]

    assert sum(map(len, subjects(MEDIUM))) <= 0.01 * tools
    assert sum(map(len, subjects(HIGH))) <= 0.005 * tools
    assert sum(map(bool, subjects(HIGH))) <= 0.03 * len(servers)
    assert not [finding for _, findings in found for finding in findings if is_sure(finding)]
