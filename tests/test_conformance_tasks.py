"""Tasks on a real server: without them, with a part of them, and broken in more than one way."""

import pytest
from conformance import examined, statuses

NOVEMBER = "2025-11-25"
ONLY = ("--only", "TASK", "--spec-version", NOVEMBER, "--timeout", "2s")
# Broken in more than one way; `test_conformance_rows.py` has the first one of each.
OTHER_WAYS = (
    "TASK-01:made", "TASK-04:both", "TASK-09:number", "TASK-09:changed", "TASK-10:null",
    "TASK-10:text", "TASK-11:interval", "TASK-12:other", "TASK-12:unknown", "TASK-14:error",
    "TASK-15:wrapped", "TASK-15:error", "TASK-17:other", "TASK-20:shapeless", "TASK-20:unknown",
    "TASK-22:moved", "TASK-23:unknown", "TASK-25:result", "TASK-25:cancel",
)  # fmt: skip


def by_status(document):
    found = {row["id"]: row["status"] for row in document["checks"]}
    return {status: {name for name in found if found[name] == status} for status in found.values()}


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_server_without_tasks_ignores_them_and_owes_nothing_else(transport, capsys):
    found = by_status(examined(capsys, *ONLY, transport=transport, breaks=("without:tasks",)))
    assert found.pop("passed") == {"TASK-01"}
    assert found.keys() == {"not_applicable"}


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_what_is_not_declared_is_not_served(transport, capsys):
    breaks = ("without:tasks.list", "without:tasks.cancel")
    document = examined(capsys, *ONLY, transport=transport, breaks=breaks)
    assert statuses(document, "TASK-33") == {NOVEMBER: "passed"}
    assert "failed" not in by_status(document)


@pytest.mark.parametrize("way", OTHER_WAYS)
def test_each_other_way_to_break_a_requirement_fails_that_one_alone(way, capsys):
    found = by_status(examined(capsys, *ONLY, breaks=(way,)))
    assert found["failed"] == {way.partition(":")[0]}
