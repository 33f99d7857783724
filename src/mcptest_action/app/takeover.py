"""The last run's files make way for those of the new one, behind a mark.

The mark comes first and goes last. Whatever ends us, nobody takes an earlier verdict for ours, or
half of ours for the whole.
"""

import os
from contextlib import suppress

from mcptest_action.app.context import Context
from mcptest_action.app.report_files import UNFINISHED, ReportFiles
from mcptest_action.core.text import InputError, MachineError, as_flags, flag
from mcptest_action.shell.files import (
    beginning_of,
    drop_aside,
    exists,
    is_link,
    put_back,
    remove_file,
    set_aside,
    write_text,
)

_SAID = "A gate began here and has not come to its end: nothing beside this file is a verdict."


class Takeover:
    """One gate's hold on a folder. Another gate that begins there takes it over in turn."""

    def __init__(self, files: ReportFiles, context: Context) -> None:
        self._files, self._context = files, context
        self._said = f"{_SAID}\nIt is the gate {os.urandom(8).hex()}.\n"
        self._earlier = ""
        """What the mark of a gate before us says."""
        self._replaced: list[str] = []
        self._moved: list[str] = []
        """Those of them that were there."""

    def begin(self) -> None:
        """Mark the folder, and put all files of the last run aside; all of them or none."""
        self._earlier = self._mark()
        self._replaced = self._files.replaced()
        try:
            write_text(self._files.mark, self._said, through_links=False)
        except InputError as error:
            raise self._untouched(error) from None
        try:
            for path in self._replaced:
                if set_aside(path):
                    self._moved.append(path)
        except InputError:
            with suppress(InputError):  # then the mark stays
                self._put_back()
            raise

    def take_back(self) -> None:
        """The request was wrong, as only the server could tell: as if nothing had been."""
        if not self._is_ours():
            self._warn("its files were left as they are")
            return
        transcript = self._files.transcript
        if transcript in self._replaced and transcript not in self._moved:
            remove_file(transcript)
        self._put_back()

    def forget_last(self) -> None:
        """There is no way back to the last run."""
        if self._is_ours():
            for path in self._replaced:
                drop_aside(path)

    def finish(self) -> None:
        """Everything is written."""
        if self._is_ours():
            self.forget_last()
            remove_file(self._files.mark)
            return
        if not exists(self._files.mark):
            write_text(self._files.mark, self._said, through_links=False)
        self._warn(f"its files may be of two runs, so {UNFINISHED} stays")

    def _put_back(self) -> None:
        while self._moved:
            put_back(self._moved.pop())
        if self._earlier:
            write_text(self._files.mark, self._earlier, through_links=False)
        else:
            remove_file(self._files.mark)

    def _mark(self) -> str:
        """What the mark says; of one that isn't a gate's, what it would say."""
        mark = self._files.mark
        if not exists(mark):
            return ""
        return ("" if is_link(mark) else beginning_of(mark)) or f"{_SAID}\n"

    def _is_ours(self) -> bool:
        return self._mark() == self._said

    def _warn(self, what: str) -> None:
        out = self._files.out
        hint = f"give each a folder of its own: {flag('out', 'DIR')}"
        said = f"another gate has worked in {out} at the same time: {what} ({hint})"
        self._context.warn(as_flags(said))

    def _untouched(self, error: InputError) -> InputError:
        """The error, which also says that what is there is not this run's."""
        if not any(map(exists, self._replaced)):
            return error
        (problem,) = error.problems
        said = f"nothing was changed: what is in {self._files.out} is of an earlier run"
        hint = f"{problem.hint}; {said}" if problem.hint else said
        return MachineError([problem._replace(hint=hint)])
