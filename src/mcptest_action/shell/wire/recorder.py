"""Write the transcript line by line, so that an interrupted run leaves a valid one."""

import contextlib
import os
from collections.abc import Mapping
from typing import Any

from mcptest_action.core.transcript.lines import (
    Exchange,
    closing_line,
    exchange_line,
    header_line,
)
from mcptest_action.shell.files import failed
from mcptest_action.shell.redaction import Redactor


class Recorder:
    """Keeps every exchange, and writes it down at once if there is a file."""

    def __init__(self, path: str | None, redactor: Redactor, header: Mapping[str, Any]) -> None:
        self.exchanges: list[Exchange] = []
        self._redactor = redactor
        self._path, self._size = path, 0
        self._file: int | None = None
        if path is not None:
            try:
                folder = os.path.dirname(path)
                if folder:
                    os.makedirs(folder, exist_ok=True)
                self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            except OSError as error:
                raise failed(path, "written", error) from None
        self._write(header_line(header))

    def record(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)
        self._write(exchange_line(exchange))

    def log(self, connection: int, stderr_tail: str) -> None:
        if stderr_tail:
            self._write(closing_line(connection, stderr_tail))

    def _write(self, line: str) -> None:
        if self._file is None:
            return
        data = self._redactor.text(line).encode()
        size = self._size + len(data)
        try:
            while data:  # a short write is possible; half a line is not allowed to stay half
                data = data[os.write(self._file, data) :]
        except OSError as error:
            with contextlib.suppress(OSError):  # a pipe, say
                os.ftruncate(self._file, self._size)
            self.close()
            raise failed(str(self._path), "written", error) from None
        self._size = size

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
