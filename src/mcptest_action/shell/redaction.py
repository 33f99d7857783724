"""Take secrets out of everything before anybody sees it."""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from typing import Any

from mcptest_action.shell.spellings import LONGEST_CHARACTER, SHORTEST, patterns_of

MASK = "***"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9-]*[ \t]+(\S.*)")


class Redactor:
    """Knows the secrets of a run in every spelling in which they might come back."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self.secrets = tuple(dict.fromkeys(s for s in secrets if len(s) >= SHORTEST))
        longest_first = sorted(self.secrets, key=lambda s: (-len(s), s))
        patterns = [pattern for secret in longest_first for pattern in patterns_of(secret)]
        # One after the other: a search for several at once could not skip what none begins with.
        self._text = [re.compile(pattern) for pattern in patterns]
        self._bytes = [re.compile(pattern.encode(errors="surrogatepass")) for pattern in patterns]
        self.reach = LONGEST_CHARACTER * max((len(s.encode()) for s in self.secrets), default=0)
        """How far a spelling reaches: what was cut may go on like the rest of a secret so long."""

    def text(self, text: str) -> str:
        for pattern in self._text:
            text = pattern.sub(MASK, text)
        return text

    def data(self, data: bytes) -> bytes:
        for pattern in self._bytes:
            data = pattern.sub(MASK.encode(), data)
        return data

    def value(self, value: Any) -> Any:
        """The same JSON; every text in it, and every key, is redacted."""
        if not self.secrets:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(key): self.value(inner) for key, inner in value.items()}
        return [self.value(inner) for inner in value] if isinstance(value, list) else value


def secrets_in(value: str) -> Iterator[str]:
    """The value, and what is secret in it by itself: the token behind `Bearer`, a password."""
    yield value
    found = _SCHEME.fullmatch(value)
    if found is None:
        return
    yield found[1]
    try:
        _, colon, password = base64.b64decode(found[1], validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return
    if colon:
        yield password
