"""Lists, page by page."""

from collections.abc import Sequence
from typing import Any

from .message import Code, Failure
from .model import JsonObject, Manifest


def page(
    manifest: Manifest, key: str, items: Sequence[JsonObject], cursor: Any
) -> dict[str, Any] | Failure:
    """The items from the cursor on, and the cursor of the next page if there is one."""
    size = manifest.page_size or len(items) or 1
    starts = {_cursor(key, start): start for start in range(size, len(items), size)}
    start = 0
    if cursor is not None:
        known = isinstance(cursor, str) and cursor in starts
        if not known and not manifest.lenient:
            return Failure(Code.INVALID_PARAMS, "this cursor was not handed out")
        start = starts[cursor] if known else 0
    shown: dict[str, Any] = {key: [dict(item) for item in items[start : start + size]]}
    if start + size < len(items):
        shown["nextCursor"] = _cursor(key, start + size)
    return shown


def _cursor(key: str, start: int) -> str:
    """Made so that nobody is tempted to count in it."""
    return f"{key}:{start}".encode().hex()
