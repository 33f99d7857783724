"""The files that a gate leaves: all in one folder, and copies where users want them."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.whereabouts import Whereabouts
from mcptest_action.core.pipeline import COPIED, WRITTEN, is_report
from mcptest_action.core.pipeline.judging import FILES, RUN, Outcome
from mcptest_action.core.text import as_flags, flag, for_terminal, unusable
from mcptest_action.shell.files import (
    ARTIFACT_LIMIT,
    beginning_of,
    exists,
    leads_out,
    real_path,
    same_file,
    write_text,
    write_texts,
)

TRANSCRIPT = "transcript.jsonl"
UNFINISHED = "mcptest-unfinished.txt"
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

    @property
    def mark(self) -> str:
        return os.path.join(self.out, UNFINISHED)

    def every_path(self) -> list[str]:
        """Every file that a gate may leave."""
        kept = (os.path.join(self.out, file) for file in (*_KEPT.values(), UNFINISHED))
        return [*kept, *self.copies.values()]

    def check(self) -> None:
        """No file may replace another, or what the verdict rests on. Checked before the start."""
        if not self.out:
            raise unusable(flag("out"), "the folder's name is empty", "name a folder")
        self._check_place("out", self.out, self.transcript)
        kept = (*_KEPT.values(), UNFINISHED)
        taken = {_place_of(os.path.join(self.out, file)): file for file in kept}
        for name, path in self.copies.items():
            self._check_place(name, path, path)
            # A link in the workspace is replaced, any other is followed.
            place = _place_of(path) if self.here.contains(path) else real_path(path)
            if any(real_path(given) == place for given in self.inputs):
                what = f"would overwrite the input {path}"
                raise unusable(flag(name), what, "choose another file")
            device = os.path.exists(path) and not os.path.isfile(path)
            if not device and taken.setdefault(place, COPIES[name]) != COPIES[name]:
                what = f"would overwrite another report at {path}"
                raise unusable(flag(name), what, "choose another file")

    def _check_place(self, name: str, path: str, probe: str) -> None:
        if not _is_text(path):
            raise unusable(flag(name), "the name is not UTF-8", "choose another one")
        if leads_out(probe, self.here.folder, self.here.home):
            what = f"{path} leads out of the workspace by a symbolic link"
            raise unusable(flag(name), what, "name the folder that is meant")

    def replaced(self) -> list[str]:
        """Every file that a run replaces, once, however many names it has.

        A file of another kind, at the path of a copy, stays until there is a new one.
        """
        kept = [os.path.join(self.out, file) for file in _KEPT.values()]
        copies = [path for name, path in self.copies.items() if self._makes_way(name, path)]
        placed = {_place_of(path): path for path in (*kept, *copies)}
        return [path for path in placed.values() if self._may_be_moved(path)]

    def _makes_way(self, name: str, path: str) -> bool:
        return not exists(path) or is_report(name, beginning_of(path, ARTIFACT_LIMIT))

    def _may_be_moved(self, path: str) -> bool:
        """Never an input, a device, or a link that leads somewhere by the user's own will."""
        if os.path.abspath(path) in map(os.path.abspath, self.inputs):
            return False
        if os.path.islink(path):
            return self.here.contains(path)
        if os.path.exists(path) and not os.path.isfile(path):
            return False
        return not any(same_file(path, given) for given in self.inputs)

    def write(self, outcome: Outcome, context: Context, *, transcript: bool = False) -> None:
        """Write everything into one folder, which may already hold a transcript."""
        texts = {os.path.join(self.out, name): text for name, text in outcome.files.items()}
        write_texts(texts, through_links=False)
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


def _place_of(path: str) -> str:
    """One spelling for each place; a link is a place of its own."""
    return os.path.join(real_path(os.path.dirname(path)), os.path.basename(path))


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
