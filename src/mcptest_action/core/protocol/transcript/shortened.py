"""Long values by length, digest and beginning: a probe sends a MiB, and nobody reads it back."""

import hashlib
import json
from typing import Any

from mcptest_action.core.protocol.surface import canonical

LONGEST = 10_000
HEAD = 200
MARK = "mcptest.dev/shortened"


def shortened(value: Any) -> Any:
    """The same JSON; what takes more than `LONGEST` characters is told by a mark in its place.

    The innermost values go first, so that what stands around a long one stays readable.
    A value that was shortened already is left as it is.
    """
    return _measured(value)[0]


def _measured(value: Any) -> tuple[Any, int]:
    """The shortened value, and about how many characters that takes."""
    if isinstance(value, str):
        return _fitting(value, len(value), value, "text")
    if isinstance(value, dict):
        inner = {key: _measured(item) for key, item in value.items()}
        size = sum(len(key) + taken for key, (_, taken) in inner.items())
        kept: Any = {key: item for key, (item, _) in inner.items()}
    elif isinstance(value, list):
        items = [_measured(item) for item in value]
        size = sum(taken for _, taken in items)
        kept = [item for item, _ in items]
    else:
        return value, len(json.dumps(value))
    # The brackets, and a comma or what quotes a key around each of the members.
    return _fitting(kept, size + 2 + 4 * len(value), value, "json")


def _fitting(kept: Any, size: int, value: Any, kind: str) -> tuple[Any, int]:
    if size <= LONGEST:
        return kept, size
    text = value if kind == "text" else canonical(value)
    mark = {
        "kind": kind,
        "characters": len(text),
        "sha256": hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest(),
        "head": text[:HEAD],
    }
    return {MARK: mark}, 2 * HEAD
