"""The vocabulary of scripts that talk to an API: questions and answers.

As with probes, a script is a generator without I/O: the shell drives it, a test feeds it by hand.
"""

import json
from collections.abc import Generator, Mapping
from typing import Any, NamedTuple, TypeVar

JSON = "application/vnd.github+json"
RAW = "application/vnd.github.raw+json"
GRAPHQL = "graphql"
_OK, _MULTIPLE_CHOICES = 200, 300

Result = TypeVar("Result")


class Call(NamedTuple):
    method: str
    path: str
    """Below the address of the API, or `GRAPHQL`."""
    body: Mapping[str, Any] | None = None
    accept: str = JSON
    repeatable: bool = True
    """Whether asking twice is the same as asking once; if not, nobody repeats it unasked."""
    after_s: float = 0.0
    """How long to wait before asking."""


class Answer(NamedTuple):
    status: int
    """0 when there was none."""
    headers: Mapping[str, str]
    """By their names in small letters."""
    text: str
    at: float = 0.0
    """When it came, in seconds since 1970."""

    @property
    def good(self) -> bool:
        return _OK <= self.status < _MULTIPLE_CHOICES

    @property
    def document(self) -> Any:
        """The value of the text; None if it isn't JSON."""
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError):
            return None


Script = Generator[Call, Answer, Result]


class Refused(NamedTuple):
    """The API refused."""

    answer: Answer

    @property
    def because(self) -> str:
        """What it said, in a clause."""
        if not self.answer.status:
            return f"no answer from the API: {self.answer.text}"
        match self.answer.document:
            case {"errors": [{"message": str(said)}, *_], "message": str(kind)}:
                words = f": {kind}: {said}"
            case {"message": str(said)} | {"errors": [{"message": str(said)}, *_]}:
                words = f": {said}"
            case _:
                words = ""
        return f"the API answered {self.answer.status}{words}"
