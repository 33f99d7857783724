"""`mcptest.yml` to servers."""

import re
from collections.abc import Mapping
from typing import TypeGuard

from mcptest_action.core.document.fields import Problems, Record, items_of
from mcptest_action.core.document.tree import Field, Fields, Node, Scalar, kind_of
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.errors import InputError, unusable
from mcptest_action.core.suggestion import did_you_mean
from mcptest_action.core.target.address import check_url
from mcptest_action.core.target.model import Command, FromEnvironment, Server, Target, Url, Value

TOP_KEYS = ("servers",)
COMMAND_KEYS = ("command", "args", "env", "cwd")
URL_KEYS = ("url", "headers", "bearer_token_env", "ca_file", "proxy")
_SECRET_NAME = re.compile(r"auth|token|secret|key|cookie|password|credential", re.IGNORECASE)


def load_servers(text: str, file: str) -> tuple[Server, ...]:
    """The servers, in the order of the file."""
    problems = Problems(file)
    record = Record(problems, read_yaml(text, file), "the configuration", TOP_KEYS)
    field = record.fields.get("servers")
    servers: list[Server] = []
    if field is None or not isinstance(field.value, Fields) or not field.value.fields:
        problems.add(field or record.node, "there are no servers", "add servers: {NAME: …}")
    else:
        servers = [_server(problems, entry) for entry in field.value.fields]
    problems.raise_any()
    return tuple(servers)


def choose(servers: tuple[Server, ...], name: str | None, file: str) -> Server:
    """The one server, or the one that was named."""
    known = [server.name for server in servers]
    if name is None:
        if len(servers) == 1:
            return servers[0]
        raise unusable(file, f"there are {len(servers)} servers", f"add --server {'|'.join(known)}")
    if name not in known:
        hint = did_you_mean(name, known) or f"known: {', '.join(known)}"
        raise unusable(file, f"there is no server '{name}'", hint)
    return servers[known.index(name)]


def _server(problems: Problems, entry: Field) -> Server:
    label = f"servers.{entry.name.text}"
    record = Record(problems, entry.value, label, (*COMMAND_KEYS, *URL_KEYS))
    ways = [key for key in ("command", "url") if key in record.fields]
    if len(ways) != 1 and isinstance(entry.value, Fields):
        problems.add(entry, f"{label} needs exactly one of command and url")
    allowed = COMMAND_KEYS if "command" in ways else URL_KEYS
    for name, field in record.fields.items():
        if ways and len(ways) == 1 and name not in allowed and name in COMMAND_KEYS + URL_KEYS:
            problems.add(field, f"{label}: {name} does not go with {ways[0]}")
    target = _command(problems, record) if "command" in ways else _url(problems, record)
    return Server(entry.name.text, target)


def _command(problems: Problems, record: Record) -> Target:
    args = [
        item.text
        for item in items_of(problems, record.fields.get("args"), f"{record.label}: args")
        if _is_word(item, problems, f"{record.label}: an argument")
    ]
    env = _values(problems, record, "env")
    return Command((record.text("command"), *args), env, record.optional_text("cwd") or None)


def _url(problems: Problems, record: Record) -> Target:
    url = record.text("url") if "url" in record.fields else ""
    proxy = record.optional_text("proxy") or None
    for text, key in ((url, "url"), (proxy, "proxy")):
        try:
            if text:
                check_url(text, key)
        except InputError as error:
            problem = error.problems[0]
            what = f"{record.label}: {key}: {problem.what}"
            problems.add(record.fields[key].value, what, problem.hint)
    headers = _values(problems, record, "headers")
    bearer = record.optional_text("bearer_token_env")
    if bearer:
        headers["Authorization"] = FromEnvironment(bearer, prefix="Bearer ")
    return Url(url, headers, record.optional_text("ca_file") or None, proxy)


def _values(problems: Problems, record: Record, key: str) -> dict[str, Value]:
    """Names to texts, or to `{env: VARIABLE}`; what is named like a secret must be the latter."""
    field = record.fields.get(key)
    if field is None:
        return {}
    label = f"{record.label}: {key}"
    if not isinstance(field.value, Fields):
        problems.add(field.value, f"{label} is {kind_of(field.value)}, not a mapping")
        return {}
    values: dict[str, Value] = {}
    for entry in field.value.fields:
        name = entry.name.text
        if isinstance(entry.value, Fields):
            inner = Record(problems, entry.value, f"{label}.{name}", ("env",))
            values[name] = FromEnvironment(inner.text("env"))
        elif _is_word(entry.value, problems, f"{label}.{name}"):
            values[name] = entry.value.text
            if _SECRET_NAME.search(name):
                what = f"{label}.{name} looks like a secret"
                problems.add(entry.value, what, "write {env: VARIABLE} and set the variable in CI")
    return values


def _is_word(node: Node, problems: Problems, label: str) -> TypeGuard[Scalar]:
    if isinstance(node, Scalar):
        return True
    problems.add(node, f"{label} is {kind_of(node)}, not text")
    return False


def environment_names(target: Target) -> Mapping[str, str]:
    """The variables whose values must never be shown, and what each is for."""
    values = target.env if isinstance(target, Command) else target.headers
    return {v.variable: name for name, v in values.items() if isinstance(v, FromEnvironment)}
