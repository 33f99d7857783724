"""From a tool, and what it answered, to its test."""

from collections.abc import Iterable, Mapping
from typing import Any

from mcptest_action.core.exchange.reaction import NotSent, Replied, RpcError
from mcptest_action.core.probes.contract import is_tool_error, said
from mcptest_action.core.probes.off_topic import is_answer
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.tool_class import ToolClass
from mcptest_action.core.scaffold.model import ANSWERED, REVIEW, Draft, Expected, Observed
from mcptest_action.core.scaffold.shape import shape_of

LONGEST_NAME = 80
NO_ERROR: Expected = {"target": "result.isError", "exact": False}
CHANGES = "it changes something: read the arguments, then remove this line to have it called"


def drafts_of(found: Iterable[Observed]) -> tuple[Draft, ...]:
    """One test per tool, each with a name of its own."""
    drafts: list[Draft] = []
    taken: set[str] = set()
    for one in found:
        draft = _draft(one)
        name, number = draft.name, 1
        while name in taken:
            number += 1
            name = f"{draft.name} ({number})"
        taken.add(name)
        drafts.append(draft._replace(name=name))
    return tuple(drafts)


def _draft(one: Observed) -> Draft:
    tool, decided = one.row.tool, one.row.test
    name = f"{tool.name[:LONGEST_NAME].strip()} answers"
    about = (*_description(one.tool), f"{tool.tool_class}: {tool.because}")
    draft = Draft(name, tool.name, one.arguments or {}, (ANSWERED,), about)
    if decided.decision is Decision.GENERATE_ONLY:
        comments = (*about, f"{REVIEW}: {decided.because}", f"To have it called: {decided.way_out}")
        draft = draft._replace(comments=comments, serial=True)
    elif tool.tool_class in (ToolClass.MUTATING, ToolClass.DESTRUCTIVE):
        draft = draft._replace(serial=True, skip=CHANGES)
    elif not one.reactions:
        draft = _noted(draft, "It was not called, so that nobody knows yet what it answers.")
    else:
        draft = _observed(draft, one)
    if one.arguments is None:
        return draft._replace(skip=f"no arguments could be made for it: {one.no_arguments}")
    return draft


def _description(tool: Mapping[str, Any]) -> tuple[str, ...]:
    text = tool.get("description")
    first = text.strip().partition("\n")[0].strip() if isinstance(text, str) else ""
    return (first,) if first else ()


def _noted(draft: Draft, comment: str) -> Draft:
    return draft._replace(comments=(*draft.comments, comment))


def _observed(draft: Draft, one: Observed) -> Draft:
    """What all its answers have in common, by their shape."""
    last = one.reactions[-1]
    if isinstance(last, NotSent):
        return _noted(draft, f"It was not called: {last.because}.")
    if not is_answer(last):
        return draft._replace(skip=f"when this was written, the server {said(last)}")
    if one.row.tool.withholds_results:
        return _noted(draft, "Nobody may see its results, so that only an answer is expected.")
    results = [reaction.result for reaction in one.reactions if isinstance(reaction, Replied)]
    if len(results) < len(one.reactions):
        return _rejected(draft, all(isinstance(r, RpcError) for r in one.reactions))
    if any(map(is_tool_error, results)):
        told = "It answered these arguments with an error of its own. Give it better ones, and:"
        return _noted(draft, told)._replace(hints=(NO_ERROR,))
    return draft._replace(expect=shape_of(results, one.tool.get("outputSchema")) or (ANSWERED,))


def _rejected(draft: Draft, every_time: bool) -> Draft:
    if not every_time:
        told = "one of two equal calls was rejected when this was written"
        return draft._replace(skip=told)
    told = "It rejected these arguments, although its own schema allows them. Give it better ones:"
    expect: Expected = {"target": "error.code", "type": "integer"}
    return _noted(draft, told)._replace(expect=(expect,), hints=(NO_ERROR,))
