"""The table of mutants: one line per revision and transport, at the end of the run."""

from collections import Counter

import pytest


@pytest.fixture
def mutant_table(record_property):
    def note(mutant, found, others):
        record_property("mutant", [*mutant, found, others])

    return note


def pytest_terminal_summary(terminalreporter):
    rows = [
        value
        for group in terminalreporter.stats.values()
        for report in group
        if getattr(report, "when", None) == "call"
        for name, value in report.user_properties
        if name == "mutant"
    ]
    tally = Counter()
    for _, _, revision, transport, found, others in rows:
        tally[revision, transport, "all"] += 1
        tally[revision, transport, "found"] += found == "failed"
        tally[revision, transport, "alone"] += found == "failed" and not others
    for revision in sorted({row[2] for row in rows}):
        different = {row[0] for row in rows if row[2] == revision}
        terminalreporter.write_line(f"{revision}: {len(different)} different mutants")
    for revision, transport in sorted({key[:2] for key in tally}):
        every, found, alone = (
            tally[revision, transport, what] for what in ("all", "found", "alone")
        )
        terminalreporter.write_line(
            f"{revision} {transport}: {every} mutants, {found} found by the row that is meant, "
            f"{alone} of them by no other MUST row"
        )
