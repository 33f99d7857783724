"""The texts and references of `mcptest.yml`: arguments, variables and headers of a server."""

import re
from typing import TypeGuard

from mcptest_action.core.document import Field, Fields, Node, Problems, Record, Scalar, kind_of
from mcptest_action.core.text import InputError
from .model import FromEnvironment, Value
from .names import (
    AUTHORIZATION,
    VARIABLE_HINT,
    can_be_passed,
    can_be_set,
    is_header_name,
    is_header_value,
    is_variable,
    spelt_before,
)
from .server_address import check_url

_SECRET_NAME = re.compile(r"auth|token|secret|key|cookie|password|credential", re.IGNORECASE)


def env_of(problems: Problems, record: Record) -> dict[str, Value]:
    """The variables to give to a program."""
    values: dict[str, Value] = {}
    for entry in _entries(problems, record, "env"):
        name = entry.name.text
        if not can_be_set(name):
            what = f"{record.label}: env: '{name}' is not a name that a variable can have"
            problems.add(entry, what)
        values[name] = value_of(problems, entry, f"{record.label}: env.{name}")
    return values


def headers_of(problems: Problems, record: Record) -> dict[str, Value]:
    """The headers to send, including `bearer_token_env`; each only once, in any spelling."""
    values: dict[str, Value] = {}
    seen: dict[str, str] = {}
    for entry in _entries(problems, record, "headers"):
        name = entry.name.text
        label = f"{record.label}: headers.{name}"
        if not is_header_name(name):
            what = f"{record.label}: headers: '{name}' is not a name that a header can have"
            problems.add(entry, what)
        before = spelt_before(name, seen)
        if before is not None:
            problems.add(entry, f"{label} is the same header as {before}", "keep one of them")
        value = values[name] = value_of(problems, entry, label)
        if isinstance(value, str) and not is_header_value(value):
            hint = "one line of ASCII without spaces around it"
            problems.add(entry.value, f"{label} is not a value that a header can have", hint)
    key = "bearer_token_env"
    if bearer := variable_in(record, key, record.optional_text(key)):
        before = spelt_before(AUTHORIZATION, seen)
        if before is not None:
            what = f"{record.label}: {key} is the same header as {before}"
            problems.add(record.fields[key], what, "keep one of them")
        values[AUTHORIZATION] = FromEnvironment(bearer, prefix="Bearer ")
    return values


def is_word(node: Node, problems: Problems, label: str) -> TypeGuard[Scalar]:
    """Whether the node is a text that a program can take; if not, that is a problem."""
    if not isinstance(node, Scalar) or node.value is None:
        hint = 'write "" for an empty text' if isinstance(node, Scalar) else ""
        problems.add(node, f"{label} is {kind_of(node)}, not text", hint)
        return False
    if not can_be_passed(node.text):
        problems.add(node, f"{label} holds a NUL character", "no program can be given one")
        return False
    return True


def _entries(problems: Problems, record: Record, key: str) -> tuple[Field, ...]:
    field = record.fields.get(key)
    if field is None:
        return ()
    if isinstance(field.value, Fields):
        return field.value.fields
    problems.add(field.value, f"{record.label}: {key} is {kind_of(field.value)}, not a mapping")
    return ()


def value_of(problems: Problems, entry: Field, label: str) -> str | FromEnvironment:
    """A text, or `{env: VARIABLE}`; a name like a secret's must have the latter."""
    if isinstance(entry.value, Fields):
        inner = Record(problems, entry.value, label, ("env",))
        return FromEnvironment(variable_in(inner, "env", inner.text("env")))
    if not is_word(entry.value, problems, label):
        return ""
    if _SECRET_NAME.search(entry.name.text):
        hint = "write {env: VARIABLE} and set the variable in CI"
        problems.add(entry.value, f"{label} looks like a secret", hint)
    return entry.value.text


def variable_in(record: Record, key: str, text: str) -> str:
    """The name of a variable. We don't show an invalid one: it may be the secret itself."""
    if text and not is_variable(text):
        what = f"{record.label}: {key} is not the name of an environment variable"
        record.problems.add(record.fields[key].value, what, VARIABLE_HINT)
    return text


def address_in(record: Record, key: str, text: str) -> str:
    """The address; empty for one that cannot be used, which is then a problem."""
    try:
        return check_url(text, key) if text else ""
    except InputError as error:
        problem = error.problems[0]
        what = f"{record.label}: {key}: {problem.what}"
        record.problems.add(record.fields[key].value, what, problem.hint)
        return ""
