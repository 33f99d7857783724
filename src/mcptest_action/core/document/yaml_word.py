"""One word or sentence as YAML that reads back as the same text."""

import re

from .scalar import resolve

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*( [A-Za-z0-9][A-Za-z0-9_./-]*)*[.]?")
# Booleans to readers of YAML 1.1, though not to us.
_OLD_BOOLEANS = frozenset(("y", "n", "yes", "no", "on", "off"))


def quote(text: str) -> str:
    """Bare where no reader could take it for anything else, in double quotes otherwise."""
    if _PLAIN.fullmatch(text) and resolve(text) == text and text.casefold() not in _OLD_BOOLEANS:
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
