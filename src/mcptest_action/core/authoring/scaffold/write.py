"""A draft as lines of YAML, and the proof that they say what was meant."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.results import Case, Status
from mcptest_action.core.checks.suite import same
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.checks.suite.matchers import check
from mcptest_action.core.document.yaml_value import (
    UnwritableError,
    field_lines,
    flow,
    item_lines,
    without_variables,
    word,
)
from mcptest_action.core.text import InputError, visible
from .model import ANSWERED, Assertion, DraftCase

_DEEP = 4
LONGEST_COMMENT = 160


def comment(text: str, indent: int) -> str:
    """One line, whatever the text contains."""
    line = visible(text)
    shown = line if len(line) <= LONGEST_COMMENT else f"{line[:LONGEST_COMMENT]}…"
    return f"{' ' * indent}# {shown}"


def case_lines(draft: DraftCase) -> list[str]:
    pad = " " * _DEEP
    lines = [comment(text, 2) for text in draft.comments]
    lines.append(f"  - name: {word(draft.name)}")
    lines.append(f"{pad}tool: {word(draft.tool)}")
    if draft.arguments:
        lines += field_lines("args", without_variables(dict(draft.arguments)), _DEEP)
    if draft.serial:
        lines.append(f"{pad}serial: true")
    if draft.skip:
        lines.append(f"{pad}skip: {word(visible(draft.skip))}")
    lines.append(f"{pad}expect:")
    for expected in draft.expect:
        lines += item_lines(without_variables(dict(expected)), 6)
    lines += [f"{pad}  # - {flow(dict(hint))}" for hint in draft.hints]
    return lines


def proven(draft: DraftCase, answers: Sequence[Mapping[str, Any]]) -> DraftCase | str:
    """The draft, without what doesn't hold for the answers that it was made from.

    Or why it cannot be written: it is read back, and must be the same.
    """
    case = _read_back(draft)
    if isinstance(case, str):
        draft = draft._replace(expect=_readable(draft) or (ANSWERED,))
        case = _read_back(draft)
    if isinstance(case, str):
        return case
    held = tuple(
        expected
        for expected, read in zip(draft.expect, case.expect, strict=True)
        if all(check(read, answer).status is Status.PASSED for answer in answers)
    )
    if held:
        return draft._replace(expect=held)
    skip = draft.skip or "nothing of what it answered can be expected again"
    return draft._replace(expect=(ANSWERED,), skip=skip)


def _readable(draft: DraftCase) -> tuple[Assertion, ...]:
    """A schema that YAML cannot hold must not cost us the test."""
    alone = ((one, draft._replace(expect=(one,))) for one in draft.expect)
    return tuple(one for one, only in alone if isinstance(_read_back(only), Case))


def _read_back(draft: DraftCase) -> Case | str:
    try:
        lines = case_lines(draft)
        suite = load_suite(suite_text((), {}, [lines]), draft.name, None)
    except UnwritableError as error:
        return str(error)
    except InputError as error:
        return f"it cannot be written as YAML: {error.problems[0].what}"
    (case,) = suite.cases
    read = [case.name, case.subject, case.args]
    if not same(read, [draft.name, draft.tool, dict(draft.arguments)]):
        return "it does not read back as it was written"
    return case


def suite_text(
    comments: Iterable[str], servers: Mapping[str, Any], tests: Iterable[Sequence[str]]
) -> str:
    """The whole file."""
    lines = [comment(text, 0) for text in comments]
    lines.append('version: "1.0"')
    if servers:
        lines += ["", "servers:"]
    for name, block in servers.items():
        lines.append(f"  {word(name)}:")
        lines += [line for key, value in block.items() for line in field_lines(key, value, _DEEP)]
    lines += ["", "tools:"]
    for number, test in enumerate(tests):
        lines += [*([""] if number else []), *test]
    return "\n".join(lines) + "\n"
