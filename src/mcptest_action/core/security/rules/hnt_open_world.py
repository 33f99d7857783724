"""HNT-010: a closed world with a way out."""

from collections.abc import Iterator

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import tools_in
from mcptest_action.core.security.model import Confidence, Hit, Severity, rule
from mcptest_action.core.security.parameter_kinds import is_recipient, is_url
from mcptest_action.core.security.parameters import parameters_of


def find(ground: Ground) -> Iterator[Hit]:
    for entry, row in zip(tools_in(ground.surface), ground.plan, strict=True):
        if row.tool.annotations.open_world is not False:
            continue
        for parameter in parameters_of(entry):
            if is_url(parameter) or is_recipient(parameter):
                because = f"openWorldHint is false, but '{parameter.name[:80]}' leads outside"
                details = {"parameter": parameter.name[:128]}
                yield Hit(entry.subject, parameter.pointer, parameter.name, because, details)
                break


RULES = (
    rule("HNT-010", Severity.MEDIUM, find, "MCP02", confidence=Confidence.MEDIUM,
         finds="openWorldHint false on a tool that takes an address or a recipient",
         why="Clients take the tool for one that touches nothing outside, and what comes back for "
             "trusted.",
         silent="Addresses out of a fixed list, or under a pattern.",
         remedy="Declare `openWorldHint: true`, or bound the parameter."),
)  # fmt: skip
