"""What a command gets from the world."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from mcptest_action.core.text import InputError, MachineError, flag, for_terminal, unusable
from mcptest_action.core.text.timestamp import EXAMPLE, parse_timestamp
from mcptest_action.shell.console import Console
from mcptest_action.shell.files import drop_aside, is_link, put_back, set_aside, write_text


class Context(NamedTuple):
    now: datetime
    console: Console
    version: str
    """Ours."""

    def at(self, override: str | None) -> datetime:
        """The clock, or the moment that `--now` puts in its place."""
        if override is None:
            return self.now
        moment = parse_timestamp(override)
        if moment is None:
            what = f"'{override}' is not an RFC 3339 timestamp"
            raise unusable(flag("now"), what, f"as in {EXAMPLE}")
        return moment

    def deliver(self, text: str, output: str | None) -> None:
        """To the file, if there is one, else to standard output."""
        if output is None:
            self.console.report(text)
        else:
            write_text(output, text)
            self.wrote(output)

    @contextmanager
    def replacing(self, output: str | None) -> Iterator[None]:
        """While a server is asked: whatever ends us, nobody takes an earlier file for ours.

        A request that turns out to be wrong leaves the file as it was.
        """
        if output is None or is_link(output):
            yield
            return
        was_there = set_aside(output)
        try:
            yield
        except MachineError:
            raise
        except InputError:
            if was_there:
                put_back(output)
            raise
        finally:
            drop_aside(output)

    def wrote(self, path: str) -> None:
        self.console.note(f"wrote {for_terminal(path)}")

    def warn(self, sentence: str) -> None:
        self.console.note(f"warning: {for_terminal(sentence)}")

    def remark(self, sentence: str) -> None:
        self.console.note(f"note: {for_terminal(sentence)}")
