"""The line by which a comment is known to be ours, and of which job."""

import hashlib
from urllib.parse import quote

_LONGEST = 150


def key_of(workflow: str, job: str, chosen: str) -> str:
    """One comment per workflow, job and chosen key: two jobs never fight over one comment."""
    return "/".join(part for part in (workflow, job, chosen) if part)


def marker(key: str) -> str:
    """The first line of the comment, invisible on the page, whatever the key is made of."""
    safe = quote(key, safe="/ ").replace("--", "-%2D")  # two dashes could end the HTML comment
    if len(safe) > _LONGEST:
        safe = f"{safe[:_LONGEST]}…{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    return f"<!-- mcptest-action key={safe} -->"


def is_marked(body: str, line: str) -> bool:
    """Whether this is the body's first line, exactly."""
    return body.partition("\n")[0].rstrip("\r") == line
