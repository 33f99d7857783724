"""SCH-007, SCH-008, SCH-010: patterns, headers and values that a schema should not hold."""

import re
from collections.abc import Iterator, Mapping

from mcptest_action.core.checks.conformance.checks.tools_headers import KEY, mirrored, problems_in
from mcptest_action.core.document import levels_in
from ..listed import SIDES, Part, parts_of, tools_in, values_in
from ..model import Hit, ScanInput, Severity, rule
from ..parameters import is_secret, parameters_of
from ..redos import explodes
from ..texts import token

_REPEATS = "*+{"
_MOST_PATTERNS = 2_000
# Another rule reports deeper schemas.
_DEEPEST = 65
_LONGEST = 4_096
_HOSTILE = (
    ("a path that leaves its folder", re.compile(r"(?:\.\.[/\\]){2}")),
    ("a file with secrets", re.compile(
        r"(?:^|[\s/\\~'\"=])(?:etc/(?:passwd|shadow|sudoers)|\.ssh/|id_rsa|id_ed25519|"
        r"\.aws/credentials|\.netrc|\.git-credentials)", re.IGNORECASE)),
    ("the address of cloud credentials", re.compile(
        r"169\.254\.169\.254|metadata\.google\.internal|fd00:ec2::254|100\.100\.100\.200")),
    ("a shell command", re.compile(
        r"[;&|]\s{0,5}(?:rm|curl|wget|nc|bash|sh|chmod|powershell)\s+\S|\brm\s+-rf?\s+[/~]|"
        r"\|\s{0,5}(?:ba|z)?sh\b|\$\((?:curl|wget|cat|id|whoami)\b", re.IGNORECASE)),
)  # fmt: skip


def find_patterns(inputs: ScanInput) -> Iterator[Hit]:
    known: dict[str, bool] = {}
    for entry in tools_in(inputs.surface):
        for side in SIDES:
            for part in parts_of(entry, side):
                for place, pattern in _patterns(part):
                    if _explodes(pattern, known):
                        because = f"the pattern '{pattern[:80]}' can be made to run forever"
                        details = {"pattern": pattern[:400]}
                        yield Hit(entry.subject, place, pattern[:400], because, details)


def _patterns(part: Part) -> Iterator[tuple[str, str]]:
    pattern = part.schema.get("pattern")
    if isinstance(pattern, str):
        yield f"{part.pointer}/pattern", pattern
    names = part.schema.get("patternProperties")
    for name in names if isinstance(names, Mapping) else ():
        yield f"{part.pointer}/patternProperties/{token(str(name))}", str(name)


def _explodes(pattern: str, known: dict[str, bool]) -> bool:
    """Tries each pattern once, up to a limit; one repetition alone cannot explode."""
    if sum(pattern.count(sign) for sign in _REPEATS) <= 1:
        return False
    if pattern not in known and len(known) < _MOST_PATTERNS:
        known[pattern] = explodes(pattern)
    return known.get(pattern, False)


def find_headers(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        schema = entry.item.get("inputSchema")
        if levels_in(schema, _DEEPEST) > _DEEPEST:
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


def find_values(inputs: ScanInput) -> Iterator[Hit]:
    for entry in tools_in(inputs.surface):
        for part in parts_of(entry):
            for place, value in values_in(part):
                if what := _hostile(value[:_LONGEST]):
                    because = f"the value '{value[:80]}' is {what}"
                    details = {"value": value[:400], "what": what}
                    yield Hit(entry.subject, place, value[:400], because, details)


def _hostile(value: str) -> str:
    return next((what for what, pattern in _HOSTILE if pattern.search(value)), "")


RULES = (
    rule("SCH-007", Severity.MEDIUM, find_patterns, 1333,
         finds="a pattern on which a matcher that tries again takes exponential time",
         why="A short text, chosen for it, keeps a client or the server busy for years.",
         silent="Nested repetitions that a text can be matched by in one way only, and patterns "
                "with groups that cannot be told.",
         remedy="Let no two parts of a repetition match the same text: `(\\w+\\s)*`, not "
                "`(\\w+\\s?)*`."),
    rule("SCH-008", Severity.MEDIUM, find_headers, "MCP01",
         finds="an `x-mcp-header` that names no header, or is not on a plain parameter; high on a "
               "parameter that takes a secret",
         why="Clients refuse the tool; and what stands in a header is logged on the way.",
         silent="Headers on string, integer and boolean properties that are always there.",
         remedy="Use letters, digits and hyphens, once each, and never for a secret."),
    rule("SCH-010", Severity.MEDIUM, find_values, "MCP03",
         finds="a default, example or listed value that leaves its folder, names a file with "
               "secrets or the address of cloud credentials, or runs a command",
         why="Agents pass on what a schema suggests, and a default needs no decision at all.",
         silent="Ordinary paths, addresses and commands without a second one behind them.",
         remedy="Take a harmless value."),
)  # fmt: skip
