"""RFC 3339 timestamps, and nothing that merely looks like one."""

import re
from datetime import UTC, datetime

# The shape is checked in full before any parser sees the text. `datetime.fromisoformat` and
# dateutil both read "2026", week dates or times without a zone; a waiver must not.
_SHAPE = re.compile(
    r"\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)
_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
EXAMPLE = "2026-12-31T00:00:00Z"


def parse_timestamp(text: str) -> datetime | None:
    """The moment in UTC, or None when the text is not an RFC 3339 timestamp of a real moment."""
    text = text.upper()  # RFC 3339 allows t and z; Python 3.11 does not
    if not _SHAPE.fullmatch(text):
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:  # February 30th
        return None
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # an offset that leads outside the years 1 to 9999
        return _LAST if moment.year > 1 else _FIRST


def format_timestamp(moment: datetime) -> str:
    """The moment as RFC 3339 in UTC, with a Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
