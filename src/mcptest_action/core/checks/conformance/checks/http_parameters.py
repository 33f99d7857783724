"""`Mcp-Param-…`, which repeats an argument of a tool that asks for it, since 2026-07-28."""

from collections.abc import Iterator

from mcptest_action.core.checks.results import Ruling, Status, not_applicable, passed
from mcptest_action.core.protocol.exchange import PATIENCE_S, CallTool, Reaction
from ..mirrors import Mirror, mirrors_of
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


def parameters(server: Examinee) -> Probing:
    mirror = next(_texts(server), None)
    if mirror is None:
        return {ARGUMENT.id: not_applicable(f"no tool has a text parameter with a usable {KEY}")}
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


def _texts(server: Examinee) -> Iterator[Mirror]:
    """Parameters that take any text: no other header value could be mistaken for the argument."""
    for tool in server.surface.tools:
        if isinstance(name := tool.get("name"), str):
            mirrors = mirrors_of(name, tool.get("inputSchema"))
            yield from (mirror for mirror in mirrors if isinstance(mirror.value, str))


PROBES = (Probe("mcp_param", (ARGUMENT,), parameters),)
