"""What headers, variables and programs can be called: the same for flags and for the file."""

import re

AUTHORIZATION = "Authorization"
VARIABLE_HINT = "letters, digits and _; its value is read from the environment"
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SECRET = re.compile(
    r"(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PWD|PAT|CREDENTIALS?|API_?KEY|ACCESS_KEY"
    r"|PRIVATE_KEY|SECRET_KEY|KEY)(?:$|_)",
    re.IGNORECASE,
)
_DRAWN, _LONG = 10, 20
_TOKEN = 16  # no variable's name has a word of this length with digits in it


def is_header_name(text: str) -> bool:
    return _HEADER_NAME.fullmatch(text) is not None


def is_header_value(text: str) -> bool:
    """One line of ASCII; spaces around it would be lost on the way."""
    return text.isascii() and text.isprintable() and text == text.strip()


def is_variable(text: str) -> bool:
    """Whether any CI system can set an environment variable of this name for us to read."""
    return _VARIABLE.fullmatch(text) is not None


def may_be_secret(text: str) -> bool:
    """Whether this may be a token instead of a variable's name: a long word with digits."""
    words = text.split("_")
    return any(len(word) >= _TOKEN and any(map(str.isdigit, word)) for word in words)


def holds_secret(name: str, value: str) -> bool:
    """Whether a variable that nobody told us about is named like a secret and looks like one.

    A short or plain word, such as a password called postgres, also occurs in harmless texts.
    """
    drawn = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    long = len(value) >= _DRAWN if drawn else len(value) >= _LONG
    return long and value[:1] != "/" and _SECRET.search(name) is not None


def can_be_set(text: str) -> bool:
    """Whether a program can be given a variable of this name; systems allow nearly anything."""
    return bool(text) and text.isprintable() and "=" not in text


def can_be_passed(text: str) -> bool:
    """Whether the system can pass the text to a program, or look for a file of this name."""
    return "\0" not in text


def program_name(program: str) -> str:
    """The name of a program without its folders; empty if there are only folders."""
    return program.rpartition("/")[2].strip()


def spelt_before(name: str, seen: dict[str, str]) -> str | None:
    """How the header was spelt in an earlier call, if there was one; `seen` remembers."""
    before = seen.get(name.lower())
    seen[name.lower()] = name
    return before
