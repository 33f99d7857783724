"""Standard output carries the report, standard error everything else; both always as UTF-8."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import BinaryIO, Protocol

from mcptest_action.core.text import unusable


class _Stream(Protocol):
    @property
    def buffer(self) -> BinaryIO: ...
    def isatty(self) -> bool: ...


class Console:
    """The two streams. They ignore the locale: the same report is the same bytes everywhere."""

    def __init__(self, out: _Stream | None, err: _Stream | None, env: Mapping[str, str]) -> None:
        self._out, self._err = out, err
        self._on_github = env.get("GITHUB_ACTIONS") == "true"
        self._redact: Callable[[str], str] = str
        self._masked: set[str] = set()
        self.colour = out is not None and _wants_colour(out, env)

    def report(self, text: str) -> None:
        """Write to standard output. If the reader has gone away, say nothing."""
        if self._out is None:
            raise unusable("standard output", "it is closed", "use --output FILE")
        try:
            self._out.buffer.write(self._redact(text).encode())
            self._out.buffer.flush()
        except BrokenPipeError:
            # Python would complain again while shutting down.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as error:
            what = f"cannot be written: {error.strerror}"
            raise unusable("standard output", what) from None

    def mask(self, secrets: Iterable[str], redact: Callable[[str], str]) -> None:
        """Never print these secrets either; on GitHub, have the runner hide them as well.

        The runner reads both streams. Standard output may be a file, which would then hold them.
        """
        before = self._redact
        self._redact = lambda text: redact(before(text))
        if self._on_github:
            for line in (line for secret in secrets for line in secret.splitlines()):
                if line not in self._masked:
                    self._masked.add(line)
                    self._print(f"::add-mask::{line.replace('%', '%25')}\n")

    @property
    def is_terminal(self) -> bool:
        """Whether standard error is a terminal."""
        return self._err is not None and self._err.isatty()

    def note(self, text: str) -> None:
        """Write one line to standard error; if that fails, there is nowhere left to complain."""
        self.overwrite(f"{text}\n")

    def fenced(self, text: str) -> None:
        """Print lines that quote a server: on GitHub, fenced so that the runner doesn't obey."""
        if self._on_github:
            mark = os.urandom(16).hex()
            text = f"::stop-commands::{mark}\n{text}\n::{mark}::"
        self.note(text)

    def overwrite(self, text: str) -> None:
        """Write to standard error without ending the line."""
        self._print(self._redact(text))

    def _print(self, text: str) -> None:
        if self._err is None:
            return
        try:
            self._err.buffer.write(text.encode())
            self._err.buffer.flush()
        except OSError:
            self._err = None


def _wants_colour(out: _Stream, env: Mapping[str, str]) -> bool:
    if env.get("NO_COLOR"):
        return False
    return bool(env.get("FORCE_COLOR")) or (out.isatty() and env.get("TERM") != "dumb")


_SPARSE_S = 15.0
_CLEAR = "\r\x1b[2K"
_LONGEST = 100


class Progress:
    def __init__(self, console: Console, env: Mapping[str, str]) -> None:
        self._console = console
        self._live = console.is_terminal and env.get("TERM") != "dumb" and not env.get("CI")
        self._said = time.monotonic()

    @property
    def due(self) -> bool:
        """Whether it is time to tell something."""
        return self._live or time.monotonic() - self._said >= _SPARSE_S

    def tell(self, text: str) -> None:
        """`text` must be fit for a terminal."""
        if self._live:
            self._console.overwrite(f"{_CLEAR}{text[:_LONGEST]}")
        elif self.due:
            self._said = time.monotonic()
            self._console.note(text)

    def end(self) -> None:
        if self._live:
            self._console.overwrite(_CLEAR)
