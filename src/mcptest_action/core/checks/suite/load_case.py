"""One test of a suite: its name, what it sends, and what it expects."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Case, CaseKind, NegativePath
from mcptest_action.core.document import (
    Field,
    Fields,
    Items,
    Node,
    Problems,
    Record,
    Scalar,
    is_empty,
    items_of,
    kind_of,
    plain,
)
from mcptest_action.core.text import InputError, did_you_mean
from mcptest_action.core.text.seconds import parse_seconds
from .load_expect import load_expect
from .target import ANSWER_ROOTS, NEGATIVE_PATH
from .variables import Filler

CHECKS = ("unknown_tool", "missing_required", "wrong_type", "extra_field", "oversized")
MOST_RETRIES = 5
_SHOWN = 30
_COMMON = ("expect", "tags", "serial", "retry", "timeout", "skip")
# What a test is about, and what goes with that.
SUBJECT = {CaseKind.TOOL: "tool", CaseKind.RESOURCE: "uri", CaseKind.PROMPT: "prompt"}
CASE_KEYS: Mapping[CaseKind, tuple[str, ...]] = {
    CaseKind.TOOL: ("name", "server", "tool", "args", "negative_path", *_COMMON),
    CaseKind.RESOURCE: ("name", "server", "uri", *_COMMON),
    CaseKind.PROMPT: ("name", "server", "prompt", "args", *_COMMON),
}


class Fillers(NamedTuple):
    sent: Filler
    expected: Filler


def load_case(
    problems: Problems, node: Node, kind: CaseKind, number: int, fillers: Fillers
) -> Case:
    label = f"{kind}[{number}]"
    record = Record(problems, node, label, CASE_KEYS[kind])
    if isinstance(node, Fields):
        filled = {name: _filled(field, fillers) for name, field in record.fields.items()}
        record.fields = filled
    block = _negative_path(problems, record.fields.get(NEGATIVE_PATH), label)
    roots = (*ANSWER_ROOTS, NEGATIVE_PATH) if kind is CaseKind.TOOL else ANSWER_ROOTS
    expect = load_expect(problems, record.fields.get("expect"), label, roots)
    about_bad_requests = tuple(one for one in expect if one.target.root == NEGATIVE_PATH)
    if block is not None:
        block = block._replace(expect=block.expect + about_bad_requests)
    elif about_bad_requests:
        what = f"{label}: expect is about {about_bad_requests[0].target.text}, but nothing is sent"
        problems.add(record.fields["expect"].value, what, f"add {NEGATIVE_PATH}: to the test")
    return Case(
        name=record.text("name"),
        kind=kind,
        server=record.optional_text("server"),
        subject=record.text(SUBJECT[kind]),
        args=_args(problems, record.fields.get("args"), label),
        expect=tuple(one for one in expect if one.target.root != NEGATIVE_PATH),
        negative_path=block,
        tags=_tags(problems, record.fields.get("tags"), label),
        serial=record.boolean("serial", default=False),
        retry=_retry(problems, record),
        timeout_s=_timeout(problems, record),
        skip=_skip(problems, record),
        line=node.start.line,
        column=node.start.column,
    )


def _filled(field: Field, fillers: Fillers) -> Field:
    match field.name.text:
        case "args" | "uri":
            return field._replace(value=fillers.sent.fill(field.value))
        case "expect":
            return field._replace(value=fillers.expected.fill(field.value))
        case _:
            return field


def _args(problems: Problems, field: Field | None, label: str) -> Mapping[str, Any]:
    if field is None or is_empty(field):
        return {}
    if not isinstance(field.value, Fields):
        what = f"{label}: args is {kind_of(field.value)}, not a mapping"
        problems.add(field.value, what, "as in args: {query: rain}")
        return {}
    args: Mapping[str, Any] = plain(field.value)
    odd = _not_json(field.value)
    if odd is not None:
        what = f"{label}: args holds {odd.text[:_SHOWN]}, which JSON has no number for"
        problems.add(odd, what, "quote it to send it as text")
    return args


def _not_json(node: Node) -> Scalar | None:
    """The first number in it that cannot be sent."""
    match node:
        case Scalar(value=float(value)) if not math.isfinite(value):
            return node
        case Items(items=items):
            return next((odd for item in items if (odd := _not_json(item))), None)
        case Fields(fields=fields):
            return next((odd for one in fields if (odd := _not_json(one.value))), None)
        case _:
            return None


def _negative_path(problems: Problems, field: Field | None, label: str) -> NegativePath | None:
    if field is None:
        return None
    if is_empty(field):
        return NegativePath(CHECKS)
    label = f"{label}: {NEGATIVE_PATH}"
    record = Record(problems, field.value, label, ("checks", "expect"))
    expect = load_expect(problems, record.fields.get("expect"), label, (NEGATIVE_PATH,))
    given = record.fields.get("checks")
    if given is None:
        return NegativePath(CHECKS, expect)
    checks = tuple(
        check
        for node in items_of(problems, given, f"{label}: checks")
        if (check := _check(problems, node, label))
    )
    if not checks and not problems.found:
        hint = "leave it out to run the full set"
        problems.add(given, f"{label}: checks is empty, so that nothing is checked", hint)
    return NegativePath(tuple(dict.fromkeys(checks)), expect)


def _check(problems: Problems, node: Node, label: str) -> str:
    word = node.text if isinstance(node, Scalar) else ""
    if word in CHECKS:
        return word
    found = f"'{word}'" if word else kind_of(node)
    hint = did_you_mean(word, CHECKS) or f"use {', '.join(CHECKS)}"
    problems.add(node, f"{label}: {found} is not a check", hint)
    return ""


def _tags(problems: Problems, field: Field | None, label: str) -> tuple[str, ...]:
    tags = []
    for node in items_of(problems, field, f"{label}: tags"):
        if isinstance(node, Scalar) and node.value is not None and node.text.strip():
            tags.append(node.text)
        else:
            problems.add(node, f"{label}: a tag is {kind_of(node)}, not a word")
    return tuple(dict.fromkeys(tags))


def _retry(problems: Problems, record: Record) -> int:
    value = record.number("retry")
    if value is None:
        return 0
    if value != int(value) or not 0 <= value <= MOST_RETRIES:
        what = f"{record.label}: retry is {value}, not a number of further attempts"
        problems.add(record.fields["retry"].value, what, f"0 to {MOST_RETRIES}")
        return 0
    return int(value)


def _timeout(problems: Problems, record: Record) -> float | None:
    text = record.optional_text("timeout")
    if not text:
        return None
    try:
        return parse_seconds(text, "timeout")
    except InputError as error:
        (problem,) = error.problems
        what = f"{record.label}: timeout: {problem.what}"
        problems.add(record.fields["timeout"].value, what, problem.hint)
        return None


def _skip(problems: Problems, record: Record) -> str:
    """A reason, not a switch: a reader who finds the test skipped next year wants to know why."""
    field = record.fields.get("skip")
    if field is None:
        return ""
    if isinstance(field.value, Scalar) and isinstance(field.value.value, str):
        return record.text("skip")
    what = f"{record.label}: skip is {kind_of(field.value)}, not a reason"
    problems.add(field.value, what, "as in skip: waits for the new index")
    return ""
