"""One spelling for JSON that means the same, and its digest."""

import hashlib
import json
from typing import Any


def canonical(value: Any) -> str:
    """The value with sorted keys and no spaces; characters as escapes, so that any can be kept."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(value: Any) -> str:
    return "sha256:" + hashlib.sha256(canonical(value).encode()).hexdigest()
