"""What stays the same for a finding from run to run, wherever it stands in a list."""

import hashlib
import json


def fingerprint_of(*identity: str | None) -> str:
    """32 hexadecimal digits for what makes this finding this one: never a place or a number."""
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:32]
