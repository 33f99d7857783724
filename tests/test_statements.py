"""The table of statements is honest: about the checks it names, and about what is open."""

import sys

import pytest
from conftest import ROOT
from outside import SPECIFICATION, needs_specification

sys.path.insert(0, str(ROOT / "scripts"))

from keywords import KEYWORD, complaints, keywords_in
from statements import (
    FOLDER,
    Disposition,
    Level,
    Place,
    claims_of,
    counts_of,
    read_families,
    read_family,
    read_left_out,
)
from statements_page import statements_page, with_counts

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.text import InputError

FAMILIES = read_families()
ROWS = [(family.name, row) for family in FAMILIES for row in family.statements]
CHECKED = [row for _, row in ROWS if row.checked]
BY_ID = {check.id: check for check in CHECKS}
# Lowered with every check that closes one; never raised.
MOST_OPEN = {
    "2024-11-05": 5, "2025-03-26": 3, "2025-06-18": 3, "2025-11-25": 5, "2026-07-28": 5,
}  # fmt: skip


def test_every_file_is_read():
    assert {path.stem for path in FOLDER.glob("*.yml")} == {
        "left-out", *(family.name for family in FAMILIES),
    }  # fmt: skip


def test_the_checks_that_are_named_exist():
    named = {each for row in CHECKED for each in row.checked}
    assert named - set(BY_ID) == set()


@pytest.mark.parametrize("row", CHECKED, ids=lambda row: row.says)
def test_what_is_checked_is_checked_in_every_revision(row):
    covered = {revision for each in row.checked for revision in BY_ID[each].revisions}
    assert set(row.revisions) <= covered
    for each in row.checked:
        assert set(BY_ID[each].revisions) & set(row.revisions), f"{each} is about other revisions"


@pytest.mark.parametrize("row", CHECKED, ids=lambda row: row.says)
def test_a_must_is_checked_as_one_or_says_why_not(row):
    known = {
        revision
        for each in row.checked
        if row.level is Level.SHOULD or BY_ID[each].level == "MUST"
        for revision in BY_ID[each].revisions
    }
    assert bool(row.why) != (set(row.revisions) <= known)
    assert "INFO" not in {BY_ID[each].level for each in row.checked}


def test_a_check_that_rests_on_the_text_is_named_by_a_statement():
    """Else its basis is another: it follows from the text, or stands in the schema."""
    named = {each for row in CHECKED for each in row.checked}
    assert {check.id for check in CHECKS if _is_of_the_text(check)} - named == set()


def _is_of_the_text(check):
    """Not of an extension, whose text is elsewhere."""
    is_elsewhere = all(page.startswith("https://") for page in check.spec.values())
    return check.basis == "spec" and not is_elsewhere


def test_no_statement_stands_twice():
    seen = [
        (name, row.says, row.level, revision) for name, row in ROWS for revision in row.revisions
    ]
    assert sorted({each for each in seen if seen.count(each) > 1}) == []


def test_so_much_is_open_and_no_more():
    counts = counts_of(FAMILIES)
    assert {each: counts[each, Level.MUST, Disposition.OPEN] for each in MOST_OPEN} == MOST_OPEN


def test_the_page_has_the_numbers_of_the_data():
    page = statements_page(FAMILIES, read_left_out())
    for revision in MOST_OPEN:
        rows = [row for _, row in ROWS if revision in row.revisions]
        cells = [
            sum(row.level is level and bool(of(row)) for row in rows)
            for level in Level
            for of in (lambda row: row.checked, lambda row: row.unseen, lambda row: row.open)
        ]
        line = f"| {revision} | {' | '.join(map(str, cells))} |\n"
        assert line in page
        assert line in (ROOT / "docs" / "conformance-guide.md").read_text(encoding="utf-8")
    assert sum(f"| {row.says} |" in page for _, row in ROWS) == len(ROWS)


def test_the_guide_keeps_what_stands_around_its_numbers():
    guide = "above\n<!-- Written by `make docs`: -->\nold\n<!-- Until here. -->\nbelow\n"
    once = with_counts(guide, FAMILIES)
    assert (once.startswith("above\n"), once.endswith("\nbelow\n"), "old" in once) == (
        True, True, False,
    )  # fmt: skip
    assert with_counts(once, FAMILIES) == once


ROW = """
title: A title
statements:
  - says: Something holds.
    level: must
    in:
      basic#a: [2025-06-18, 2025-06-18]
    open: looks at it
"""


def test_a_row_is_read():
    (row,) = read_family("x", ROW).statements
    assert row.places == (Place("2025-06-18", "basic#a"),) * 2
    assert (row.disposition, row.revisions) == (Disposition.OPEN, ("2025-06-18",))
    assert claims_of((read_family("x", ROW),)) == {("2025-06-18", "basic#a", Level.MUST): 2}


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("open: looks at it", "why: nothing", "checked, unseen or open"),
        ("open: looks at it", "open: looks at it\n    checked: [A-1]", "checked, unseen or open"),
        ("level: must", "level: may", "level is 'may'"),
        ("2025-06-18, 2025-06-18", "2025-06-19", "no revision"),
        ("says: Something holds.", "say: Something holds.", "unknown key 'say'"),
        ("      basic#a: [2025-06-18, 2025-06-18]\n", "", "no sections"),
        ("[2025-06-18, 2025-06-18]", "[[2025-06-18]]", "no word"),
    ],
)
def test_a_row_that_is_wrong_is_refused(old, new, what):
    with pytest.raises(InputError, match=what):
        read_family("x", ROW.replace(old, new))


def test_keywords_are_counted_by_section():
    text = "MUST\n## Security & `_meta`\nit MUST NOT, it SHOULD, must\n### `_meta`\nRECOMMENDED\n"
    assert list(keywords_in(text, KEYWORD)) == [
        ("", Level.MUST),
        ("security-%26-_meta", Level.MUST),
        ("security-%26-_meta", Level.SHOULD),
        ("meta", Level.SHOULD),
    ]


def test_a_text_with_other_keywords_is_noticed(tmp_path):
    page = tmp_path / "2025-06-18" / "basic" / "index.mdx"
    page.parent.mkdir(parents=True)
    page.write_text("## Requests\nMUST MUST MUST\n", encoding="utf-8")
    found = list(complaints(tmp_path))
    assert "2025-06-18/basic has 3 must, and the table accounts for 16" in found
    assert "2025-06-18/basic#responses has 0 must, and rows name 5" in found


@needs_specification
def test_every_keyword_of_the_specification_is_accounted_for():
    assert list(complaints(SPECIFICATION)) == []
