"""What the specification asks of servers, and what becomes of it: `docs/statements/*.yml`.

A row is one statement in our own words, with the sections it stands in and one of three
dispositions: checks that look at it, a reason why it cannot be seen from outside, or what a check
would have to do. `left-out.yml` counts the keywords that ask nothing of a server, so that
`keywords.py` can hold the whole against the text.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from mcptest_action.core.checks.conformance import REVISIONS
from mcptest_action.core.document import Field, Fields, Node, Problems, Record, Scalar, items_of
from mcptest_action.core.document.yaml_text import read_yaml

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "statements"
_LEFT_OUT = "left-out.yml"
# In the order of the page.
FAMILIES = (
    "basic", "lifecycle", "patterns", "stdio", "http", "authorization", "issuers", "tools",
    "resources", "prompts", "utilities", "asking", "tasks",
)  # fmt: skip


class Level(StrEnum):
    MUST = "must"
    SHOULD = "should"


class Disposition(StrEnum):
    CHECKED = "checked"
    UNSEEN = "unseen"
    OPEN = "open"


class Place(NamedTuple):
    """Where a keyword stands."""

    revision: str
    section: str
    """The page and, after a `#`, the heading on it."""


class Statement(NamedTuple):
    says: str
    level: Level
    places: tuple[Place, ...]
    """As many as there are keywords that say it; a section can have several."""
    same_keyword: bool
    """Whether it stands in a list under one keyword, which the first of the list counts."""
    lower_case: bool
    """Whether its `must` or `should` is not in capitals, but clearly meant."""
    checked: tuple[str, ...]
    """The ids of the checks."""
    why: str
    """The reason why checks of a lower level are enough."""
    unseen: str
    open: str

    @property
    def disposition(self) -> Disposition:
        if self.checked:
            return Disposition.CHECKED
        return Disposition.UNSEEN if self.unseen else Disposition.OPEN

    @property
    def revisions(self) -> tuple[str, ...]:
        found = {place.revision for place in self.places}
        return tuple(revision for revision in REVISIONS if revision in found)


class Family(NamedTuple):
    name: str
    title: str
    statements: tuple[Statement, ...]


# How many keywords of a level a page, or a section, of a revision has.
Tally = Counter[tuple[str, str, Level]]


class LeftOut(NamedTuple):
    on_others: Tally
    wording: Tally


def read_families(folder: Path = FOLDER) -> tuple[Family, ...]:
    return tuple(
        read_family(name, (folder / f"{name}.yml").read_text(encoding="utf-8")) for name in FAMILIES
    )


def read_family(name: str, text: str) -> Family:
    """The rows of one file; an `InputError` names every line that is wrong."""
    problems = Problems(f"docs/statements/{name}.yml")
    root = Record(problems, read_yaml(text, problems.file), "the file", ("title", "statements"))
    title = root.text("title")
    rows = items_of(problems, root.fields.get("statements"), "statements")
    family = Family(name, title, tuple(_statement(problems, row) for row in rows))
    problems.raise_any()
    return family


_KEYS = ("says", "level", "same_keyword", "lower_case", "in", *Disposition, "why")


def _statement(problems: Problems, node: Node) -> Statement:
    row = Record(problems, node, "the statement", _KEYS)
    found = [word for word in Disposition if word in row.fields]
    if len(found) != 1:
        problems.add(node, "a statement is checked, unseen or open", "keep one of the three")
    return Statement(
        row.text("says"),
        Level(row.word("level", Level, Level.MUST)),
        tuple(_places(problems, row)),
        row.boolean("same_keyword", default=False),
        row.boolean("lower_case", default=False),
        tuple(_words(problems, row.fields.get(Disposition.CHECKED))),
        row.optional_text("why"),
        row.optional_text(Disposition.UNSEEN),
        row.optional_text(Disposition.OPEN),
    )


def _places(problems: Problems, row: Record) -> Iterator[Place]:
    sections = row.fields.get("in")
    if sections is None or not isinstance(sections.value, Fields):
        problems.add(row.node, "the statement has no sections", "add in: {page#section: [...]}")
        return
    for section in sections.value.fields:
        for revision in _words(problems, section):
            if revision not in REVISIONS:
                problems.add(section, f"'{revision}' is no revision", ", ".join(REVISIONS))
            yield Place(revision, section.name.text)


def _words(problems: Problems, field: Field | None) -> Iterator[str]:
    label = field.name.text if field else ""
    for item in items_of(problems, field, label):
        if isinstance(item, Scalar) and item.text:
            yield item.text
        else:
            problems.add(item, f"{label} holds something that is no word")


def read_left_out(folder: Path = FOLDER) -> LeftOut:
    problems = Problems(f"docs/statements/{_LEFT_OUT}")
    tree = read_yaml((folder / _LEFT_OUT).read_text(encoding="utf-8"), problems.file)
    root = Record(problems, tree, "the file", LeftOut._fields)
    left_out = LeftOut(*(_tally(problems, root.fields[name]) for name in LeftOut._fields))
    problems.raise_any()
    return left_out


def _tally(problems: Problems, field: Field) -> Tally:
    tally: Tally = Counter()
    for revision in Record(problems, field.value, field.name.text, REVISIONS).fields.values():
        pages = revision.value.fields if isinstance(revision.value, Fields) else ()
        for page in pages:
            counts = Record(problems, page.value, page.name.text, Level)
            for level in Level:
                key = (revision.name.text, page.name.text, level)
                tally[key] = int(counts.number(level) or 0)
    return tally


def claims_of(families: tuple[Family, ...], *, lower_case: bool = False) -> Tally:
    """How many keywords of a section the rows stand for."""
    return Counter(
        (place.revision, place.section, statement.level)
        for family in families
        for statement in family.statements
        if statement.lower_case is lower_case and not statement.same_keyword
        for place in statement.places
    )


def counts_of(families: tuple[Family, ...]) -> Mapping[tuple[str, Level, Disposition], int]:
    """How many statements of a revision there are, by level and disposition."""
    return Counter(
        (revision, statement.level, statement.disposition)
        for family in families
        for statement in family.statements
        for revision in statement.revisions
    )
