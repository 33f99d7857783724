"""A suite and its tests, as the file has them."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.checks.results import Case
from mcptest_action.core.protocol.target import Server


class SuiteSkip(StrEnum):
    """Why a test did not run, besides the reasons of the execution policy."""

    MARKED = "marked"
    """The file says so, and why."""
    FAIL_FAST = "fail_fast"
    """An earlier test did not pass."""
    OTHER_SERVER = "other_server"
    """It is for another server than the one of this run."""
    NOT_MERGED = "not_merged"
    """A pull request adds it, and it would use up the only call of its tool."""


class Suite(NamedTuple):
    file: str
    servers: tuple[Server, ...]
    cases: tuple[Case, ...]
    """In the order of the file."""
    secrets: Mapping[str, str] = {}
    """What to send in place of each placeholder: the core knows the names of secrets only."""
    environment: Mapping[str, str] = {}
    """What was read from it, secrets masked: with that, the file says the same again."""


def case_id(suite: Suite, case: Case) -> str:
    """The name under which a test is recorded and reported."""
    return f"{suite.file}::{case.name}"


def secrets_of(suites: Iterable[Suite]) -> dict[str, str]:
    """The values to send in place of the placeholders of all suites."""
    return {name: secret for suite in suites for name, secret in suite.secrets.items()}


class SuiteFile(NamedTuple):
    suite: Suite
    text: str
    partly: bool = False
    """Whether the suite has only some of the tests of the text."""
    added: bool = False
    """Whether only the head of a pull request has its tests, and the base's word counts."""


def as_added(suite: Suite) -> Suite:
    """The same, of tests that only the head has."""
    return suite._replace(cases=tuple(case._replace(added=True) for case in suite.cases))


def only_added(base: Suite, head: Suite) -> Suite:
    """The head's suite with those tests that the base's does not have."""
    known = {case.name for case in base.cases}
    return head._replace(cases=tuple(case for case in head.cases if case.name not in known))
