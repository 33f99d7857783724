"""Why valid calls got no result: services behind the tools, told once, and the tools themselves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import (
    UpstreamFault,
    alive_after_error,
    fault_behind,
    in_short,
    is_answer,
    is_result,
    repeated_call,
)
from mcptest_action.core.checks.results import UPSTREAM, Skip
from mcptest_action.core.protocol.exchange import Reaction, token_wanted
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.text import names_in_words, plural
from .active import ACTIVE_PROBE
from .delivery import CALL, called_tool

# Each sends a tool what its own schema allows. Tests of suites are left out: what they send, and
# what they expect, is up to their author.
_VALID = (repeated_call.PROBE.id, alive_after_error.PROBE.id, ACTIVE_PROBE)


class Upstream(NamedTuple):
    """What came of the valid calls of a run, by tool."""

    worked: tuple[str, ...] = ()
    """At least one call got a result."""
    faults: Mapping[str, UpstreamFault] = {}
    """No call did, and a service behind the tool is the reason."""
    rejected: Mapping[str, str] = {}
    """No call did: the tool answered with errors of its own, such as this."""

    asked: int = 0
    """How many tools got a valid call; without one, nobody knows what is behind them."""

    @property
    def nothing_worked(self) -> bool:
        """Whether tools got valid calls, and none of them succeeded."""
        return bool(self.asked) and not self.worked

    def tools(self, cause: Skip) -> list[str]:
        return sorted(tool for tool, fault in self.faults.items() if fault.cause == cause)

    def told(self) -> Iterator[str]:
        """A sentence for each cause, however many tools it keeps from their work."""
        for cause in UPSTREAM:
            if tools := self.tools(cause):
                many = tools[0] if len(tools) == 1 else plural(len(tools), "tool")
                yield self.faults[tools[0]].behind(many)

    def rejections(self) -> str:
        """A sentence about tools that answer, but never with a result; empty if there is none."""
        if not self.rejected:
            return ""
        first = min(self.rejected)
        many = names_in_words(sorted(self.rejected))
        example = f"{first} with {self.rejected[first]}"
        return f"valid calls were answered with errors only: {many} ({example})"


def upstream_of(exchanges: Sequence[Exchange]) -> Upstream:
    said: dict[str, list[Reaction]] = {}
    for exchange in exchanges:
        tool = exchange.key.tool
        if tool is not None and exchange.key.check in _VALID and tool == _meant(exchange):
            said.setdefault(tool, []).append(exchange.reaction)
    worked = {tool for tool, reactions in said.items() if any(map(is_result, reactions))}
    faults = {
        tool: fault
        for tool, reactions in said.items()
        if tool not in worked and (fault := next(filter(None, map(fault_behind, reactions)), None))
    }
    rejected = {
        tool: in_short(answers[0])
        for tool, reactions in said.items()
        if tool not in worked
        and tool not in faults
        and (answers := [reaction for reaction in reactions if is_answer(reaction)])
    }
    return Upstream(tuple(sorted(worked)), faults, rejected, len(said))


def _meant(exchange: Exchange) -> str | None:
    """The tool of a call, also where the call got no further than the server's door."""
    if exchange.sent.get("step") == CALL and token_wanted(exchange.reaction):
        return exchange.key.tool
    return called_tool(exchange)


def upstream_section(upstream: Upstream) -> dict[str, Any]:
    """The counts are there only if a valid call was made."""
    if not upstream.asked:
        return {"because": "no tool got a valid call", "tools": []}
    return {
        "asked": upstream.asked,
        "worked": len(upstream.worked),
        "unreachable": len(upstream.tools(Skip.SERVICE_UNREACHABLE)),
        "credentials": len(upstream.tools(Skip.SERVICE_WANTS_CREDENTIALS)),
        "rejected": len(upstream.rejected),
        "nothing_worked": upstream.nothing_worked,
        "tools": [
            *(
                {"tool": tool, "reason": str(fault.cause), "said": fault.said}
                for tool, fault in sorted(upstream.faults.items())
            ),
            *(
                {"tool": tool, "reason": str(Skip.CALL_REJECTED), "said": said}
                for tool, said in sorted(upstream.rejected.items())
            ),
        ],
    }
