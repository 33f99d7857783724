"""A text to words, each with its kind: names, addresses, paths and values are told apart."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple


class WordKind(StrEnum):
    WORD = "word"
    NAME = "name"
    """Written as programs write names: snake_case, camelCase, dotted, or alone in quotes."""
    URL = "url"
    MAIL = "mail"
    PATH = "path"
    NUMBER = "number"
    QUOTE = "quote"
    """An opening quote before several words."""
    SHELL = "shell"
    """What only a command line has: `&&`, `$(`, `| sh`."""
    STOP = "stop"


class Word(NamedTuple):
    text: str
    """Lower case, for comparison."""
    kind: WordKind
    start: int
    end: int


# Every repetition is bounded and no two neighbours can share a character, so the work is linear.
_TOKEN = re.compile(
    r"""
      (?P<url>(?<!\w)[A-Za-z][A-Za-z0-9+.\-]{1,14}://[^\s<>"'`)\]}]{0,2000})
    | (?P<mail>(?<![\w.+\-])[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63}){1,5})
    | (?P<path>(?<![\w/<])(?:~|\.{1,2}|[A-Za-z]:|%\w{1,30}%|\$\w{1,30})?
        (?:[/\\][\w.$*~\-]{1,100}){1,20}
      | (?<![\w.])\.[A-Za-z][\w\-]{1,30}(?:/[\w.\-]{1,100}){0,8}
      | ~(?=[;\s]))
    | (?P<shell>&&|\$\(|\|\s?(?:ba|z)?sh\b|>>)
    | (?P<quoted>[`'"][A-Za-z][\w.:/\-]{0,80}(?:\(\))?[`'"](?!\w))
    | (?P<abbreviation>\b(?:e\.g|i\.e|etc|vs|incl)\.)
    | (?P<bullet>(?<=\s)[*\-\u2013](?=\s[A-Z*`])|(?<=\s)\d{1,2}[.)](?=\s[A-Z*`]))
    | (?P<number>\d[\d.,:%\-/]{0,40}\w{0,4})
    | (?P<word>\w{1,64}(?:[.\-](?=[a-z0-9_])\w{1,64}){0,6}(?:'(?:s|t|re|ve|ll|d|m)\b)?)
    | (?P<quote>(?<![\w])[`'"](?=\w))
    | (?P<stop>[.!?;]{1,8}(?=\s|$|[A-Z"'`)<\[])|[<>\[\]•。])
    """,
    re.VERBOSE,
)
# Typographic quotes, one for one, so that positions in the text stay the same.
_QUOTES = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
# `$match`, `@tag` and `--flag` are names in other languages than that of tools.
_SIGILS = frozenset("$@#-=./")
_CAMEL = re.compile(r"[a-z][a-z0-9]{0,63}[A-Z]")
_FILE = re.compile(
    r".\.(?:txt|json|ya?ml|toml|ini|cfg|conf|env|pem|key|md|csv|log|sh|py|js|db|sqlite|xml)$"
)
_KIND_OF = {kind.value: kind for kind in WordKind}


def words_in(text: str) -> Iterator[Word]:
    for match in _TOKEN.finditer(text.translate(_QUOTES)):
        group = str(match.lastgroup)
        said = match[0]
        if group == "quoted":
            said = said[1:-1].removesuffix("()")
        start, end = match.span()
        if group == "word" and "." in said and "_" not in said and not _FILE.search(said):
            yield from _apart(said, start)
        else:
            kind = _kind(group, said, text[start - 1 : start])
            yield Word(said.casefold(), kind, start, end)


def _apart(said: str, start: int) -> Iterator[Word]:
    """`it.then` is the end of a sentence in a hurry, and the beginning of the next."""
    for part in said.split("."):
        yield Word(part.casefold(), WordKind.WORD, start, start + len(part))
        start += len(part) + 1


def _kind(group: str, said: str, before: str) -> WordKind:
    if group in {"word", "quoted"} and _FILE.search(said):
        return WordKind.PATH
    match group:
        case "quoted":
            return WordKind.NAME
        case "word":
            # CONSTANTS_LIKE_THIS are settings; tools don't have such names.
            snake = "_" in said.strip("_") and not said.isupper()
            named = snake or _CAMEL.match(said) is not None
            return WordKind.NAME if named and before not in _SIGILS else WordKind.WORD
        case "abbreviation":
            return WordKind.WORD
        case "bullet":
            return WordKind.STOP
        case _:
            return _KIND_OF[group]
