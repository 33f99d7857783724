"""What a command gets from the world."""

from datetime import datetime
from typing import NamedTuple

from mcptest_action.core.text import flag, for_terminal, unusable
from mcptest_action.core.text.timestamp import EXAMPLE, parse_timestamp
from mcptest_action.shell.console import Console
from mcptest_action.shell.files import write_text


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

    def wrote(self, path: str) -> None:
        self.console.note(f"wrote {for_terminal(path)}")

    def warn(self, sentence: str) -> None:
        self.console.note(f"warning: {for_terminal(sentence)}")

    def remark(self, sentence: str) -> None:
        self.console.note(f"note: {for_terminal(sentence)}")
