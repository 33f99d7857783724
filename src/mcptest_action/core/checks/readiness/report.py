"""Hold a server against what directories ask for."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, assert_never

from mcptest_action.core.checks.results import fingerprint_of
from mcptest_action.core.text import names_in_words, visible
from .model import (
    Criterion,
    Directory,
    Flaw,
    Looked,
    Material,
    NotApplicable,
    NotChecked,
    Status,
    Subject,
)

LONGEST_NAME, LONGEST_SENTENCE = 160, 400
_TOLD = 3


class Finding(NamedTuple):
    """A flaw as reports show it."""

    subject: Subject
    pointer: str
    because: str
    fingerprint: str
    """The same in the next run, wherever in the list the tool stands."""


class Ruled(NamedTuple):
    criterion: Criterion
    status: Status
    because: str
    findings: tuple[Finding, ...] = ()
    unseen: tuple[str, ...] = ()
    """What should have been looked at as well, and was not."""
    left_to_build: tuple[str, ...] = ()


class DirectoryReport(NamedTuple):
    directory: Directory
    rows: tuple[Ruled, ...]

    def of(self, status: Status) -> tuple[Ruled, ...]:
        return tuple(row for row in self.rows if row.status is status)

    @property
    def was_checked(self) -> bool:
        """Whether anybody looked at anything."""
        return any(row.status in (Status.MET, Status.UNMET) for row in self.rows)


class ReadinessReport(NamedTuple):
    name: str | None
    version: str | None
    """What the server calls itself."""
    directories: tuple[DirectoryReport, ...]


def examine(material: Material, directories: Iterable[Directory]) -> ReadinessReport:
    """What the server meets of it, all text made harmless and short."""
    told = material.surface.server
    reports = tuple(
        DirectoryReport(directory, tuple(_ruled(each, material) for each in directory.criteria))
        for directory in directories
    )
    return ReadinessReport(_text(told.get("name")), _text(told.get("version")), reports)


def _text(value: Any) -> str | None:
    return visible(value, LONGEST_NAME) if isinstance(value, str) else None


def _ruled(criterion: Criterion, material: Material) -> Ruled:
    if criterion.check is None:
        return Ruled(criterion, Status.NOT_CHECKED, criterion.left)
    found = criterion.check.look(material)
    match found:
        case NotChecked(because):
            return Ruled(criterion, Status.NOT_CHECKED, visible(because))
        case NotApplicable(because):
            return Ruled(criterion, Status.NOT_APPLICABLE, visible(because))
        case Looked(at, (), (), ()):
            return Ruled(criterion, Status.MET, f"looked at {at}")
        case Looked():
            return _partly(criterion, found)
        case _:
            assert_never(found)


def _partly(criterion: Criterion, found: Looked) -> Ruled:
    """What has flaws, or was not looked at as a whole."""
    unseen, left = _clauses(found.unseen), _clauses(found.left_to_build)
    without = _told((*unseen, *left))
    if not found.flaws:
        return Ruled(criterion, Status.NOT_CHECKED, without, unseen=unseen, left_to_build=left)
    because = visible(_because(found.at, found.flaws))
    because += f"; not looked at: {without}" if without else ""
    return Ruled(criterion, Status.UNMET, because, _findings(criterion, found.flaws), unseen, left)


def _clauses(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(visible(text, LONGEST_SENTENCE) for text in texts))


def _told(sentences: Iterable[str]) -> str:
    """The first of them, each once."""
    each = tuple(dict.fromkeys(sentences))
    more = f"; and {len(each) - _TOLD} more" if len(each) > _TOLD else ""
    return "; ".join(each[:_TOLD]) + more


def _because(at: str, flaws: Sequence[Flaw]) -> str:
    """Tools by name, because most have the same flaw; anything else by its sentence."""
    told = _told(flaw.because for flaw in flaws)
    if flaws[0].subject.type != "tool":
        return told
    names = [visible(flaw.subject.name, LONGEST_NAME) for flaw in flaws]
    return f"{len(flaws)} of {at}: {names_in_words(names)} ({told})"


def _findings(criterion: Criterion, flaws: Sequence[Flaw]) -> tuple[Finding, ...]:
    seen: Counter[tuple[Subject, str]] = Counter()
    found = []
    for flaw in flaws:
        key = (flaw.subject, flaw.part)
        seen[key] += 1
        # Of two tools with one name, a waiver for one is none for the other.
        mark = fingerprint_of(criterion.id, *flaw.subject, flaw.part, str(seen[key]))
        subject = Subject(flaw.subject.type, visible(flaw.subject.name, LONGEST_NAME))
        pointer, because = visible(flaw.pointer), visible(flaw.because, LONGEST_SENTENCE)
        found.append(Finding(subject, pointer, because, mark))
    return tuple(found)
