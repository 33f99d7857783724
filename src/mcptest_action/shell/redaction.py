r"""Take secrets out of everything before anybody sees it, in all the ways they may be written.

It treats each character separately: `s` may come as `\u0073` or `%73` next to plain characters.
All repetitions are bounded: the author of the text may have reason to make a search slow.
"""

import base64
import binascii
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any
from urllib.parse import quote, quote_plus

SHORTEST = 4  # a shorter "secret" would blacken every second word
LONGEST_CHARACTER = 32  # about the room that one byte of a secret takes in the longest spelling
_WRAPPED = 8  # we don't look for shorter ones across the ends of lines
# Of longer ones, we look for whole spellings: an expression for each character takes seconds to
# build, and the author of a token may have reason to make it long.
_LONG = 1024
_BACKSLASH = "\\"
_FEW = 3
# One, or as many as JSON inside JSON inside JSON makes of it. The first alone, so that a search
# can skip whatever does not begin like a secret.
_ESCAPE = r"\\\\{0,7}"
_NAMED = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f"}
_ENTITIES = {"&": "amp|#38", "<": "lt|#60", ">": "gt|#62", '"': "quot|#34", "'": "apos|#39"}
_LINE_END = r"(?:[\r\n\t ]|\\{1,8}[rnt]){0,20}"


def patterns_of(secret: str) -> Iterator[str]:
    """Expressions that together find every spelling; the first character of each is a literal."""
    yield "|".join(map(re.escape, _longest_first(_literals(secret))))
    raw, is_long = secret.encode(), len(secret) > _LONG
    if not is_long:
        yield "".join(_characters(secret))
        digits = [_hexadecimal(raw[i : i + 1].hex()) for i in range(len(raw))]
        yield r"(?:[\s:]|\\{1,8}[rnt]){0,20}".join(digits)
    if encoded := _longest_first(_in_base64(raw)):
        yield "|".join(map(re.escape if is_long else _in_lines, encoded))


def _in_lines(text: str) -> str:
    return (_LINE_END if len(text) >= _WRAPPED else "").join(map(re.escape, text))


def _longest_first(texts: Iterator[str]) -> list[str]:
    return sorted(set(texts), key=lambda text: (-len(text), text))


def _literals(secret: str) -> Iterator[str]:
    yield secret
    for ascii_only in (True, False):
        once = json.dumps(secret, ensure_ascii=ascii_only)[1:-1]
        yield once
        yield json.dumps(once, ensure_ascii=ascii_only)[1:-1]
    yield quote(secret, safe="")
    yield quote(secret)
    yield quote_plus(secret)
    yield secret.encode().hex()
    yield secret.encode().hex().upper()


def _characters(secret: str) -> Iterator[str]:
    few = secret.count(_BACKSLASH) <= _FEW
    for character, run in groupby(secret):
        count = len(list(run))
        if character == _BACKSLASH and not few:
            # Possessive: otherwise many of them could share the same text in too many ways.
            plain = rf"\\{{{count},{8 * count}}}+"
            yield f"(?:{plain}|(?:{'|'.join(_encoded(character))}){{{count}}})"
        else:
            plain = _ESCAPE if character == _BACKSLASH else re.escape(character)
            yield f"(?:{'|'.join((plain, *_encoded(character)))})" * count


def _encoded(character: str) -> Iterator[str]:
    """The character as JSON, an address, XML or Markdown may write it instead of literally."""
    raw = character.encode(errors="surrogatepass")
    yield "".join(f"%(?:25){{0,3}}{_hexadecimal(f'{byte:02x}')}" for byte in raw)
    units = character.encode("utf-16-be", "surrogatepass").hex()
    yield "".join(f"{_ESCAPE}u{_hexadecimal(units[i : i + 4])}" for i in range(0, len(units), 4))
    if character in _NAMED:
        yield f"{_ESCAPE}{_NAMED[character]}"
    elif character.isascii() and not character.isalnum() and character != _BACKSLASH:
        yield f"{_ESCAPE}{re.escape(character)}"
    if character in _ENTITIES:
        yield f"&(?:{_ENTITIES[character]});"
    if character == " ":
        yield r"\+"


def _hexadecimal(digits: str) -> str:
    """The digits in small or capital letters."""
    return "".join(f"[{d}{d.upper()}]" if d.isalpha() else d for d in digits)


def _in_base64(raw: bytes) -> Iterator[str]:
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        for shift in range(3):
            # Inside a longer text the first and last characters also encode its neighbours.
            whole = encode(b"\0" * shift + raw).decode().rstrip("=")
            start = (0, 2, 3)[shift]
            end = len(whole) - (1 if (len(raw) + shift) % 3 else 0)
            if end - start >= SHORTEST:
                yield whole[start:end]


MASK = "***"


# Reports read no further into a text; one character may fold into eighteen.
_READ = 65_536
_UNSEEN = {"Cc", "Cf", "Me", "Mn"}
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"))
# Invisible characters that spell ASCII.
_TAGS = {0xE0000 + code: code for code in range(0x20, 0x7F)}


def undisguised(text: str) -> Iterator[str]:
    """The text as somebody may read it: compatible forms folded, and what has no form left out, or
    taken for what it spells.
    """
    for table in (_BLANKS, _BLANKS | _TAGS):
        folded = unicodedata.normalize("NFKD", text[:_READ].translate(table))
        seen = "".join(c for c in folded if unicodedata.category(c) not in _UNSEEN)
        yield f"{seen}{text[_READ:]}"


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9-]*[ \t]+(\S.*)")


class Redactor:
    """Knows the secrets of a run in every spelling in which they might come back."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self.secrets: tuple[str, ...] = ()
        self.learn(secrets)

    def learn(self, secrets: Iterable[str]) -> None:
        """Know these as well, from now on: some are told to us only when we ask."""
        known = (*self.secrets, *(s for s in secrets if len(s) >= SHORTEST))
        self.secrets = tuple(dict.fromkeys(known))
        longest_first = sorted(self.secrets, key=lambda s: (-len(s), s))
        patterns = [pattern for secret in longest_first for pattern in patterns_of(secret)]
        # One after the other: a search for several at once could not skip by the first character.
        self._text = [re.compile(pattern) for pattern in patterns]
        self._bytes = [re.compile(pattern.encode(errors="surrogatepass")) for pattern in patterns]
        self.reach = LONGEST_CHARACTER * max((len(s.encode()) for s in self.secrets), default=0)
        """How far a spelling reaches: what was cut may go on like the rest of a secret so long."""

    def text(self, text: str) -> str:
        masked = self._masked(text)
        if self.secrets and not masked[:_READ].isascii():
            # Readers drop what nobody sees, and fold what looks alike: so do reports of ours.
            for plain in undisguised(masked):
                if (found := self._masked(plain)) != plain:
                    return found
        return masked

    def _masked(self, text: str) -> str:
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
    """The value, and the parts of it that are secret themselves: a `Bearer` token, a password."""
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
