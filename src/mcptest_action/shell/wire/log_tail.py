"""The end of what a server writes to its standard error, without our secrets in it."""

from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.limits import STDERR_TAIL


class LogTail:
    """Keeps a little more than it shows: a secret that was cut in two is not known by its rest."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._kept = bytearray()
        self._cut = False

    def add(self, chunk: bytes) -> None:
        self._kept += chunk
        spare = len(self._kept) - STDERR_TAIL - self._redactor.reach
        if spare > 0:
            del self._kept[:spare]
            self._cut = True

    def text(self) -> str:
        text = self._redactor.text(self._kept.decode(errors="replace"))
        if self._cut:
            text = text[self._redactor.reach :]
        return text[-STDERR_TAIL:]
