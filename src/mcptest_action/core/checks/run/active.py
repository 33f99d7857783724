"""Make a few calls that a read-only tool's own schema allows, and so must the tool.

**Why it matters.** A tool that advertises an `inputSchema` makes a contract. One that rejects what
its own contract allows is wrong, or misleads whoever reads it.

**Sends** at most three valid calls, with arguments that are nothing but constants, enumerations,
patterns, numbers and truth values. Only with `--deep-scan` and `MCPTEST_ENABLE_DEEP_SCAN=true`.

**Passes when** every call succeeded, was answered with the tool's own error or that of a service
behind it, which is noted, or hit an error of the transport. For the run, a crash is a failure all
the same.

**Not verified** when a service behind the tool was at fault in every call.

**Fails when** a tool rejects such a call with a JSON-RPC error.

**Not applicable** when it was not asked for, when calls are switched off, and when no tool could be
called.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import (
    Subject,
    fault_behind,
    is_answer,
    is_tool_error,
    not_verified_behind,
    said,
    text_of,
)
from mcptest_action.core.checks.results import failed, inconclusive, not_applicable, passed
from mcptest_action.core.checks.samples import Binding, Sample, outlook, synthesize_strict
from mcptest_action.core.protocol.exchange import (
    CallTool,
    Reaction,
    Replied,
    RpcError,
    Script,
    TurnedAway,
)
from mcptest_action.core.safety import Decision, Planned
from .config import RunConfig
from .model import ActiveProbe, Rejection

ACTIVE_PROBE = "active_probe_read_tools_honor_their_schema"
FAULT = "FAULT-TOOL-REJECTS-OWN-SCHEMA"
DIMENSION = "Tool surface risk"
SEVERITY = "medium"
WEIGHT = 4
REMEDY = (
    "Either tighten the tool's inputSchema so that the arguments the scanner synthesized are no "
    "longer valid, or fix the tool to accept the documented inputs. A tool that consistently "
    "rejects its own contract should be removed from tools/list until the contract is right."
)
MOST_CALLS = 3
MOST_TRIES = 50


class DeepCall(NamedTuple):
    """A call that was made, and its reaction."""

    tool: str
    reaction: Reaction


def callable_tools(
    tools: Sequence[Mapping[str, Any]], plan: Sequence[Planned], config: RunConfig
) -> Iterator[Subject]:
    """Each tool that we may call with strictly typed arguments only, and those arguments.

    First what shows most: a schema that lists its values, then one that shapes them, then more
    arguments before fewer. A call without any is worth the least. How they are listed is no matter.
    Arguments are made when they are asked for, since a schema can make that slow.
    """
    for tool in sorted(_candidates(tools, plan, config), key=_rank)[:MOST_TRIES]:
        made = synthesize_strict(tool.schema)
        if isinstance(made, Sample):
            yield tool._replace(arguments=made.arguments)


def _rank(tool: Subject) -> tuple[bool, bool, int, int, str]:
    binding, arguments = outlook(tool.schema)
    hopeless = arguments > 0 and binding is Binding.FREE
    return hopeless, not arguments, -binding, -arguments, tool.name


def _candidates(
    tools: Sequence[Mapping[str, Any]], plan: Sequence[Planned], config: RunConfig
) -> Iterator[Subject]:
    chosen = {row.tool.name for row in plan} & set(config.only)
    seen = set(config.skip)
    for tool, row in zip(tools, plan, strict=True):
        name = row.tool.name
        if name in seen or (chosen and name not in chosen):
            continue
        seen.add(name)
        schema = tool.get("inputSchema")
        if row.live.decision is Decision.EXECUTE and isinstance(schema, dict):
            yield Subject(name, schema, {}, row.tool.withholds_results)


def call(name: str, arguments: Mapping[str, Any]) -> Script[Reaction]:
    reaction: Reaction = yield CallTool(name, arguments)
    return reaction


def not_run(because: str) -> ActiveProbe:
    return ActiveProbe(0, (), not_applicable(because))


def concluded(attempts: Sequence[DeepCall]) -> ActiveProbe:
    """A rejection by the protocol is a hit. A tool's own error, or a broken transport, is not."""
    if not attempts:
        return not_run("no tool that reads could be called with strictly typed arguments")
    hits = tuple(
        Rejection(tool, f"the server {said(reaction)}")
        for tool, reaction in attempts
        if isinstance(reaction, RpcError) and is_answer(reaction) and not fault_behind(reaction)
    )
    if hits:
        named = ", ".join(hit.tool for hit in hits)
        ruling = failed(f"rejected arguments that their own schema allows: {named}")
        return ActiveProbe(len(attempts), hits, ruling)
    away = next((r for _, r in attempts if isinstance(r, TurnedAway)), None)
    if away is not None:
        return ActiveProbe(len(attempts), (), inconclusive(f"the server {said(away)}"))
    faults = [fault for _, reaction in attempts if (fault := fault_behind(reaction))]
    if len(faults) == len(attempts):
        return ActiveProbe(len(attempts), (), not_verified_behind(faults[0]))
    notes = [note for attempt in attempts if (note := _note(attempt))]
    because = f"{len(attempts)} calls, none of them rejected by the protocol"
    return ActiveProbe(len(attempts), (), passed("; ".join([because, *notes])))


def _note(attempt: DeepCall) -> str:
    """What is worth saying about a call that wasn't a hit."""
    tool, reaction = attempt
    if not isinstance(reaction, Replied):
        return f"{tool}: the server {said(reaction)}"
    if is_tool_error(reaction.result):
        return f"{tool} answered with a tool error: {text_of(reaction.result)}"
    return ""
