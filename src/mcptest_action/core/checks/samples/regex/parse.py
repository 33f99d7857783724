"""A pattern as text to its parts: ECMA-262, as JSON Schema asks for, and what Python adds to it."""

import re

from .charset import NOT_NEWLINE, Ranges, either_case, single
from .charset_text import ClassReading, read_class
from .escape import read_escape
from .syntax import Ahead, Chars, Choice, Edge, Node, Repeat, Row, Unreadable

LONGEST = 2_000
DEEPEST = 40
_FLAGS = re.compile(r"\(\?i\)")
_GROUP = re.compile(r"\(\?(?::|P?<[A-Za-z_]\w*>)|\((?!\?)")
_AHEAD = re.compile(r"\(\?([=!])")
_COUNT = re.compile(r"\{(\d{1,9})(?:(,)(\d{1,9})?)?\}")
_SHORT = {"*": (0, None), "+": (1, None), "?": (0, 1)}


class _UnreadableError(Exception):
    pass


def parse(text: str) -> Node | Unreadable:
    """The parts; or what is wrong with the pattern, or cannot be matched in linear time."""
    if len(text) > LONGEST:
        return Unreadable(f"is longer than {LONGEST:,} characters")
    flags = _FLAGS.match(text)
    reader = _Reader(text, flags.end() if flags else 0, any_case=bool(flags))
    try:
        node = reader.choice(DEEPEST)
        return node if reader.at_end() else Unreadable("closes a group that is not open")
    except _UnreadableError as error:
        return Unreadable(str(error))


class _Reader:
    def __init__(self, text: str, position: int, *, any_case: bool) -> None:
        self._text = text
        self._position = position
        self._any_case = any_case

    def at_end(self) -> bool:
        return self._position == len(self._text)

    def choice(self, depth: int) -> Node:
        if depth == 0:
            raise _UnreadableError(f"nests groups more than {DEEPEST} deep")
        parts = [self._row(depth)]
        while self._take("|"):
            parts.append(self._row(depth))
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def _row(self, depth: int) -> Node:
        parts: list[Node] = []
        while not self.at_end() and self._text[self._position] not in "|)":
            atom = self._atom(depth)
            parts.append(self._repeated(atom))
        return parts[0] if len(parts) == 1 else Row(tuple(parts))

    def _atom(self, depth: int) -> Node:
        if self._taken(_GROUP):
            return self._closed(self.choice(depth - 1))
        if ahead := self._taken(_AHEAD):
            return Ahead(self._closed(self.choice(depth - 1)), wanted=ahead[1] == "=")
        letter = self._text[self._position]
        if letter == "(":
            raise _UnreadableError(f"uses the group '{self._text[self._position :][:4]}'")
        if letter in _SHORT:
            raise _UnreadableError(f"has a '{letter}' with nothing to repeat")
        self._position += 1
        match letter:
            case "^":
                return Edge.START
            case "$":
                return Edge.END
            case ".":
                return Chars(NOT_NEWLINE)
            case "[":
                return self._class()
            case "\\":
                return self._escape()
            case _:
                return self._chars(single(ord(letter)))

    def _repeated(self, atom: Node) -> Node:
        if self.at_end():
            return atom
        letter = self._text[self._position]
        if letter in _SHORT:
            self._position += 1
            least, most = _SHORT[letter]
        elif count := self._taken(_COUNT):
            least = int(count[1])
            most = int(count[3]) if count[3] else None if count[2] else least
        else:
            return atom
        self._take("?")  # lazy or not, the same texts match
        if most is not None and most < least:
            raise _UnreadableError("repeats at least more often than at most")
        return Repeat(atom, least, most)

    def _closed(self, inner: Node) -> Node:
        if not self._take(")"):
            raise _UnreadableError("does not close a group")
        return inner

    def _class(self) -> Node:
        reading = read_class(self._text, self._position)
        if not isinstance(reading, ClassReading):
            raise _UnreadableError(reading.because)
        self._position = reading.end
        chars = either_case(reading.chars) if self._any_case else reading.chars
        return Chars(reading.finished(chars))

    def _escape(self) -> Node:
        escape = read_escape(self._text, self._position, in_class=False)
        if isinstance(escape, Unreadable):
            raise _UnreadableError(escape.because)
        self._position += escape.length
        meaning = escape.meaning
        return meaning if isinstance(meaning, Edge) else self._chars(meaning)

    def _chars(self, chars: Ranges) -> Node:
        return Chars(either_case(chars) if self._any_case else chars)

    def _take(self, letter: str) -> bool:
        taken = self._text.startswith(letter, self._position)
        self._position += taken
        return taken

    def _taken(self, what: re.Pattern[str]) -> re.Match[str] | None:
        found = what.match(self._text, self._position)
        if found:
            self._position = found.end()
        return found
