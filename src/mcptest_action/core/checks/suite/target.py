"""Where an expectation looks: `result.content[0].text`, `error.code`, `duration_ms`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import ExpectationTarget, PathStep
from mcptest_action.core.protocol.transcript import LONGEST_ANSWER, MARK
from mcptest_action.core.text import did_you_mean

RESULT, ERROR, DURATION, NEGATIVE_PATH = "result", "error", "duration_ms", "negative_path"
ANSWER_ROOTS = (RESULT, ERROR, DURATION)
NEGATIVE_PATH_FIELDS = ("checks_run", "failures", "gate_passed")
LONGEST_TARGET = 500
_FIRST = re.compile(r"[A-Za-z_$][A-Za-z0-9_$-]*")
_STEP = re.compile(r"""\.([^.\[\]"']+)|\[(\d{1,9})\]|\["([^"]*)"\]|\['([^']*)'\]""")


class NoTarget(NamedTuple):
    problem: str
    hint: str = ""


class Nothing(NamedTuple):
    """There is no value at the target."""

    because: str


class Unkept(NamedTuple):
    """The answer was too long to keep whole: we don't know the value there."""

    because: str


def parse_target(text: str, roots: Sequence[str]) -> ExpectationTarget | NoTarget:
    """The steps from the answer to the value."""
    first = _FIRST.match(text) if len(text) <= LONGEST_TARGET else None
    if first is None:
        return NoTarget(f"'{text[:80]}' is not a path", f"begin with {' or '.join(roots)}")
    if first[0] not in roots:
        hint = did_you_mean(first[0], roots) or f"begin with {' or '.join(roots)}"
        return NoTarget(f"'{text}' begins with '{first[0]}'", hint)
    steps: list[PathStep] = [first[0]]
    position = first.end()
    while position < len(text):
        found = _STEP.match(text, position)
        if found is None:
            hint = 'as in result.content[0].text or result["a key"]'
            return NoTarget(f"'{text}' is not a path at character {position + 1}", hint)
        steps.append(_step(found))
        position = found.end()
    return _checked(ExpectationTarget(text, tuple(steps)))


def _step(found: re.Match[str]) -> PathStep:
    name, index, *quoted = found.groups()
    if index is not None:
        return int(index)
    return next(text for text in (name, *quoted) if text is not None)


def _checked(target: ExpectationTarget) -> ExpectationTarget | NoTarget:
    """Roots whose shape is ours have known fields."""
    rest = target.steps[1:]
    if target.root == DURATION and rest:
        return NoTarget(f"'{target.text}' goes on behind {DURATION}", "it is a number")
    if target.root == NEGATIVE_PATH and rest not in [(name,) for name in NEGATIVE_PATH_FIELDS]:
        known = " or ".join(f"{NEGATIVE_PATH}.{name}" for name in NEGATIVE_PATH_FIELDS)
        return NoTarget(f"'{target.text}' is not a count of bad requests", f"use {known}")
    return target


def find(target: ExpectationTarget, answer: Mapping[str, Any]) -> Any | Nothing | Unkept:
    """The value, or why there is none."""
    value: Any = answer
    for number, step in enumerate(target.steps):
        if isinstance(value, dict) and step in value:
            value = value[str(step)]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            here = _written(target.steps[:number])
            if _is_cut(value):
                return Unkept(f"{here} was too long to be kept whole")
            return Nothing(f"{here or 'the answer'} {_has(value)}")
    if _holds_cut(value):
        return Unkept(f"{target.text} was too long to be kept whole")
    return value


def _is_cut(value: Any) -> bool:
    """Whether we have only the beginning of this very value."""
    if isinstance(value, str):
        return len(value) > LONGEST_ANSWER
    if isinstance(value, dict):
        return MARK in value
    return bool(isinstance(value, list) and value and _is_mark(value[-1]))


def _is_mark(value: Any) -> bool:
    return isinstance(value, dict) and MARK in value


def _holds_cut(value: Any) -> bool:
    if _is_cut(value):
        return True
    if isinstance(value, dict):
        return any(map(_holds_cut, value.values()))
    return isinstance(value, list) and any(map(_holds_cut, value))


_MOST_KEYS = 8


def _has(value: Any) -> str:
    if isinstance(value, dict):
        names = [str(name)[:40] for name in value]
        more = ", …" if len(names) > _MOST_KEYS else ""
        return f"has {', '.join(names[:_MOST_KEYS])}{more}" if names else "is empty"
    if isinstance(value, list):
        return f"is a list of {len(value)}"
    return "is a value without parts"


def _written(steps: Sequence[PathStep]) -> str:
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    return text
