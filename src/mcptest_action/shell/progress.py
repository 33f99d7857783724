"""That something is going on: a line that changes on a terminal, now and then a line in CI."""

import time
from collections.abc import Mapping

from mcptest_action.shell.console import Console

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
        """Whether anything would be told now."""
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
