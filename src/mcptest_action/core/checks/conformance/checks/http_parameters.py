"""`Mcp-Param-…`, which repeats an argument of a tool that asks for it, since 2026-07-28."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, Status, not_applicable, passed
from mcptest_action.core.checks.samples import Sample, synthesize
from mcptest_action.core.protocol.exchange import PATIENCE_S, CallTool, Reaction
from ..model import HTTP, Examinee, Probe, Probing, must
from ..refusal import refused_as_mismatch
from ..revision import over_http
from .tools_headers import KEY

ARGUMENT = must("HHDR-11", over_http(modern="server-behavior-for-custom-headers"), HTTP)(
    expects="A call whose `Mcp-Param-…` header is missing or wrong gets 400 and -32020.",
    sends="a call of a tool with `x-mcp-header`, without that header and with another value in "
    "it, where the execution policy allows it",
    remedy="Compare these headers with the arguments before the tool runs.",
)


class Mirror(NamedTuple):
    """A tool with a parameter that is repeated in a header, and arguments for it."""

    tool: str
    header: str
    arguments: Mapping[str, Any]


def parameters(server: Examinee) -> Probing:
    mirror = next(_mirrors(server), None)
    if mirror is None:
        return {ARGUMENT.id: not_applicable(f"no tool has a text parameter with {KEY}")}
    reactions: list[Reaction] = []
    for headers in ({}, {mirror.header: "mcptest-other"}):
        call = CallTool(mirror.tool, mirror.arguments, PATIENCE_S, headers=headers)
        reactions.append((yield call))
    return {ARGUMENT.id: _both(mirror, *map(refused_as_mismatch, reactions))}


def _both(mirror: Mirror, missing: Ruling, other: Ruling) -> Ruling:
    """The worse of the two rulings, with the call that it is about."""
    for how, ruling in (("without", missing), ("with another value in", other)):
        if ruling.status is not Status.PASSED:
            what = f"{mirror.tool} called {how} {mirror.header}: {ruling.because}"
            return ruling._replace(because=what)
    return passed(f"{mirror.tool}, {mirror.header}: {missing.because}")


def _mirrors(server: Examinee) -> Iterator[Mirror]:
    """Parameters that take any text: no other header value could be mistaken for the argument."""
    for tool in server.surface.tools:
        name, schema = tool.get("name"), tool.get("inputSchema")
        if not isinstance(name, str) or not isinstance(schema, Mapping):
            continue
        properties = schema.get("properties")
        for parameter, inner in properties.items() if isinstance(properties, Mapping) else ():
            header = inner.get(KEY) if isinstance(inner, Mapping) else None
            sample = arguments_with(schema, parameter)
            if isinstance(header, str) and isinstance(sample.get(parameter), str):
                yield Mirror(name, f"Mcp-Param-{header}", sample)


def arguments_with(schema: Mapping[str, Any], parameter: str) -> Mapping[str, Any]:
    """Arguments that include the parameter; empty if there are none."""
    sample = synthesize({"allOf": [schema, {"required": [parameter]}]})
    return sample.arguments if isinstance(sample, Sample) else {}


PROBES = (Probe("mcp_param", (ARGUMENT,), parameters),)
