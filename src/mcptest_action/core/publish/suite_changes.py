"""What a pull request takes away from the suites: tests that are gone, or that ask otherwise."""

from collections.abc import Iterator

from mcptest_action.core.checks.suite import Suite
from .changes import Change, Changed


def suite_removed(file: str) -> Changed:
    return Changed(Change.SUITE_REMOVED, file, "the base branch runs its tests")


def suite_changes(file: str, base: Suite, head: Suite) -> Iterator[Changed]:
    """What the file no longer asks for, or asks otherwise. What it adds is not listed."""
    if head.servers != base.servers:
        yield Changed(Change.SUITE_CHANGED, file, "its servers are other ones")
    now = {case.name: case for case in head.cases}
    for case in base.cases:
        place = f"{file}::{case.name}"
        if case.name not in now:
            yield Changed(Change.TEST_REMOVED, place, "the base branch runs it")
        elif case.placeless != now[case.name].placeless:
            skip = now[case.name].skip
            what = f"it is skipped: {skip}" if skip else "compare the two versions of the file"
            yield Changed(Change.TEST_CHANGED, place, what)
