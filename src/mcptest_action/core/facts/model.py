"""Facts, their names, and where they come from."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from mcptest_action.core.document import kind_of_json as kind_of
from mcptest_action.core.text import InputError, unusable
from mcptest_action.core.text import flag as mark

OURS = "mcptest.dev/"
TOP = ""
FactValue = bool | int | float | str
Object = Mapping[str, Any]


class FactType(StrEnum):
    NUMBER = "number"
    BOOLEAN = "boolean"
    TEXT = "text"


class FactSpec(NamedTuple):
    """One row of the catalogue."""

    name: str
    meaning: str
    type: FactType = FactType.NUMBER
    values: tuple[str, ...] = ()
    """The only texts it can be, where there are only so many."""
    counts: bool = False
    """Whether it counts things that have names, which a waiver can list one by one."""
    on_request: bool = False
    """Whether a verdict lists it only for a rule that names it. So are facts that artifacts of
    earlier versions have, too: the verdict on those stays the same to the last byte.
    """


class Named(NamedTuple):
    """One of the things that a number counts."""

    name: str
    """A rule or check, and its subject if it has one: `NET-001:endpoint`."""
    fingerprint: str = ""
    """The same for the same thing in the next run; empty where the artifact gives none."""
    see: str = ""
    """The check that rules on its cause, if another one does."""
    thing: str = ""
    """What the name is of, where two things may have one name: a tool and a prompt, say."""

    @property
    def label(self) -> str:
        return f"{self.name} (see {self.see})" if self.see else self.name


class Fact(NamedTuple):
    name: str
    value: FactValue
    source: str
    counted: tuple[Named, ...] = ()
    """What it counts, where the artifact says so."""

    @property
    def behind(self) -> tuple[str, ...]:
        """What it counts, in words."""
        return tuple(each.label for each in self.counted)


class Absent(NamedTuple):
    """The artifact was read, but has no such fact, or not in a usable form."""

    because: str


class Document(NamedTuple):
    """An artifact as parsed JSON, with the name to cite.

    Nothing here guesses: a file whose shape is not recognised is unusable, because facts read from
    the wrong file would be zeros that pass.
    """

    file: str
    data: Any

    def require_object(self, schema: str, flag: str) -> Object:
        """The document as an object that does not claim to be some other artifact of ours."""
        data = self.data
        if not isinstance(data, Mapping):
            raise self.not_recognised(flag, f"the file holds {kind_of(data)}, not an object")
        claimed = data.get("schema_version")
        if isinstance(claimed, str) and claimed.startswith(OURS) and claimed != schema:
            taker = mark(flag.removeprefix("--"))
            what = f"schema_version is '{claimed}', but {taker} takes '{schema}'"
            same_kind = claimed.rpartition("/")[0] == schema.rpartition("/")[0]
            unknown, other = "a version this program does not know", "is it for another flag?"
            raise unusable(self.file, what, unknown if same_kind else other)
        return data

    def holder_of(
        self, data: Object, places: Sequence[str], names: Iterable[str]
    ) -> tuple[str, Object] | None:
        """The first place that holds any of the names, and its prefix for messages.

        A second place that says something else is a contradiction, not a choice.
        """
        names = tuple(names)
        found: tuple[str, Object] | None = None
        for place in places:
            holder = data if place == TOP else data.get(place)
            if not isinstance(holder, Mapping) or not any(name in holder for name in names):
                continue
            prefix = f"{place}." if place else ""
            if found is None:
                found = (prefix, holder)
                continue
            for name in names:
                if name in holder and name in found[1] and not same(holder[name], found[1][name]):
                    what = f"{found[0]}{name} and {prefix}{name} disagree"
                    raise unusable(self.file, what, "keep one of them")
        return found

    def contradiction(self, what: str) -> InputError:
        return unusable(self.file, what, "the file contradicts itself; make it again")

    def not_recognised(self, flag: str, looked_for: str) -> InputError:
        return unusable(
            self.file, f"not recognised as input for {mark(flag.removeprefix('--'))}: {looked_for}"
        )

    def tally(
        self, label: str, entries: Any, key: str, words: Mapping[str, str]
    ) -> dict[str, int] | None:
        """How often each word occurs under `key` in the list; None when there is no list.

        An unknown word is an error: an entry that nobody counted is an entry that nobody checked.
        """
        if entries is None:
            return None
        if not isinstance(entries, list):
            raise unusable(self.file, f"{label} is not a list")
        counts = dict.fromkeys(words.values(), 0)
        for position, entry in enumerate(entries):
            word = entry.get(key) if isinstance(entry, Mapping) else None
            known = words.get(word.casefold()) if isinstance(word, str) else None
            if known is None:
                found = f"'{word}'" if isinstance(word, str) else "missing or not text"
                what = f"{label}[{position}].{key} is {found}"
                raise unusable(self.file, what, f"known: {', '.join(sorted(set(words)))}")
            counts[known] += 1
        return counts

    def must_agree(self, label: str, stated: FactValue | Absent, listed: int, where: str) -> None:
        """A stated count must equal the number of listed entries, or the file is unusable."""
        if not isinstance(stated, Absent) and stated != listed:
            raise self.contradiction(f"{label} is {stated}, but {where} holds {listed}")


def same(one: Any, other: Any) -> bool:
    """Equal, and equal in kind: true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


Reading = Mapping[str, FactValue | Absent]
# By the name of a fact, what its number counts.
Names = Mapping[str, tuple[Named, ...]]
