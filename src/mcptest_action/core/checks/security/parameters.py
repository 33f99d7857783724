"""The parameters of a tool, wherever in its schema they are, and what they are for."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from mcptest_action.core.safety import words_of
from .listed import Entry
from .texts import token

MOST_PARAMETERS = 2_000
_DEEPEST = 12
_LONGEST_NAME = 128
_BOUND = ("enum", "const", "pattern")
_BRANCHES = ("anyOf", "oneOf", "allOf")
_COMMAND = frozenset({"cmd", "command", "commands", "shell", "script", "bash", "powershell"})
_CODE = frozenset({"code", "javascript", "python", "expression", "function"})
# `code` may be a country's; code to run is described as something to run.
_RUN = ("execut", " run", "evaluat", "javascript", "python")
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
# Beside such a word, a secret's name is only about one: its length, its name, its place.
_ABOUT = frozenset({
    "id", "ids", "name", "names", "type", "length", "policy", "reset", "count", "max", "limit",
    "path", "file", "arn", "prefix", "status", "hint", "manager", "version", "expires", "ttl",
    "env", "variable", "rotation", "enabled", "required", "strength", "scope", "scopes",
})  # fmt: skip


class Parameter(NamedTuple):
    name: str
    schema: Mapping[str, Any]
    pointer: str
    words: tuple[str, ...]

    @property
    def is_text(self) -> bool:
        """Whether any text will do: a string, or no type at all."""
        types = {_type(schema) for schema in self._readings()}
        return bool(types & {"string", None})

    @property
    def is_free(self) -> bool:
        """Text that neither a list of values nor a pattern bounds."""
        keys = {key for schema in self._readings() for key in schema}
        return self.is_text and keys.isdisjoint(_BOUND)

    @property
    def description(self) -> str:
        given = self.schema.get("description")
        return given[:2_000] if isinstance(given, str) else ""

    def _readings(self) -> list[Mapping[str, Any]]:
        """The schema, or its alternatives without those for null."""
        for key in _BRANCHES:
            branches = self.schema.get(key)
            if isinstance(branches, list):
                usable = [branch for branch in branches[:20] if isinstance(branch, Mapping)]
                return [branch for branch in usable if branch.get("type") != "null"] or [{}]
        items = self.schema.get("items")
        if self.schema.get("type") == "array" and isinstance(items, Mapping):
            return [items]
        return [self.schema]


def _type(schema: Mapping[str, Any]) -> str | None:
    """The type; of several, the one that isn't null. An untyped schema with parts isn't text."""
    given = schema.get("type")
    if isinstance(given, list):
        given = next((name for name in given if name != "null"), None)
    if given is None and ("properties" in schema or "$ref" in schema):
        return "object"
    return given if isinstance(given, str) else None


def parameters_of(entry: Entry) -> Iterator[Parameter]:
    """Depth first, without recursion, and no more than anybody can use."""
    waiting: list[tuple[str, Any, int]] = [
        (f"{entry.pointer}/inputSchema", entry.item.get("inputSchema"), 0)
    ]
    count = 0
    while waiting and count < MOST_PARAMETERS:
        place, schema, depth = waiting.pop()
        if not isinstance(schema, Mapping) or depth > _DEEPEST:
            continue
        properties = schema.get("properties")
        if isinstance(properties, Mapping):
            for key, inner in properties.items():
                count += 1
                if isinstance(inner, Mapping):
                    name = str(key)
                    below = f"{place}/properties/{token(name)}"
                    yield Parameter(name, inner, below, words_of(name[:_LONGEST_NAME]))
                    waiting.append((below, inner, depth + 1))
        items = schema.get("items")
        if isinstance(items, Mapping):
            waiting.append((f"{place}/items", items, depth + 1))
        for key in _BRANCHES:
            branches = schema.get(key)
            for position, branch in enumerate(branches if isinstance(branches, list) else ()):
                waiting.append((f"{place}/{key}/{position}", branch, depth + 1))


def is_command(parameter: Parameter) -> bool:
    """Free text that the tool runs: a command, or a program."""
    last = _last(parameter)
    is_code = last in _CODE and _says(parameter, *_RUN)
    return parameter.is_free and (last in _COMMAND or is_code)


def _last(parameter: Parameter) -> str:
    return parameter.words[-1] if parameter.words else ""


def _says(parameter: Parameter, *words: str) -> bool:
    said = parameter.description.casefold()
    return any(word in said for word in words)


def is_query(parameter: Parameter) -> bool:
    """Free text in the language of a database."""
    if not parameter.is_free:
        return False
    if set(parameter.words) & _SQL:
        return True
    return _last(parameter) in _QUERY and _says(parameter, *_LANGUAGES)


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
