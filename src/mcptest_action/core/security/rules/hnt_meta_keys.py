"""HNT-011: keys of `_meta` that the protocol does not allow."""

from collections.abc import Iterator, Mapping

from mcptest_action.core.conformance.checks.base_meta import flaw_of
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import prompts_in, resources_in, templates_in, tools_in
from mcptest_action.core.security.model import Hit, Severity, rule
from mcptest_action.core.security.schemas import token

_MOST_KEYS, _LONGEST_KEY = 100, 300


def find(ground: Ground) -> Iterator[Hit]:
    surface = ground.surface
    for entries in (tools_in, prompts_in, resources_in, templates_in):
        for entry in entries(surface):
            meta = entry.item.get("_meta")
            for key in list(meta)[:_MOST_KEYS] if isinstance(meta, Mapping) else ():
                flaw = flaw_of(key[:_LONGEST_KEY], surface.era.version, surface.capabilities)
                if flaw:
                    because = f"the key '{key[:80]}' {flaw}"
                    yield Hit(entry.subject, f"{entry.pointer}/_meta/{token(key)}", key, because)


RULES = (
    rule("HNT-011", Severity.INFO, find,
         finds="a key of `_meta` that breaks the grammar, or uses a reserved prefix",
         why="Clients may drop the key, or a later revision may give it another meaning.",
         silent="The hints under `mcp.dev/` and `dev.mcp/`, and keys that the protocol defines.",
         remedy="Name keys after a domain of your own, in reverse: `com.example/name`."),
)  # fmt: skip
