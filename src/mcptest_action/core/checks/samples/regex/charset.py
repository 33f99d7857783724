"""Sets of characters, as ranges of code points that are sorted and do not touch."""

from collections.abc import Iterable

Ranges = tuple[tuple[int, int], ...]

LAST = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)
_FIRST_PRINTABLE = 0x20


def charset(ranges: Iterable[tuple[int, int]]) -> Ranges:
    made: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if made and low <= made[-1][1] + 1:
            made[-1] = (made[-1][0], max(high, made[-1][1]))
        else:
            made.append((low, high))
    return tuple(made)


def single(code: int) -> Ranges:
    return ((code, code),)


def negated(chars: Ranges) -> Ranges:
    edges = [-1, *(edge for pair in chars for edge in pair), LAST + 1]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    return tuple((low + 1, high - 1) for low, high in gaps if low + 1 < high)


def either_case(chars: Ranges) -> Ranges:
    """With the other case of every ASCII letter."""
    swapped = []
    for low, high in chars:
        for first, last, shift in ((65, 90, 32), (97, 122, -32)):
            if max(low, first) <= min(high, last):
                swapped.append((max(low, first) + shift, min(high, last) + shift))
    return charset([*chars, *swapped])


def holds(chars: Ranges, code: int) -> bool:
    return any(low <= code <= high for low, high in chars)


def any_of(chars: Ranges) -> str | None:
    """A character that JSON can carry, printable if there is one."""
    for least in (_FIRST_PRINTABLE, 0):
        for low, high in chars:
            code = max(low, least)
            code = _SURROGATES.stop if code in _SURROGATES else code
            if code <= high:
                return chr(code)
    return None


def _text(chars: str) -> Ranges:
    return charset((ord(char), ord(char)) for char in chars)


ANY = ((0, LAST),)
DIGITS = ((48, 57),)
WORD = charset([(48, 57), (65, 90), (95, 95), (97, 122)])
SPACES = charset([*_text("\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"),
                  (0x2000, 0x200A)])  # fmt: skip
NOT_NEWLINE = negated(_text("\n\r\u2028\u2029"))
