"""The one door to the files that decide what is judged and by what: it knows where they come from.

Policy, configuration, suites and baseline go through here. With `--policy-ref base` they are those
of the base branch, whatever a pull request has put into the checkout.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from mcptest_action.core.text import flag
from mcptest_action.shell.files import POLICY_LIMIT, exists, read_bytes

BASE = flag("policy-ref", "base")
Choose = Callable[[str, Iterable[str]], Iterable[str]]
"""Which of the files at or below a path are meant."""


class DecidingFiles(Protocol):
    @property
    def where(self) -> str:
        """Where they are, in words."""

    def needed(self, path: str) -> bytes:
        """A file that the user names; without it there is no verdict."""

    def optional(self, path: str) -> bytes | None:
        """A file that is used if it is there."""

    def name(self, path: str) -> str:
        """What to call the file in errors about its lines."""

    def kept(self, path: str, choose: Choose) -> Mapping[str, bytes] | None:
        """The files at or below a path to which the checkout can only add.

        None where the checkout is all there is.
        """


class InCheckout:
    """The files as they are on disk."""

    where = "here"

    def needed(self, path: str) -> bytes:
        return read_bytes(path, POLICY_LIMIT)

    def optional(self, path: str) -> bytes | None:
        return read_bytes(path, POLICY_LIMIT) if exists(path) else None

    def name(self, path: str) -> str:
        return path

    def kept(self, path: str, choose: Choose) -> None:  # noqa: ARG002
        return None


IN_CHECKOUT = InCheckout()
