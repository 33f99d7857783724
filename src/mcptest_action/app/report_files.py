"""The files that a gate leaves: all in one folder, and copies where users want them."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.whereabouts import Whereabouts
from mcptest_action.core.pipeline import COPIED, WRITTEN
from mcptest_action.core.pipeline.judging import FILES, MADE, RUN, Outcome
from mcptest_action.core.text import as_flags, flag, for_terminal, unusable
from mcptest_action.shell.files import leads_out, remove_file, same_file, write_text

TRANSCRIPT = "transcript.jsonl"
# The reports that a flag puts elsewhere as well; an output of the step has the same name.
COPIES = {row.output: row.file for row in COPIED}
_KEPT = {**FILES, "transcript": TRANSCRIPT}


class ReportFiles(NamedTuple):
    """Where a gate writes, and what it must not write over."""

    out: str
    copies: Mapping[str, str]
    """Paths, by the output of the step that names them."""
    inputs: tuple[str, ...]
    """What the verdict rests on."""
    here: Whereabouts

    @property
    def transcript(self) -> str:
        return os.path.join(self.out, TRANSCRIPT)

    def every_path(self) -> list[str]:
        """Every file that a gate may leave."""
        kept = (os.path.join(self.out, file) for file in _KEPT.values())
        return [*kept, *self.copies.values()]

    def check(self) -> None:
        """No file may replace another, or what the verdict rests on. Checked before the start."""
        if not self.out:
            raise unusable(flag("out"), "the folder's name is empty", "name a folder")
        self._check_place("out", self.out, self.transcript)
        taken = {os.path.realpath(os.path.join(self.out, file)): file for file in _KEPT.values()}
        for name, path in self.copies.items():
            self._check_place(name, path, path)
            if any(same_file(path, given) for given in self.inputs):
                what = f"would overwrite the input {path}"
                raise unusable(flag(name), what, "choose another file")
            place = os.path.realpath(path)
            device = os.path.exists(place) and not os.path.isfile(place)
            if not device and taken.setdefault(place, COPIES[name]) != COPIES[name]:
                what = f"would overwrite another report at {path}"
                raise unusable(flag(name), what, "choose another file")

    def _check_place(self, name: str, path: str, probe: str) -> None:
        if not _is_text(path):
            raise unusable(flag(name), "the name is not UTF-8", "choose another one")
        if leads_out(probe, self.here.folder, self.here.home):
            what = f"{path} leads out of the workspace by a symbolic link"
            raise unusable(flag(name), what, "name the folder that is meant")

    def clear(self) -> None:
        """Remove what an earlier gate left: a run that ends early must not show its verdict."""
        self._remove(self.every_path())

    def clear_reports(self) -> None:
        """The same when little is known yet: leaves every file that may be evidence."""
        kept = (*(row.file for row in MADE), TRANSCRIPT)
        evidence = {os.path.join(self.out, file) for file in kept}
        self._remove([path for path in self.every_path() if path not in evidence])

    def _remove(self, paths: list[str]) -> None:
        if not self.out:
            return
        named = {os.path.abspath(path) for path in self.inputs}
        for path in paths:
            if not _is_text(path) or leads_out(path, self.here.folder, self.here.home):
                continue  # `check` refuses this
            # We may remove a link of ours that leads to an input, but never the input itself.
            link = self.here.contains(path) and os.path.islink(path)
            if os.path.abspath(path) not in named and (
                link or not any(same_file(path, given) for given in self.inputs)
            ):
                remove_file(path, also_link=link)

    def write(self, outcome: Outcome, context: Context, *, transcript: bool = False) -> None:
        """Write everything into one folder, which may already hold a transcript."""
        for name, text in outcome.files.items():
            write_text(os.path.join(self.out, name), text, through_links=False)
        count = len(outcome.files) + transcript
        context.console.note(f"wrote {count} files to {for_terminal(self.out)}")
        for row in WRITTEN:
            if because := row.unless(outcome.report):
                context.console.note(f"note: no {row.file}: {because}; {as_flags(row.hint)}")

    def write_copies(self, outcome: Outcome, context: Context) -> None:
        for name, path in self.copies.items():
            if COPIES[name] in outcome.files:
                through_links = not self.here.contains(path)
                write_text(path, outcome.files[COPIES[name]], through_links=through_links)
                context.wrote(path)

    def written(self, outcome: Outcome) -> dict[str, str]:
        """Where each report that was just written is: later steps of a workflow are told."""
        live = RUN.file in outcome.files
        files = {*outcome.files, *([TRANSCRIPT] if live else [])}
        paths = {
            name: self.copies.get(name) or os.path.join(self.out, file)
            for name, file in _KEPT.items()
            if file in files
        }
        home = self.here.home
        return {name: _seen_from(home, path) for name, path in {"out": self.out, **paths}.items()}


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _seen_from(home: str, path: str) -> str:
    relative = os.path.relpath(path, home)
    outside = relative == os.pardir or relative.startswith(os.pardir + os.sep)
    return os.path.abspath(path) if outside else relative
