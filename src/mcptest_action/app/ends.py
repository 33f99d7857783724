"""Until when something is granted: a length of time from now, or a moment to come."""

from datetime import datetime

from mcptest_action.core.text import flag, unusable
from mcptest_action.core.text.duration import after, parse_duration
from mcptest_action.core.text.timestamp import EXAMPLE, parse_timestamp


def end_of(length: str | None, until: str | None, now: datetime) -> datetime:
    """The end that `--for` or `--until` names; one of the two is given."""
    if until is None:
        return after(now, parse_duration(str(length), flag("for")), flag("for"))
    moment = parse_timestamp(until)
    if moment is None:
        what = f"'{until}' is not an RFC 3339 timestamp"
        raise unusable(flag("until"), what, f"as in {EXAMPLE}")
    if moment <= now:
        raise unusable(flag("until"), f"'{until}' is over already", "choose a later time")
    return moment
