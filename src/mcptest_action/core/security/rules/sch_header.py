"""SCH-008: parameters that a client repeats in HTTP headers."""

from collections.abc import Iterator

from mcptest_action.core.conformance.checks.tools_headers import KEY, mirrored, problems_in
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import tools_in
from mcptest_action.core.security.model import Hit, Severity, rule
from mcptest_action.core.security.parameter_kinds import is_secret
from mcptest_action.core.security.parameters import parameters_of
from mcptest_action.core.security.schemas import depth_of

# Deeper schemas are reported for that.
_DEEPEST = 64


def find(ground: Ground) -> Iterator[Hit]:
    for entry in tools_in(ground.surface):
        schema = entry.item.get("inputSchema")
        if depth_of(schema, _DEEPEST) > _DEEPEST:
            continue
        entries = list(mirrored(schema))
        for problem in problems_in(entries):
            place = f"{entry.pointer}/inputSchema"
            yield Hit(entry.subject, place, problem[:400], problem[:300], {"reason": problem[:300]})
        for parameter in parameters_of(entry) if entries else ():
            if KEY in parameter.schema and is_secret(parameter):
                because = f"the secret '{parameter.name[:80]}' is repeated in a header"
                hit = Hit(entry.subject, parameter.pointer, parameter.name, because)
                yield hit._replace(severity=Severity.HIGH, details={"reason": because})


RULES = (
    rule("SCH-008", Severity.MEDIUM, find, "MCP01",
         finds="an `x-mcp-header` that names no header, or is not on a plain parameter; high on a "
               "parameter that takes a secret",
         why="Clients refuse the tool; and what stands in a header is logged on the way.",
         silent="Headers on string, integer and boolean properties that are always there.",
         remedy="Use letters, digits and hyphens, once each, and never for a secret."),
)  # fmt: skip
