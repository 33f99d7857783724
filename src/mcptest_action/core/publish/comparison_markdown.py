"""What a pull request changes in its own policy, said to whoever reviews it."""

from collections.abc import Sequence

from mcptest_action.core.publish.policy_changes import Changed
from mcptest_action.core.publish.subject import Comparison
from mcptest_action.core.render.escape import for_markdown

HEADING = "### Changed in this pull request"
MOST_LINES = 50


def comparison_lines(comparison: Comparison | None) -> tuple[str, ...]:
    """A bullet per change; nothing when there is none, or nothing to compare with."""
    if comparison is None:
        return ()
    if comparison.unknown:
        because = for_markdown(comparison.unknown)
        return (HEADING, "", f"⚠️ Whether waivers were added or extended is not known: {because}")
    if not comparison.changes:
        return ()
    return (HEADING, "", *_bullets(comparison.changes))


def _bullets(changes: Sequence[Changed]) -> list[str]:
    lines = [
        f"- ⚠️ **{for_markdown(change)}**"
        + (f" for {for_markdown(rule)}" if rule else "")
        + f": {for_markdown(what)}"
        for change, rule, what in changes[:MOST_LINES]
    ]
    more = len(changes) - len(lines)
    return [*lines, f"- … and {more} more"] if more else lines
