"""The ways to read a text: as it is, and with each disguise removed."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable, Iterator
from html import unescape
from itertools import islice
from urllib.parse import unquote

# Cyrillic, Greek, Armenian and Latin letters that look like the ASCII letter before them.
_LOOKALIKES = """
a аɑα  b ЬƄв  c сϲⅽ  d ԁⅾɗ  e еєҽε  f ƒſ  g ɡց  h һհн  i іıɩιӏ  j јϳ  k κкƙ  l ⅼǀ  m мⅿ
n ոռηп  o оοօσ  p рρ  q ԛգ  r гᴦ  s ѕꜱ  t тτ  u υսц  v νѵⅴ  w ԝωѡш  x хχⅹ  y уγү  z ᴢż
A АΑ  B ВΒ  C СϹ  D Ꭰ  E ЕΕ  F Ϝ  G Ԍ  H НΗ  I ІΙӀ  J ЈͿ  K КΚ  L Ꮮ  M МΜ
N Ν  O ОΟՕ  P РΡ  Q Ԛ  R Ꭱ  S ЅՏ  T ТΤ  U Ս  V Ѵ  W Ԝ  X ХΧ  Y УΥ  Z ΖᏃ
"""
_PAIRS = _LOOKALIKES.split()
_FOLD = str.maketrans(
    {odd: letter for letter, odds in zip(_PAIRS[::2], _PAIRS[1::2], strict=True) for odd in odds}
)
# Invisible, though Unicode calls them letters or marks.
_BLANKS = str.maketrans(dict.fromkeys("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"))


def fold(text: str) -> str:
    """The text in plain Latin letters, if it looks like Latin."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text.translate(_BLANKS))
    bare = "".join(c for c in apart if unicodedata.category(c) not in {"Mn", "Cf"})
    return bare.translate(_FOLD)


# We cut what is longer: a text of that length is a finding of its own.
LONGEST_READ = 65_536
_BLANK = re.compile(r"\s+")
# A word broken over two lines, as printers do.
_BROKEN = re.compile(r"(?<=[a-z])-\n[ \t]*(?=[a-z])")


def normalized(raw: str) -> str:
    """Folds compatible forms, removes invisible characters, makes blanks single.

    So one pattern finds every spelling.
    """
    cut = _BROKEN.sub("", raw[:LONGEST_READ])
    if cut.isascii():
        return _BLANK.sub(" ", cut).strip()
    folded = unicodedata.normalize("NFKC", cut)
    visible = "".join(c for c in folded if unicodedata.category(c) != "Cf")
    return _BLANK.sub(" ", visible).strip()


# We also remove a disguise inside a disguise, but no third one.
_DEPTH = 3
_MOST_READINGS = 12
_MOST_BLOBS = 16

_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
# Python refuses to read a number of more than 4,300 figures, and leading zeros are allowed.
_REFERENCE = re.compile(r"&(?:#[0-9]{1,4000}|#[xX][0-9a-fA-F]{1,4000}|[A-Za-z][A-Za-z0-9]{1,31});?")
_NO_CHARACTER = "\N{REPLACEMENT CHARACTER}"
_PERCENT = re.compile(r"%[0-9a-fA-F]{2}")
_ESCAPE = re.compile(r"\\u\{?([0-9a-fA-F]{2,6})\}?|\\x([0-9a-fA-F]{2})")
_SPACED = re.compile(r"(?<!\S)(?:[A-Za-z][ .\-_*]){3,200}[A-Za-z](?!\S)")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{24,16384}={0,2}")
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F]{24,16384}")
_LAST_CODE_POINT = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)
_FEWEST_PERCENT = 2


def readings(text: str) -> tuple[str, ...]:
    """Every reading that differs, the plain one first. All are plain, and their number is bounded.

    A decoded blob is a reading of its own; the text around it is in the others.
    """
    found = [normalized(text)]
    waiting = [(text[:LONGEST_READ], 0)]
    while waiting and len(found) < _MOST_READINGS:
        here, depth = waiting.pop(0)
        for other in _undisguised(here):
            if other == here:
                continue  # not a disguise
            reading = normalized(other)
            if reading and reading not in found and len(found) < _MOST_READINGS:
                found.append(reading)
                if depth + 1 < _DEPTH:
                    waiting.append((other[:LONGEST_READ], depth + 1))
    return tuple(found)


def decoded_blobs(text: str) -> Iterator[str]:
    """What base64 and hexadecimal runs in the text say, if they say words."""
    runs: tuple[tuple[re.Pattern[str], Callable[[str], bytes]], ...] = (
        (_HEX, _from_hex),
        (_BASE64, _from_base64),
    )
    for pattern, decode in runs:
        said = (_decoded(match[0], decode) for match in pattern.finditer(text))
        # Counted after the decoding: runs that aren't words must not use up the number.
        yield from islice((words for words in said if words), _MOST_BLOBS)


def _decoded(run: str, decode: Callable[[str], bytes]) -> str:
    """The words in it; empty if there are none."""
    try:
        decoded = decode(run).decode()
    except (binascii.Error, ValueError):
        return ""
    # Text that is encoded twice has no blanks yet.
    return decoded if _says_words(decoded) or _BASE64.fullmatch(decoded) else ""


def _undisguised(text: str) -> Iterator[str]:
    if hidden := "".join(chr(ord(c) - 0xE0000) for run in _TAGS.findall(text) for c in run):
        yield hidden
    yield fold(text)
    if "&" in text:
        yield _REFERENCE.sub(_referenced, text)
    if len(_PERCENT.findall(text)) >= _FEWEST_PERCENT:
        yield unquote(text)
    if "\\" in text:
        yield _ESCAPE.sub(_escaped, text)
    yield _SPACED.sub(_joined, text)
    yield from decoded_blobs(text)


def _referenced(match: re.Match[str]) -> str:
    """What a browser makes of it. A model ignores a number that belongs to no character."""
    return unescape(match[0]).removeprefix(_NO_CHARACTER)


def _escaped(match: re.Match[str]) -> str:
    """Half a surrogate pair isn't a character, and would break every writer."""
    number = int(match[1] or match[2], 16)
    return match[0] if number > _LAST_CODE_POINT or number in _SURROGATES else chr(number)


def _joined(match: re.Match[str]) -> str:
    return "".join(c for c in match[0] if c.isalpha())


def _from_hex(run: str) -> bytes:
    return bytes.fromhex(run.removeprefix("0x"))


def _from_base64(run: str) -> bytes:
    standard = run.rstrip("=").replace("-", "+").replace("_", "/")
    whole = standard[: len(standard) - (len(standard) % 4 == 1)]
    return base64.b64decode(whole + "=" * (-len(whole) % 4))


def _says_words(decoded: str) -> bool:
    """Text has blanks between words and nothing unprintable; random bytes have neither."""
    return decoded.count(" ") >= 1 and all(c.isprintable() or c.isspace() for c in decoded)
