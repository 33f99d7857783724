"""A tool call has one spelling. Another one would go past the execution policy."""

from mcptest_action.core.exchange.step import Http, Notify, Raw, Request, SingleStep

CALL = "tools/call"


class SmuggledCallError(Exception):
    """A script tried to call a tool with something else than `CallTool`. That is a bug of ours."""


def refuse_smuggled_call(step: SingleStep) -> None:
    match step:
        case Request(method=method) | Notify(method=method):
            smuggled = method == CALL
        case Raw(data=data) | Http(body=data):
            # Also in an escaped spelling: whoever means something else has no need for either.
            smuggled = CALL.encode() in data or b"tools\\/call" in data
        case _:
            smuggled = False
    if smuggled:
        raise SmuggledCallError(f"{type(step).__name__} carries a {CALL}")
