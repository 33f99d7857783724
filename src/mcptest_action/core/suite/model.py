"""A suite and its tests, as they stand in the file."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from mcptest_action.core.suite.target import ExpectationTarget
from mcptest_action.core.target.model import Server


class CaseKind(StrEnum):
    """What a test asks of the server; also the key under which it stands."""

    TOOL = "tools"
    RESOURCE = "resources"
    PROMPT = "prompts"


class SuiteSkip(StrEnum):
    """Why a test was not run, beside the reasons of the execution policy."""

    MARKED = "marked"
    """The file says so, and why."""
    FAIL_FAST = "fail_fast"
    """An earlier test did not pass."""
    OTHER_SERVER = "other_server"
    """It is for another server than the one of this run."""


class Expectation(NamedTuple):
    """What is to be found at a place of the answer."""

    target: ExpectationTarget
    matcher: str
    operand: Any
    """What the file says behind the matcher, checked."""
    negated: bool = False
    line: int = 0


class NegativePath(NamedTuple):
    """Bad requests to the tool; without expectations, every one that ran must pass."""

    checks: tuple[str, ...]
    expect: tuple[Expectation, ...] = ()


class Case(NamedTuple):
    """One test."""

    name: str
    kind: CaseKind
    server: str
    """Empty where neither the test nor the file names one."""
    subject: str
    """The name of the tool or the prompt, or the URI of the resource."""
    args: Mapping[str, Any] = {}
    expect: tuple[Expectation, ...] = ()
    negative_path: NegativePath | None = None
    tags: tuple[str, ...] = ()
    serial: bool = False
    retry: int = 0
    """Further attempts after a failure of the transport, where the tool allows that."""
    timeout_s: float | None = None
    skip: str = ""
    """Why it is not run; empty where it is."""
    elsewhere: bool = False
    """Whether it is for another server than the one of the run."""
    line: int = 0
    column: int = 0

    @property
    def tool(self) -> str | None:
        return self.subject if self.kind is CaseKind.TOOL else None


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
    """What to send in place of the placeholders of all of them."""
    return {name: secret for suite in suites for name, secret in suite.secrets.items()}
