"""The text of a policy file to a `Policy`, or every problem with it at once."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.document import Problems, Record, Scalar
from mcptest_action.core.text import unusable
from .layers.reading import Document, Reading, Wanted, answered, documents
from .layers.reference import EXTENDS
from .layers.stack import Stack, policy_of
from .load_rules import RULE_KEYS
from .model import VERSION, Policy

__all__ = [
    "EXTENDS", "RULE_KEYS", "TOP_KEYS", "Document", "Gathered", "Reading", "Wanted", "answered",
    "gathering", "load_policy",
]  # fmt: skip
TOP_KEYS = ("version", EXTENDS, "rules", "waivers", "waiver_policy")
_NO_PARENTS: Mapping[str, bytes] = {}


class Gathered(NamedTuple):
    """A policy as far as we can read it, with all that it extends."""

    policy: Policy
    problems: Problems
    """The rest. A layer below it has none."""
    parents: tuple[Document, ...]


def load_policy(text: str, file: str, parents: Mapping[str, bytes] = _NO_PARENTS) -> Policy:
    """The policy. Raises `InputError` with all problems, in the order of their lines.

    `parents` are the files that it extends, by their names as seen from where `file` is.
    """
    found = answered(gathering(text, file, file), parents)
    found.problems.raise_any()
    return found.policy


def gathering(text: str, path: str, file: str) -> Reading[Gathered]:
    """Yields each file that the policy extends, takes its content. Errors name the path, reports
    the file.
    """
    read = yield from documents(text, path, file)
    *below, own = read
    stack = Stack()
    for document in below:
        problems = Problems(document.path)
        stack = _add(stack, document, problems, document.file)
        problems.raise_any()
    problems = Problems(path)
    stack = _add(stack, own, problems, "")
    return Gathered(policy_of(stack, read), problems, tuple(below))


def _add(stack: Stack, document: Document, problems: Problems, layer: str) -> Stack:
    root = document.root
    if isinstance(root, Scalar):
        place = root.start
        what = "a policy is a mapping with version and rules"
        hint = "start with: mcptest policy init"
        raise unusable(problems.file, what, hint, place.line, place.column)
    record = Record(problems, root, "the policy", TOP_KEYS)
    _check_version(problems, record)
    return stack.add(document, record, problems, layer)


def _check_version(problems: Problems, record: Record) -> None:
    written = record.text("version")
    field = record.fields.get("version")
    if not written or field is None or not isinstance(field.value, Scalar):
        return
    if field.value.value != VERSION:
        hint = f'write version: "{VERSION}"'
        found = f"the number {VERSION}" if field.value.text == VERSION else f"'{written}'"
        problems.add(field.value, f"version is {found}, not the text '{VERSION}'", hint)
