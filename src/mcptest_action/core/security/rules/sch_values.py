"""SCH-010: values that a schema suggests, and nobody should use."""

import re
from collections.abc import Iterator

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import tools_in
from mcptest_action.core.security.model import Hit, Severity, rule
from mcptest_action.core.security.schemas import parts_of, values_in

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


def find(ground: Ground) -> Iterator[Hit]:
    for entry in tools_in(ground.surface):
        for part in parts_of(entry):
            for place, value in values_in(part):
                what = _hostile(value[:_LONGEST])
                if what:
                    because = f"the value '{value[:80]}' is {what}"
                    details = {"value": value[:400], "what": what}
                    yield Hit(entry.subject, place, value[:400], because, details)


def _hostile(value: str) -> str:
    return next((what for what, pattern in _HOSTILE if pattern.search(value)), "")


RULES = (
    rule("SCH-010", Severity.MEDIUM, find, "MCP03",
         finds="a default, example or listed value that leaves its folder, names a file with "
               "secrets or the address of cloud credentials, or runs a command",
         why="Agents pass on what a schema suggests, and a default needs no decision at all.",
         silent="Ordinary paths, addresses and commands without a second one behind them.",
         remedy="Take a harmless value."),
)  # fmt: skip
