"""What headers, variables and programs can be called: the same for flags and for the file."""

import re

AUTHORIZATION = "Authorization"
VARIABLE_HINT = "letters, digits and _; its value is read from the environment"
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TOKEN = 16  # no name of a variable has a word of such a length with digits in it


def is_header_name(text: str) -> bool:
    return _HEADER_NAME.fullmatch(text) is not None


def is_header_value(text: str) -> bool:
    """One line of ASCII; spaces around it would be lost on the way."""
    return text.isascii() and text.isprintable() and text == text.strip()


def is_variable(text: str) -> bool:
    """Whether any CI system can set an environment variable of this name for us to read."""
    return _VARIABLE.fullmatch(text) is not None


def may_be_secret(text: str) -> bool:
    """Whether this may be a token in the place of a variable's name: a long word with digits."""
    words = text.split("_")
    return any(len(word) >= _TOKEN and any(map(str.isdigit, word)) for word in words)


def can_be_set(text: str) -> bool:
    """Whether a program can be given a variable of this name; systems allow nearly anything."""
    return bool(text) and text.isprintable() and "=" not in text


def can_be_passed(text: str) -> bool:
    """Whether the system can hand the text to a program, or look for a file of this name."""
    return "\0" not in text


def program_name(program: str) -> str:
    """What a program is called without its folders; nothing, if folders are all there is."""
    return program.rpartition("/")[2].strip()


def spelt_before(name: str, seen: dict[str, str]) -> str | None:
    """How the header was spelt when it was last asked about, if it was; `seen` remembers."""
    before = seen.get(name.lower())
    seen[name.lower()] = name
    return before
