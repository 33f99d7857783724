"""`waiver list`: who promised what until when."""

from collections.abc import Sequence
from typing import Any

from mcptest_action.core.policy import Policy, WaiverResult
from mcptest_action.core.text import for_terminal, inert, plural
from .report_json import waiver_document


def waivers_pretty(policy: Policy, listed: Sequence[WaiverResult]) -> str:
    """A line per waiver, then how many there are."""
    lines = [_line(policy.file, result) for result in listed]
    shown, total = len(listed), len(policy.waivers)
    count = plural(total, "waiver") if shown == total else f"{shown} of {plural(total, 'waiver')}"
    return "\n".join(map(inert, [*lines, count])) + "\n"


def _line(file: str, result: WaiverResult) -> str:
    waiver = result.waiver
    where = f"{for_terminal(waiver.layer or file)}:{waiver.line}:"
    who = f"{for_terminal(waiver.owner)}: {for_terminal(waiver.reason)}"
    issue = f" [{for_terminal(waiver.issue)}]" if waiver.issue else ""
    what = f"{result.state}, {result.time_left}"
    return f"{where} {what:<32} {for_terminal(waiver.rule)}  {who}{issue}"


def waivers_document(listed: Sequence[WaiverResult]) -> dict[str, Any]:
    return {"waivers": [waiver_document(result) for result in listed]}
