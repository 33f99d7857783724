"""From a tool and its answers to its test."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, assert_never

from mcptest_action.core.checks.probes import is_answer, is_tool_error, said
from mcptest_action.core.protocol.exchange import NotSent, Reaction, Replied
from mcptest_action.core.safety import Decision, HeldBack, ToolClass
from .model import ANSWERED, REVIEW, Assertion, DraftCase, ObservedTool
from .shape import shape_of

LONGEST_NAME = 80
NO_ERROR: Assertion = {"target": "result.isError", "exact": False}
# Without a word about errors, a test expects success. So these mention errors.
FAILED: Assertion = {"target": "result.isError", "exists": True}
REJECTED: Assertion = {"target": "error.code", "type": "integer"}
_READ_IT = "read the arguments, then remove this line to have it called"
# A test of such a tool runs only after a person has touched it, whatever the run is told.
_SKIPPED = {
    ToolClass.MUTATING: f"it changes something: {_READ_IT}",
    ToolClass.DESTRUCTIVE: f"{HeldBack.DESTRUCTIVE}: {_READ_IT}, on a disposable server",
}


def drafts_of(found: Iterable[ObservedTool]) -> tuple[DraftCase, ...]:
    """One test per tool, each with a name of its own. Those that change something come last, so
    that the others still find what they ask for.
    """
    drafts: list[DraftCase] = []
    taken: set[str] = set()
    for one in sorted(found, key=lambda one: one.row.tool.tool_class in _SKIPPED):
        draft = _draft(one)
        name, number = draft.name, 1
        while name in taken:
            number += 1
            name = f"{draft.name} ({number})"
        taken.add(name)
        drafts.append(draft._replace(name=name))
    return tuple(drafts)


def _draft(one: ObservedTool) -> DraftCase:
    tool, decided = one.row.tool, one.row.test
    name = f"{tool.name[:LONGEST_NAME].strip()} answers"
    about = (*_description(one.tool), f"{tool.tool_class}: {tool.because}")
    draft = DraftCase(name, tool.name, one.arguments or {}, (ANSWERED,), about)
    destroys = tool.tool_class is ToolClass.DESTRUCTIVE
    if destroys or decided.decision is Decision.GENERATE_ONLY:
        draft = _noted(draft, f"{REVIEW}: {tool.because if destroys else decided.because}")
    if decided.way_out:
        draft = _noted(draft, f"To have it called: {decided.way_out}")
    if tool.tool_class in _SKIPPED:
        draft = draft._replace(serial=True, skip=_SKIPPED[tool.tool_class])
    elif decided.decision is Decision.GENERATE_ONLY:
        draft = draft._replace(serial=True)
    else:
        draft = _observed(draft, one)
    if one.arguments is None:
        return draft._replace(skip=f"no arguments could be made for it: {one.no_arguments}")
    return draft


def _description(tool: Mapping[str, Any]) -> tuple[str, ...]:
    text = tool.get("description")
    first = text.strip().partition("\n")[0].strip() if isinstance(text, str) else ""
    return (first,) if first else ()


def _noted(draft: DraftCase, comment: str) -> DraftCase:
    return draft._replace(comments=(*draft.comments, comment))


def _observed(draft: DraftCase, one: ObservedTool) -> DraftCase:
    """What all its answers have in common, by their shape."""
    if not one.reactions:
        return draft._replace(skip=f"it was not called when this was written: {one.not_called}")
    last = one.reactions[-1]
    if isinstance(last, NotSent):
        return draft._replace(skip=f"it was not called when this was written: {last.because}")
    if not is_answer(last):
        return draft._replace(skip=f"when this was written, the server {said(last)}")
    if len(set(map(_kind_of, one.reactions))) > 1:
        return draft._replace(skip="when this was written, it answered two equal calls in two ways")
    kind = _kind_of(last)
    match kind:
        case _Kind.REJECTION:
            told = "It rejected these arguments, although its own schema allows them."
            return _noted(draft, told)._replace(expect=(REJECTED,), hints=(NO_ERROR,))
        case _Kind.TOOL_ERROR:
            told = "It answered these arguments with an error of its own. Better ones are needed."
            return _noted(draft, told)._replace(expect=(FAILED,), hints=(NO_ERROR,))
        case _Kind.QUESTION:
            return draft._replace(skip="it asks for input, and there is nobody to give it")
        case _Kind.RESULT:
            return _succeeded(draft, one)
        case _:
            assert_never(kind)


def _succeeded(draft: DraftCase, one: ObservedTool) -> DraftCase:
    if one.row.tool.withholds_results:
        told = "Nobody may see its results, so that only their success is expected."
        return _noted(draft, told)._replace(expect=(NO_ERROR,))
    results = [reaction.result for reaction in one.reactions if isinstance(reaction, Replied)]
    return draft._replace(expect=shape_of(results, one.tool.get("outputSchema")) or (ANSWERED,))


class _Kind(StrEnum):
    """The kind of an answer, for a test that should pass again."""

    RESULT = "result"
    TOOL_ERROR = "tool_error"
    REJECTION = "rejection"
    QUESTION = "question"


def _kind_of(reaction: Reaction) -> _Kind:
    match reaction:
        case Replied({"resultType": "input_required"}):
            return _Kind.QUESTION
        case Replied(result):
            return _Kind.TOOL_ERROR if is_tool_error(result) else _Kind.RESULT
        case _:
            return _Kind.REJECTION
