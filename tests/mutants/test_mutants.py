"""Every mutant of the clean server is found by the row that is meant, and by no other MUST row.

    make test-mutants

A mutant is the mutable server with one thing broken. It is examined in full, in one revision at a
time, over each transport: what one fault does to all the other rows is the point.
"""

import json

import pytest
from conformance import examined, statuses
from mutants.cases import CASES, ELSEWHERE, HANGS, MEANT, NAMES, Mutant

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.model import Level

LEVELS = {check.id: check.level for check in CHECKS}
pytestmark = pytest.mark.mutants


@pytest.mark.parametrize("mutant", CASES, ids=str)
def test_the_row_that_is_meant_fails_and_no_other_must_row(
    mutant: Mutant, capsys, mutant_table, monkeypatch
):
    monkeypatch.setenv("MUTANT_TOKEN", mutant.token)
    document = examined(
        capsys,
        *("--spec-version", mutant.revision, "--timeout", mutant.patience),
        *(("--bearer-token-env", "MUTANT_TOKEN") if mutant.token else ()),
        transport=mutant.transport,
        breaks=(mutant.name,),
        **mutant.options,
    )
    failed = {row["id"] for row in document["checks"] if row["status"] == "failed"}
    musts = {row for row in failed if LEVELS[row] is Level.MUST}
    found = statuses(document, mutant.check).get(mutant.revision)
    mutant_table(mutant, found, sorted(musts - {mutant.check}))
    assert found == "failed", json.dumps(
        [row for row in document["checks"] if row["id"] == mutant.check], indent=1
    )
    assert musts <= {mutant.check}, {
        row["id"]: row["because"] for row in document["checks"] if row["id"] in musts
    }


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25", "2026-07-28"])
def test_the_clean_server_fails_nothing(revision, transport, capsys):
    document = examined(capsys, "--spec-version", revision, transport=transport)
    assert [row["id"] for row in document["checks"] if row["status"] == "failed"] == []
    assert document["incomplete"] is None


def test_what_the_tables_name_can_be_broken():
    assert {*ELSEWHERE, *HANGS, *(name.partition(" ")[0] for name in MEANT)} <= {*NAMES}


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25", "2026-07-28"])
def test_there_are_at_least_sixty_of_each_revision(revision):
    assert len({case.name for case in CASES if case.revision == revision}) >= 60
