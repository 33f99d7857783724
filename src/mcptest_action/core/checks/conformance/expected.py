"""Failures that are expected: known, and listed in a file. The file never changes a count."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mcptest_action.core.checks.results import Status
from mcptest_action.core.document import Problems, Record, Scalar, items_of, kind_of
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.text import did_you_mean
from .official import COUNTERPARTS, counterparts


class Expected(NamedTuple):
    """The entries of a file, each with the checks that it speaks of."""

    file: str
    entries: Mapping[str, tuple[str, ...]]


class Expectations(NamedTuple):
    """What the file makes of an examination."""

    file: str
    new_failures: tuple[str, ...]
    """Checks that failed, and that nobody expects to."""
    stale: tuple[str, ...]
    """Entries whose checks ran, and none of them failed."""
    without_counterpart: tuple[str, ...]
    """Scenarios of the official suite that have no check here."""

    @property
    def surprise(self) -> bool:
        return bool(self.new_failures or self.stale)


def load_expected(text: str, file: str) -> Expected:
    """The file: `server:` with a list of check ids, or of scenarios of the official suite."""
    # Imported late: most runs have no such file, and reading all checks takes its time.
    from .catalogue import CHECKS  # noqa: PLC0415

    problems = Problems(file)
    record = Record(problems, read_yaml(text, file), "the file", ("server", "client"))
    ids = {check.id for check in CHECKS}
    entries: dict[str, tuple[str, ...]] = {}
    for node in items_of(problems, record.fields.get("server"), "server"):
        if not isinstance(node, Scalar):
            problems.add(node, f"an entry is {kind_of(node)}, not the id of a check")
            continue
        name = node.text.strip()
        meant = (name,) if name in ids else counterparts(name)
        if name in entries:
            problems.add(node, f"'{name}' is listed twice", "keep one")
        elif meant is None:
            hint = did_you_mean(name, [*ids, *COUNTERPARTS]) or "see mcptest conformance run --list"
            problems.add(node, f"'{name}' is no check", hint)
        else:
            entries[name] = meant
    problems.raise_any()
    return Expected(file, entries)


def compare(expected: Expected, outcomes: Iterable[tuple[str, Status]]) -> Expectations:
    """What the file did not foresee, and what it need not foresee any more."""
    status = dict(outcomes)
    covered = {check_id for meant in expected.entries.values() for check_id in meant}
    failing = {check_id for check_id, found in status.items() if found is Status.FAILED}
    stale = [
        name
        for name, meant in expected.entries.items()
        if failing.isdisjoint(meant) and any(status.get(c) is Status.PASSED for c in meant)
    ]
    without = [name for name, meant in expected.entries.items() if not meant]
    new = tuple(sorted(failing - covered))
    return Expectations(expected.file, new, tuple(stale), tuple(without))
