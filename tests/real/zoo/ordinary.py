"""The rows on what every server does all the time, and why one of them may stay open."""

from collections.abc import Mapping
from typing import NamedTuple

from real.zoo.case import Case

from mcptest_action.core.checks.conformance.catalogue import REVIEWS
from mcptest_action.core.checks.conformance.same_cause import SAME_CAUSE
from mcptest_action.core.protocol.exchange import Provenance

# A review that bears odd messages is on the answers to these, so it is not in the list.
CHECKS = [
    check for review in REVIEWS if review.bears is not Provenance.ODD for check in review.checks
]
ROWS = {check.id for check in CHECKS}

_NO_TASKS = {
    "the server does not declare tasks.requests.tools.call",
    "no tool that may be called has a taskSupport of optional or required",
}
_NO_STATUS = {"the server sent no such notification"}
_NO_STEPS = {"no progress was reported after a task was made"}
# Where tools have no annotations, none is called, and nobody asks for progress.
_NO_PROGRESS = {
    "asked for it in calls of 1 tool, the server reported no progress",
    "asked for it in calls of 2 tools, the server reported no progress",
    "no tool is declared read-only, may be called and has a usable schema",
}
_NO_STREAM = "no request was answered with an event stream"
# What `because` says where a row does not apply: the server has nothing that it is about.
NOTHING_OF_THE_KIND = {
    "AUTH-13": {"nothing was answered with 403"},
    "BASE-12": {"the server put nothing into any _meta"},
    "BASE-23": {"the server cancelled nothing"},
    "HHDR-15": {_NO_STREAM},
    "HTTP-14": {_NO_STREAM},
    "HTTP-15": {_NO_STREAM, "no event had an id"},
    "HTTP-16": {_NO_STREAM, "no event had an id"},
    "HTTP-21": {"the server is on this machine, or in a private network"},
    "LIFE-16": _NO_PROGRESS,
    "LIFE-23": _NO_PROGRESS,
    "LIFE-24": _NO_PROGRESS,
    "MOD-04": {"no result needed more input"},
    "MRTR-09": {"there was no such error"},
    "PAGE-01": {"every list is one page"},
    "PAGE-02": {"every list is one page"},
    "SKILL-01": {"the server does not declare the skills extension"},
    "STDIO-04": {"the server exited without it"},
    "TOOLS-18": {"no tool uses x-mcp-header"},
    "TOOLS-19": {"no tool uses x-mcp-header"},
    "TOOLS-20": {"no tool has an icon"},
    **{row: _NO_TASKS for row in ROWS if row.startswith("TASK-")},
    **dict.fromkeys(("TASK-27", "TASK-28"), _NO_TASKS | _NO_STATUS),
    **dict.fromkeys(("TASK-29", "TASK-30", "TASK-31"), _NO_TASKS | _NO_STEPS),
    "UI-01": {"no tool names a user interface"},
    "UI-02": {"no tool of an MCP App says who sees it"},
}


class Open(NamedTuple):
    """Rows that stay open in some cases, with what the report says, and the reason."""

    rows: tuple[str, ...]
    because: str
    cases: tuple[str, ...]
    reason: str


OF_CALLS = ("TOOLS-14", "TOOLS-15", "TOOLS-16", "TOOLS-17")
ONLY_TOOLS = "It has only tools."
OPEN = (
    Open(
        ("TOOLS-14", "TOOLS-17"),
        "no tool was asked: the tool is not declared read-only",
        (
            "ts-mcpserver@1.4.1-*",
            "ts-mcpserver@1.8.0-*",
            "py-fastmcp@1.[26].*",
            "litemcp@*",
            "mcpengine@*",
        ),
        "Tools have annotations since 2025-03-26, and the gate calls none that may change things.",
    ),
    Open(
        OF_CALLS,
        "no tool was asked: the tool is not declared read-only",
        ("fastapi-mcp@*",),
        "It makes tools from routes, and gives them no annotations.",
    ),
    Open(
        OF_CALLS,
        "tools are called in 2025-03-26; see --protocol",
        ("mcp-lite@*",),
        "Asked for a revision that it does not speak, it settles on one older than it speaks.",
    ),
    Open(
        OF_CALLS,
        "tools are called in 2025-11-25; see --protocol",
        ("py-mcpserver@2.3.0-sse",),
        "2026-07-28 has no HTTP with SSE, so the gate settles on the newest that has a handshake.",
    ),
    Open(
        ("TOOLS-15",),
        "no tool that was called has an outputSchema",
        ("npm-fastmcp@3.*",),
        "It has no output schemas.",
    ),
    Open(("TOOLS-16",), "no result was structured", ("npm-fastmcp@3.*",), "The same."),
    Open(("RSRC-01",), "the server does not declare resources", ("fastapi-mcp@*",), ONLY_TOOLS),
    Open(("PRMT-01",), "the server does not declare prompts", ("fastapi-mcp@*",), ONLY_TOOLS),
    Open(("RSRC-01",), "resources/list is empty", ("arcade@*",), ONLY_TOOLS),
    Open(("PRMT-01",), "prompts/list is empty", ("arcade@*",), ONLY_TOOLS),
    Open(
        ("PRMT-01",),
        "the server does not declare prompts",
        ("chuk@*",),
        "It declares none where they are; this is what LIFE-11 says.",
    ),
)


def rows_of(revision: str, transport: str) -> set[str]:
    return {
        check.id
        for check in CHECKS
        if revision in check.revisions and transport in check.transports
    }


def excused(case: Case, row: str, because: str) -> bool:
    told_elsewhere = {f"see {ruler}, which has the same cause" for ruler in SAME_CAUSE.get(row, ())}
    if because in told_elsewhere or because in NOTHING_OF_THE_KIND.get(row, ()):
        return True
    return any(
        row in each.rows and because == each.because and case.is_one_of(each.cases) for each in OPEN
    )


def outdated(case: Case, unruled: Mapping[str, str]) -> list[str]:
    """Rows that are no longer open, or for another reason."""
    return [
        row
        for each in OPEN
        if case.is_one_of(each.cases)
        for row in each.rows
        if unruled.get(row) != each.because
    ]
