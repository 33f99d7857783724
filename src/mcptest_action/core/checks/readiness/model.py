"""Directories, what they ask for, and what comes of it at one server."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.protocol.surface import Surface


class Status(StrEnum):
    MET = "met"
    UNMET = "unmet"
    NOT_APPLICABLE = "not_applicable"
    """We looked, and there is nothing that it is about."""
    NOT_CHECKED = "not_checked"
    """Nobody has looked here. Never counts as met."""


class Weight(StrEnum):
    REQUIRED = "required"
    ADVISED = "advised"
    """The directory asks for it, and does not refuse a server for it."""


class Confidence(StrEnum):
    HIGH = "high"
    """The source says so, and what we look at shows it."""
    MEDIUM = "medium"
    """The source can be read otherwise, or what we look at only suggests it."""


class TextFile(NamedTuple):
    """A file of the repository: its name, seen from the folder of `server.json`."""

    file: str
    text: str


class RegistryFiles(NamedTuple):
    """What is published to a registry, as far as it lies in the repository."""

    server_json: TextFile
    beside: tuple[TextFile, ...] = ()
    """The files of the packages that it lists, where there are any."""
    tag: str | None = None
    """The tag that is being built; None where the build is of no tag, or nobody knows."""


class ReadyConfig(NamedTuple):
    """What a gate asks on behalf of its policy, and what lies in the repository for it."""

    directories: tuple[str, ...]
    registry: RegistryFiles | None = None


class Material(NamedTuple):
    """Everything that a criterion may look at."""

    surface: Surface
    registry: RegistryFiles | None = None


class Subject(NamedTuple):
    type: str
    """tool, server, server.json, package or tag"""
    name: str


class Flaw(NamedTuple):
    """One thing that keeps a criterion from being met."""

    subject: Subject
    pointer: str
    """Where in the surface or in `server.json`, as a JSON pointer."""
    because: str
    part: str = ""
    """Tells two flaws of one subject apart, wherever in a list they stand."""


class Looked(NamedTuple):
    """Somebody looked; without a flaw, the criterion is met."""

    at: str
    """At what: `12 tools`."""
    flaws: tuple[Flaw, ...] = ()
    unseen: tuple[str, ...] = ()
    """What nobody could look at, each as a clause: no number then tells how many flaws there are,
    and without a flaw nothing was checked.
    """
    left_to_build: tuple[str, ...] = ()
    """The same for what only the build tells; a total leaves it out."""


class Unseen(NamedTuple):
    """Why nobody could look at one of several things."""

    because: str


class NotApplicable(NamedTuple):
    because: str


class NotChecked(NamedTuple):
    because: str


Found = Looked | NotApplicable | NotChecked
Look = Callable[[Material], Found]


class Check(NamedTuple):
    """How we find out, and which fact tells it."""

    fact: str
    counts: str
    """What the number counts, as a clause."""
    look: Look


class Criterion(NamedTuple):
    """One thing that a directory asks for. Its id is never given to another one."""

    id: str
    asks: str
    """A sentence, in our words."""
    source: str
    """The public page that says so."""
    read: str
    """The day on which we read it."""
    check: Check | None
    """None for what nothing in our reach can tell."""
    left: str = ""
    """Why it isn't checked here, and what a person looks at instead."""
    weight: Weight = Weight.REQUIRED
    confidence: Confidence = Confidence.HIGH
    may_wait: bool = False
    """Whether there may be nothing to look at yet, so that a total goes without it."""

    @property
    def is_sure(self) -> bool:
        """Whether the directory surely refuses a server that does not meet it."""
        return self.weight is Weight.REQUIRED and self.confidence is Confidence.HIGH


class Total(NamedTuple):
    """A fact over several criteria."""

    fact: str
    counts: str
    of: tuple[str, ...]
    needs: tuple[str, ...] = ()
    """Those of them that must have been looked at; without, the number would look complete."""
    of_criteria: bool = False
    """Whether it counts the criteria that are not met, however many flaws each has."""


class Directory(NamedTuple):
    name: str
    """As its pack is called."""
    prefix: str
    """Of its facts."""
    title: str
    criteria: tuple[Criterion, ...]
    totals: tuple[Total, ...] = ()

    @property
    def unmet(self) -> Total:
        checked = [each for each in self.criteria if each.check]
        ids = tuple(each.id for each in checked)
        needs = tuple(each.id for each in checked if not each.may_wait)
        counts = f"criteria of {self.name} that were checked and are not met"
        return Total(f"readiness.{self.prefix}_unmet", counts, ids, needs, of_criteria=True)
