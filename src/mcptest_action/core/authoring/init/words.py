"""Words that may stand in a command line, a workflow and a Jenkinsfile without any quoting.

Names and paths come from a checkout that anybody may have written, and go into files that CI runs.
What could mean more there than itself is not used at all.
"""

import re

_PART = r"(?!\.\.(?:/|$))[A-Za-z0-9@._+][A-Za-z0-9@._+-]*"
_PATH = re.compile(rf"{_PART}(?:/{_PART})*")
_WORD = re.compile(r"[A-Za-z0-9@%+=:,./_-]+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_ODD = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST = 200
_LONGEST_NAME = 40
UNNAMED = "server"


def path_in(text: object) -> str | None:
    """A path below the folder it counts from, written plainly; None for anything else."""
    if not isinstance(text, str) or len(text) > _LONGEST:
        return None
    plain = text.removeprefix("./")
    return plain if _PATH.fullmatch(plain) else None


def word_in(text: object) -> str | None:
    """A word that a shell takes as it is."""
    plain = isinstance(text, str) and len(text) <= _LONGEST and _WORD.fullmatch(text)
    return str(text) if plain else None


def words_in(texts: object) -> tuple[str, ...] | None:
    """All of them, or None."""
    if not isinstance(texts, list):
        return None
    words = tuple(word for word in map(word_in, texts) if word is not None)
    return words if len(words) == len(texts) else None


def key_for(name: str) -> str:
    """What the server is called in `mcptest.yml`: its package's name without the scope."""
    short = _ODD.sub("-", name.rpartition("/")[2]).strip("-_")[:_LONGEST_NAME]
    return short if _NAME.fullmatch(short) else UNNAMED


def safe_value(text: object) -> str | None:
    """A value for a configuration file: one line that can be seen, and no expression of GitHub."""
    if isinstance(text, bool | int):
        text = str(text).lower()
    if not isinstance(text, str) or not text or len(text) > _LONGEST:
        return None
    return text if text.isprintable() and "${{" not in text else None
