"""One test of a suite, as the file has it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

PathStep = str | int


class ExpectationTarget(NamedTuple):
    text: str
    """As it is written."""
    steps: tuple[PathStep, ...]

    @property
    def root(self) -> PathStep:
        return self.steps[0]


class CaseKind(StrEnum):
    """What a test asks of the server; also its key in the file."""

    TOOL = "tools"
    RESOURCE = "resources"
    PROMPT = "prompts"


class Expectation(NamedTuple):
    """What an answer should hold at one place."""

    target: ExpectationTarget
    matcher: str
    operand: Any
    """What the file says behind the matcher, checked."""
    negated: bool = False
    line: int = 0


class NegativePath(NamedTuple):
    """Bad requests to the tool; without expectations, every one must be sent and pass."""

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
    added: bool = False
    """Whether only the head of a pull request has it, and the base's word counts."""
    line: int = 0
    column: int = 0

    @property
    def tool(self) -> str | None:
        return self.subject if self.kind is CaseKind.TOOL else None

    @property
    def placeless(self) -> "Case":
        """What it asks, wherever it stands in its file."""
        negative = self.negative_path
        if negative is not None:
            negative = negative._replace(expect=_placeless(negative.expect))
        expect = _placeless(self.expect)
        return self._replace(expect=expect, negative_path=negative, line=0, column=0)


def _placeless(expectations: tuple[Expectation, ...]) -> tuple[Expectation, ...]:
    return tuple(one._replace(line=0) for one in expectations)
