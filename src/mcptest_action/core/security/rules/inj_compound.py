"""INJ-090: several kinds of attack in one place."""

from collections import defaultdict
from collections.abc import Iterator

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.model import Hit, Severity, Subject, rule
from mcptest_action.core.security.rules import (
    inj_arguments,
    inj_command,
    inj_concealment,
    inj_credentials,
    inj_exfiltration,
    inj_harvest,
    inj_markup,
    inj_override,
    inj_precedence,
    inj_preference,
    inj_redirection,
    nam_shadow,
    obf_controls,
    obf_hidden,
    obf_padding,
)

_PARTS = (
    inj_arguments, inj_command, inj_concealment, inj_credentials, inj_exfiltration, inj_harvest,
    inj_markup, inj_override, inj_precedence, inj_preference, inj_redirection, nam_shadow,
    obf_controls, obf_hidden, obf_padding,
)  # fmt: skip
_FEWEST = 3


def find(ground: Ground) -> Iterator[Hit]:
    found: dict[Subject, dict[str, Hit]] = defaultdict(dict)
    for part in _PARTS:
        for sign in part.RULES:
            for hit in sign.find(ground):
                found[hit.subject].setdefault(sign.id, hit)
    for subject, hits in found.items():
        if len(hits) >= _FEWEST:
            ids = sorted(hits)
            first = hits[ids[0]]
            because = f"{len(ids)} rules about attacks agree: {', '.join(ids)}"
            yield Hit(subject, first.pointer, first.snippet, because, {"rules": ids})


RULES = (
    rule("INJ-090", Severity.CRITICAL, find, "MCP03", 1427, snyk="E001",
         finds="three or more independent signs of an attack on one tool, prompt or resource",
         why="Each sign alone may have an innocent reason; together they hardly have one.",
         silent="One or two of them, which stand for themselves.",
         remedy="Do not use the server before somebody has read the text and knows why it is "
                "there."),
)  # fmt: skip
