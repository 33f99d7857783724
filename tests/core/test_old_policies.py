"""Policies that 0.1 could read evaluate to the same bytes: `fixtures/policy/digests-of-0.1.txt`.

The digests were made by the code of that time, and no command rewrites them. Who changes the verdict
on an old policy on purpose changes its digest by hand, and says so in the changelog.
"""

import hashlib

import pytest
from conftest import FIXTURES
from simulation import offline_gate

from mcptest_action.core.render.report_json import render_json
from mcptest_action.core.text.errors import InputError

FOLDER = FIXTURES / "policy"
DIGESTS = [line.split() for line in (FOLDER / "digests-of-0.1.txt").read_text().splitlines()]


@pytest.mark.parametrize(("digest", "name"), DIGESTS, ids=lambda each: each)
def test_an_old_policy_evaluates_to_the_same_bytes(digest, name):
    try:
        text = render_json(offline_gate(FOLDER / name))
    except InputError as error:
        text = str(error)
    assert hashlib.sha256(text.encode()).hexdigest()[:32] == digest


def test_there_are_many_old_policies():
    assert len(DIGESTS) > 100
