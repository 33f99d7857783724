"""Valid calls that were answered, as the run has made them, and what excuses their outcome."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import UpstreamFault, fault_behind, repeated_call
from mcptest_action.core.protocol.exchange import Replied, RpcError, error_code
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.safety import WITHHELD
from .checks.tools_headers import mirrored, problems_in
from .model import Examinee, Exchanges
from .refusal import HEADER_MISMATCH, MISSING_CAPABILITY


class ValidCall(NamedTuple):
    tool: str
    reaction: Replied | RpcError
    exchange: Exchange
    input_schema: Any
    output_schema: Any

    @property
    def result(self) -> Mapping[str, Any]:
        said = self.reaction.result if isinstance(self.reaction, Replied) else None
        return said if isinstance(said, Mapping) else {}

    @property
    def fault(self) -> UpstreamFault | None:
        """What a service behind the tool is to blame for."""
        return fault_behind(self.reaction)

    @property
    def wants_input(self) -> bool:
        """Whether it asks the client for more, and so isn't a result yet."""
        return self.result.get("resultType") == "input_required"

    @property
    def wants_more(self) -> bool:
        """Whether it needs a client that can do more than this one, or a header that none can
        send; its arguments are fine.
        """
        code = error_code(self.reaction)
        if code == HEADER_MISMATCH:
            return any(problems_in(list(mirrored(self.input_schema))))
        return code == MISSING_CAPABILITY


def valid_calls(server: Examinee, exchanges: Exchanges) -> Iterator[ValidCall]:
    """Valid calls that were answered, of tools whose results we may see."""
    tools = server.surface.tools_by_name
    for exchange in exchanges:
        tool, reaction = exchange.key.tool, exchange.reaction
        if exchange.key.check != repeated_call.PROBE.id or tool is None:
            continue
        if isinstance(reaction, Replied | RpcError) and not _is_withheld(reaction):
            listed = tools.get(tool, {})
            schemas = listed.get("inputSchema"), listed.get("outputSchema")
            yield ValidCall(tool, reaction, exchange, *schemas)


def _is_withheld(reaction: Replied | RpcError) -> bool:
    said = reaction.result if isinstance(reaction, Replied) else reaction.data
    return isinstance(said, Mapping) and WITHHELD in said
