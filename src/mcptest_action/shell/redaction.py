"""Take secrets out of everything before anybody sees it."""

import base64
import json
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, quote_plus

MASK = "***"
_SHORTEST = 4  # a shorter "secret" would blacken every second word


class Redactor:
    """Knows the secrets of a run in every spelling in which they might come back."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self.secrets = tuple(dict.fromkeys(s for s in secrets if len(s) >= _SHORTEST))
        spellings = {spelling for secret in self.secrets for spelling in _spellings(secret)}
        longest_first = sorted(spellings, key=lambda s: (-len(s), s))
        pattern = "|".join(map(re.escape, longest_first))
        self._text = re.compile(pattern) if pattern else None
        self._bytes = re.compile(pattern.encode()) if pattern else None

    def text(self, text: str) -> str:
        return self._text.sub(MASK, text) if self._text else text

    def data(self, data: bytes) -> bytes:
        return self._bytes.sub(MASK.encode(), data) if self._bytes else data


def _spellings(secret: str) -> Iterator[str]:
    raw = secret.encode()
    yield secret
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
    for ascii_only in (True, False):  # JSON inside a text of JSON
        once = json.dumps(secret, ensure_ascii=ascii_only)[1:-1]
        yield json.dumps(once, ensure_ascii=ascii_only)[1:-1]
    yield quote(secret, safe="")
    yield quote(secret)
    yield quote_plus(secret)
    yield raw.hex()
    yield raw.hex().upper()
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        for shift in range(3):
            # Inside a longer text the first and last characters also encode its neighbours.
            whole = encode(b"\0" * shift + raw).decode().rstrip("=")
            start = (0, 2, 3)[shift]
            end = len(whole) - (1 if (len(raw) + shift) % 3 else 0)
            if end - start >= _SHORTEST:
                yield whole[start:end]
