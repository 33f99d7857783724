"""`server.json`: how the registry's clients start the server, in this and in older spellings."""

import re
from typing import Any

from mcptest_action.core.protocol.target import is_variable
from .container import MOST_PORTS
from .manifests import json_in, paths_of
from .model import Published, Repository, Variable
from .reserved import held_in
from .words import safe_value, word_in

_BOUND = re.compile(r"\{(\w+)\}")
_HERE = re.compile(r"http://(?:127\.0\.0\.1|localhost)(?::(\d{1,5}))?(?:/[^@]*)?")
# Our own configuration takes a value under such a name for a secret.
_SECRET = re.compile(r"auth|token|secret|key|cookie|password|credential", re.IGNORECASE)
# An address that nobody listens at: the port is for what is to be thrown away.
NOWHERE = "http://127.0.0.1:9"
# For a required variable without a value of its own. What it means to the server, nobody knows.
_MADE_UP = {"number": "1", "boolean": "false", "filepath": ".", "url": NOWHERE, "uri": NOWHERE}
MADE_UP = "mcptest"
_ADDRESS = re.compile(r"(?:URL|URI|ENDPOINT)$", re.IGNORECASE)


def published_in(repository: Repository, remarks: list[str]) -> list[Published]:
    found = []
    for path in paths_of(repository, "server.json"):
        data = json_in(repository, path, remarks)
        packages = _mappings(data.get("packages") if data else None)
        found += [_published(path, package) for package in packages]
    return found


def _published(path: str, package: dict[str, Any]) -> Published:
    remarks: list[str] = []
    transport = _get(package, "transport")
    transport = transport if isinstance(transport, dict) else {}
    identifier = word_in(_get(package, "identifier")) or word_in(_get(package, "name")) or ""
    label = f"{path}: {identifier or 'a package'}"
    variables = _mappings(_get(package, "environmentVariables"))
    needed: dict[str, Variable] = {}
    for variable in filter(None, (_variable(label, one) for one in variables)):
        needed.setdefault(variable.name, variable)
    arguments = _arguments(label, _get(package, "packageArguments"), remarks)
    return Published(
        path,
        word_in(_get(package, "registryType")) or word_in(_get(package, "registryName")) or "",
        identifier,
        word_in(transport.get("type")) or "stdio",
        _url(transport, variables),
        arguments,
        _arguments(label, _get(package, "runtimeArguments"), []),
        tuple(needed.values()),
        tuple(remarks),
    )


def _get(data: dict[str, Any], key: str) -> Any:
    """The value, also under the name that older versions of the schema have for it."""
    older = re.sub(r"([A-Z])", lambda match: f"_{match[1].lower()}", key)
    return data.get(key, data.get(older))


def _mappings(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _variable(label: str, data: dict[str, Any]) -> Variable | None:
    """A variable that the server needs; others are for its users to set."""
    name = data.get("name")
    if not isinstance(name, str) or not is_variable(name) or _get(data, "isRequired") is not True:
        return None
    if _get(data, "isSecret") is True or _SECRET.search(name):
        return Variable(name, None, _about_secret(label, name))
    value, made_up = _value(data)
    remark = f"{label} needs {name}, and {value} is made up: put a fitting value there"
    return Variable(name, value, remark if made_up else "")


def _about_secret(label: str, name: str) -> str:
    held = held_in(name)
    if held == name:
        return f"{label} needs {name}: set it as a secret of the job; it is not made up"
    why = f"{name} itself belongs to the CI system, to the gate or to what runs them"
    return f"{label} needs {name}: set a secret {held}, which the server gets as {name}; {why}"


def _value(data: dict[str, Any]) -> tuple[str, bool]:
    """A value, and whether we made it up."""
    choices = data.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    for given in (data.get("value"), data.get("default"), first):
        value = safe_value(given)
        if value is not None and not _BOUND.search(value):
            return value, False
    is_address = _ADDRESS.search(str(data.get("name"))) is not None
    made_up = NOWHERE if is_address else MADE_UP
    return _MADE_UP.get(str(data.get("format")), made_up), True


def _arguments(label: str, listed: Any, remarks: list[str]) -> tuple[str, ...]:
    """Those with a fixed value, and those that are required."""
    words: list[str] = []
    for data in _mappings(listed):
        name = word_in(data.get("name")) if data.get("type") == "named" else ""
        fixed = isinstance(data.get("value"), str)
        required = _get(data, "isRequired")
        if name is None or required is False or (required is not True and not fixed):
            continue
        if not fixed and name and data.get("format") == "boolean":
            words.append(name)
            continue
        value, made_up = _value(data)
        shown = name or word_in(_get(data, "valueHint")) or "an argument"
        if _get(data, "isSecret") is True or _variables_are_secret(data):
            remarks.append(f"{label} takes a secret as {shown}: it is left out")
            continue
        if word_in(value) is None:
            remarks.append(f"{label} takes {shown}, whose value is no plain word: it is left out")
            continue
        if made_up:
            remarks.append(
                f"{label} takes {shown}, and {value} is made up: put a fitting one there"
            )
        words += [name, value] if name else [value]
    return tuple(words)


def _variables_are_secret(data: dict[str, Any]) -> bool:
    named = data.get("variables")
    inner = _mappings(list(named.values())) if isinstance(named, dict) else []
    return any(_get(one, "isSecret") is True for one in inner)


def _url(transport: dict[str, Any], variables: list[dict[str, Any]]) -> str:
    """The address, with the defaults of its variables; empty if one has none."""
    given = transport.get("url")
    url = word_in(_BOUND.sub(r"%%\1%%", given)) if isinstance(given, str) else None
    if url is None:
        return ""
    named = transport.get("variables")
    known = {str(one.get("name")): one for one in variables}
    if isinstance(named, dict):
        known |= {name: one for name, one in named.items() if isinstance(one, dict)}
    for name in re.findall(r"%%(\w+)%%", url):
        value, made_up = _value(known.get(name, {}))
        if made_up or word_in(value) is None:
            return ""
        url = url.replace(f"%%{name}%%", value)
    return url if _is_here(url) else ""


def _is_here(url: str) -> bool:
    """Whether a server that the job starts can be meant."""
    match = _HERE.fullmatch(url)
    return match is not None and 0 < int(match[1] or 80) <= MOST_PORTS
