"""The deep scan: a few calls that a read-only tool's own schema allows, and so must the tool.

Runs only with both switches, on tools that classify as read, with arguments that are nothing but
constants, enumerations, patterns, numbers and truth values. At most three calls.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from mcptest_action.core.exchange.reaction import Reaction, Replied, RpcError
from mcptest_action.core.exchange.step import CallTool, Script
from mcptest_action.core.exchange.wording import in_words
from mcptest_action.core.probes.contract import is_tool_error, text_of
from mcptest_action.core.probes.model import failed, not_applicable, passed
from mcptest_action.core.run.model import ActiveProbe, Hit, Task
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.samples.model import Sample
from mcptest_action.core.samples.strict import synthesize_strict

ACTIVE_PROBE = "active_probe_read_tools_honor_their_schema"
FAULT = "FAULT-TOOL-REJECTS-OWN-SCHEMA"
DIMENSION = "Tool surface risk"
SEVERITY = "medium"
WEIGHT = 4
REMEDY = (
    "Tighten the tool's inputSchema until arguments like these are no longer valid, or make the "
    "tool accept what it documents. A tool that keeps rejecting its own contract should not be "
    "listed until the contract is right."
)
MOST_CALLS = 3
OFF = ActiveProbe(0, (), not_applicable("the deep scan is off"))


def probe_actively(
    tools: Sequence[Mapping[str, Any]], plan: Sequence[Planned]
) -> Generator[Task, Reaction, ActiveProbe]:
    """Up to three calls; a rejection by the protocol is a hit, a tool's own error is not."""
    attempted, notes = 0, []
    hits: list[Hit] = []
    for tool, row in zip(tools, plan, strict=True):
        sample = _sample(tool, row)
        if sample is None or attempted >= MOST_CALLS:
            continue
        attempted += 1
        reaction = yield Task(ACTIVE_PROBE, row.tool.name, _call(row.tool.name, sample))
        match reaction:
            case RpcError():
                hits.append(Hit(row.tool.name, f"the server {in_words(reaction)}"))
            case Replied(result) if is_tool_error(result):
                notes.append(f"{row.tool.name} answered with a tool error: {text_of(result)}")
            case Replied():
                pass
            case _:
                notes.append(f"{row.tool.name}: the server {in_words(reaction)}")
    return ActiveProbe(attempted, tuple(hits), _ruling(attempted, hits, notes))


def _ruling(attempted: int, hits: Sequence[Hit], notes: Sequence[str]) -> Any:
    if not attempted:
        return not_applicable("no tool that reads takes only strictly typed arguments")
    if hits:
        named = ", ".join(hit.tool for hit in hits)
        return failed(f"rejected arguments that their own schema allows: {named}")
    noted = f"; {'; '.join(notes)}" if notes else ""
    return passed(f"{attempted} calls, none of them rejected by the protocol{noted}")


def _sample(tool: Mapping[str, Any], row: Planned) -> Mapping[str, Any] | None:
    schema = tool.get("inputSchema")
    if row.live.decision is not Decision.EXECUTE or not isinstance(schema, dict):
        return None
    made = synthesize_strict(schema)
    return made.arguments if isinstance(made, Sample) else None


def _call(name: str, arguments: Mapping[str, Any]) -> Script[Reaction]:
    reaction: Reaction = yield CallTool(name, arguments)
    return reaction
