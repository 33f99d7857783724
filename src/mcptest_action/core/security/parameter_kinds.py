"""What a parameter is for, by its name and its type."""

import re
from itertools import pairwise

from mcptest_action.core.security.parameters import Parameter

_COMMAND = frozenset({"cmd", "command", "commands", "shell", "script", "bash", "powershell"})
_CODE = frozenset({"code", "javascript", "python", "expression", "function"})
_SQL = frozenset({"sql", "cypher", "sparql", "kql", "flux"})
_QUERY = frozenset({"query", "statement"})
_LANGUAGES = ("sql", "cypher", "sparql", "select ", "promql")
_URL = frozenset({"url", "urls", "uri", "uris", "href", "link", "endpoint", "webhook", "website"})
_SCHEME = re.compile(r"\b([a-z][a-z0-9+.-]{1,30})://")
_ON_NETWORKS = frozenset({"http", "https", "ws", "wss", "ftp"})
_PATH = frozenset({"path", "paths", "filepath", "filename", "file", "dir", "directory", "folder"})
_RECIPIENT = frozenset({"recipient", "recipients", "email", "emails", "phone", "bcc"})
_SECRET = frozenset({"password", "passwd", "passphrase", "secret", "credential", "credentials"})
_SECRET_PAIRS = frozenset({
    ("api", "key"), ("private", "key"), ("access", "key"), ("secret", "key"), ("access", "token"),
    ("auth", "token"), ("bearer", "token"), ("api", "token"), ("refresh", "token"),
    ("client", "secret"), ("service", "token"),
})  # fmt: skip
# Beside such a word, what looks like a secret is about one: its length, its name, its place.
_ABOUT = frozenset({
    "id", "ids", "name", "names", "type", "length", "policy", "reset", "count", "max", "limit",
    "path", "file", "arn", "prefix", "status", "hint", "manager", "version", "expires", "ttl",
    "env", "variable", "rotation", "enabled", "required", "strength", "scope", "scopes",
})  # fmt: skip


def is_command(parameter: Parameter) -> bool:
    """Free text that is run: a command, or a program."""
    words = set(parameter.words)
    if not parameter.is_free:
        return False
    told = bool(words & _COMMAND) and parameter.words[-1] in _COMMAND
    return told or (parameter.words[-1:] in {(word,) for word in _CODE} and _says_run(parameter))


def _says_run(parameter: Parameter) -> bool:
    """`code` may be that of a country; code that is run is said to be run."""
    said = parameter.description.casefold()
    return any(word in said for word in ("execut", " run", "evaluat", "javascript", "python"))


def is_query(parameter: Parameter) -> bool:
    """Free text in the language of a database."""
    if not parameter.is_free:
        return False
    if set(parameter.words) & _SQL:
        return True
    said = parameter.description.casefold()
    return parameter.words[-1:] in {(word,) for word in _QUERY} and any(
        word in said for word in _LANGUAGES
    )


def is_url(parameter: Parameter) -> bool:
    """An address on a network. Many servers have addresses of their own, such as `memo://today`."""
    if not parameter.is_free or not set(parameter.words[-2:]) & _URL:
        return False
    schemes = set(_SCHEME.findall(parameter.description.casefold()))
    return not schemes or bool(schemes & _ON_NETWORKS)


def is_path(parameter: Parameter) -> bool:
    return parameter.is_free and bool(set(parameter.words[-1:]) & _PATH)


def is_recipient(parameter: Parameter) -> bool:
    return parameter.is_free and bool(set(parameter.words) & _RECIPIENT)


def is_secret(parameter: Parameter) -> bool:
    """The secret itself, not something about it."""
    words = parameter.words
    if not parameter.is_text or set(words) & _ABOUT:
        return False
    pairs = set(pairwise(words))
    return bool(set(words) & _SECRET or pairs & _SECRET_PAIRS or words == ("apikey",))
