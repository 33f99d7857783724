"""Whether the table of statements accounts for every keyword of the specification.

Takes the folder that has one folder of pages per revision (`docs/specification` in the
specification's own repository) as its argument, or from MCPTEST_SPECIFICATION. On every page, the
keywords that rows stand for and those that are left out must add up to those in the text, and
every section that a row names must be there, with as many keywords as rows claim for it. What is
in lower case need not add up: it binds nobody unless it is clearly meant to.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from statements import Level, Tally, claims_of, read_families, read_left_out

from mcptest_action.core.checks.conformance import REVISIONS

VARIABLE = "MCPTEST_SPECIFICATION"
KEYWORD = re.compile(r"\b(?:(MUST|REQUIRED|SHALL)|SHOULD|RECOMMENDED)\b")
_LOWER_CASE = re.compile(r"\b(?:(must|shall)|should)\b")
_HEADING = re.compile(r"#{1,6}\s+(.*)")


def pages_of(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Revision, page and text of each."""
    for revision in REVISIONS:
        for path in sorted((folder / revision).rglob("*.mdx")):
            page = path.relative_to(folder / revision).with_suffix("").as_posix()
            yield revision, page.removesuffix("/index"), path.read_text(encoding="utf-8")


def keywords_in(text: str, keyword: re.Pattern[str]) -> Iterator[tuple[str, Level]]:
    """The anchor of the section, and the level, of each."""
    anchor = ""
    for line in text.splitlines():
        if heading := _HEADING.match(line):
            anchor = anchor_of(heading[1])
        for found in keyword.finditer(line):
            yield anchor, Level.MUST if found[1] else Level.SHOULD


def anchor_of(heading: str) -> str:
    """As the specification's site makes it."""
    words = re.sub(r"[^\w\s&-]", "", heading.lower()).replace("&", "%26").split()
    return "-".join(words).strip("_-")


def complaints(folder: Path) -> Iterator[str]:
    families, left_out = read_families(), read_left_out()
    there, claimed = _there(folder, KEYWORD), claims_of(families)
    yield from _unfounded(claimed, there)
    yield from _unfounded(claims_of(families, lower_case=True), _there(folder, _LOWER_CASE))
    pages, accounted = _by_page(there), _by_page(claimed) + left_out.on_others + left_out.wording
    for key in sorted({*pages, *accounted}):
        if pages[key] != accounted[key]:
            what = f"has {pages[key]} {key[2]}, and the table accounts for {accounted[key]}"
            yield f"{key[0]}/{key[1]} {what}"


def _there(folder: Path, keyword: re.Pattern[str]) -> Tally:
    return Counter(
        (revision, f"{page}#{anchor}" if anchor else page, level)
        for revision, page, text in pages_of(folder)
        for anchor, level in keywords_in(text, keyword)
    )


def _unfounded(claimed: Tally, there: Tally) -> Iterator[str]:
    for key, count in sorted(claimed.items()):
        if count > there[key]:
            yield f"{key[0]}/{key[1]} has {there[key]} {key[2]}, and rows name {count}"


def _by_page(sections: Tally) -> Tally:
    pages: Tally = Counter()
    for (revision, section, level), count in sections.items():
        pages[revision, section.partition("#")[0], level] += count
    return pages


def main() -> int:
    folder = sys.argv[1] if len(sys.argv) > 1 else os.environ.get(VARIABLE)
    if not folder:
        print(f"{VARIABLE} does not name the folder of the specification; nothing was compared")
        return 0
    found = list(complaints(Path(folder)))
    print("\n".join(found) or "every keyword of the specification is accounted for")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
