"""The rows on what every server does all the time, and why one of them may stay open."""

from fnmatch import fnmatchcase
from typing import NamedTuple

from real.zoo.cases import Case

from mcptest_action.core.checks.conformance.catalogue import REVIEWS
from mcptest_action.core.protocol.exchange import Provenance

# A review that bears odd messages is on the answers to these, so it is not in the list.
ROWS = {
    check.id for review in REVIEWS if review.bears is not Provenance.ODD for check in review.checks
}

# What `because` says where a row does not apply: the server has nothing that it is about.
NOTHING_OF_THE_KIND = {
    "BASE-12": "the server put nothing into any _meta",
    "HTTP-14": "no request was answered with an event stream",
    "HTTP-15": "no event had an id",
    "HTTP-16": "no event had an id",
    "HTTP-21": "the server is on this machine, or in a private network",
    "MOD-04": "no result needed more input",
    "PAGE-01": "every list is one page",
    "PAGE-02": "every list is one page",
    "STDIO-04": "the server exited without it",
    "TOOLS-18": "no tool uses x-mcp-header",
    "TOOLS-19": "no tool uses x-mcp-header",
    "TOOLS-20": "no tool has an icon",
}


class Unverified(NamedTuple):
    """Rows that cannot be ruled on for some cases, with what the report says, and the reason."""

    rows: tuple[str, ...]
    because: str
    cases: tuple[str, ...]
    reason: str


UNVERIFIED = (
    Unverified(
        ("TOOLS-14", "TOOLS-17"),
        "no tool was asked: the tool is not declared read-only",
        (
            "ts-mcpserver@1.4.1-*",
            "ts-mcpserver@1.8.0-*",
            "ts-server@1.4.1-*",
            "py-fastmcp@1.[26].*",
            "py-server@1.6.0-*",
            "litemcp@*",
            "mcpengine@*",
        ),
        "Tools have annotations since 2025-03-26, and the gate calls none that it may change.",
    ),
)


def excused(case: Case, row: str, status: str, because: str) -> bool:
    if status == "not_applicable":
        return NOTHING_OF_THE_KIND.get(row) == because
    return any(
        row in each.rows
        and because == each.because
        and any(fnmatchcase(case.name, pattern) for pattern in each.cases)
        for each in UNVERIFIED
    )
