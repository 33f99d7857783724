"""What a pull request takes away from the suites: tests that are gone, or that ask otherwise."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import CaseKind
from mcptest_action.core.checks.suite import Suite
from mcptest_action.core.document import Node, plain
from .changes import Change, Changed, brief


class WrittenSuite(NamedTuple):
    """A suite, and the words it was read from. What a test asks may depend on a variable that we do
    not see; and to Python, true is 1.
    """

    suite: Suite
    variables: Mapping[str, str]
    tests: Mapping[str, str]
    """By their names."""


def written_suite(suite: Suite, tree: Node) -> WrittenSuite:
    data = plain(tree)
    variables = data.get("variables") or {}
    tests = [(kind, test) for kind in CaseKind for test in data.get(kind) or ()]
    return WrittenSuite(
        suite,
        {name: _text(value) for name, value in variables.items()},
        {str(test.get("name")): _text([kind, test]) for kind, test in tests},
    )


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def suite_removed(file: str) -> Changed:
    return Changed(Change.SUITE_REMOVED, file, "the base branch runs its tests")


def suite_changes(file: str, base: WrittenSuite, head: WrittenSuite) -> Iterator[Changed]:
    """What the file no longer asks for, or asks otherwise. What it adds is not listed."""
    if head.suite.servers != base.suite.servers:
        yield Changed(Change.SUITE_CHANGED, file, "its servers are other ones")
    for name, before in base.variables.items():
        after = head.variables.get(name, "nothing")
        if after != before:
            yield Changed(
                Change.SUITE_CHANGED, file, f"variables.{name}: {brief(before)} → {brief(after)}"
            )
    now = {case.name: case for case in head.suite.cases}
    for case in base.suite.cases:
        place = f"{file}::{case.name}"
        if case.name not in now:
            yield Changed(Change.TEST_REMOVED, place, "the base branch runs it")
        elif _asks(base, case.name) != _asks(head, case.name):
            skip = now[case.name].skip
            what = f"it is skipped: {skip}" if skip else "compare the two versions of the file"
            yield Changed(Change.TEST_CHANGED, place, what)


def _asks(written: WrittenSuite, name: str) -> tuple[Any, ...]:
    case = next(case for case in written.suite.cases if case.name == name)
    return case.placeless, written.tests.get(name)
