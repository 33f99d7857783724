"""The whole file: what we found out about a server, as a suite to start from."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.protocol.target import Target
from mcptest_action.core.safety import ToolClass
from mcptest_action.core.text import plural, schema_line
from .draft import drafts_of
from .model import DraftCase, ObservedTool, answer_of
from .server_block import name_of, server_block
from .write import case_lines, proven, suite_text

_WITHOUT_SERVER = (
    "The command holds what looks like a secret, so it is not written here.",
    "Name the server when you run this: --server-command, or mcptest.yml.",
)


class Scaffolded(NamedTuple):
    text: str
    tests: int
    left_out: tuple[str, ...]
    """A sentence for each tool that has no test."""


def scaffolded(
    surface: Surface, target: Target, observed: Sequence[ObservedTool], name: str = ""
) -> Scaffolded:
    """`name`: the user's name for the server; else the server's own."""
    tests: list[list[str]] = []
    left_out: list[str] = []
    for one, draft in zip(observed, drafts_of(observed), strict=True):
        answers = [answer for reaction in one.reactions if (answer := answer_of(reaction))]
        checked = proven(draft, answers)
        if isinstance(checked, DraftCase):
            tests.append(case_lines(checked))
        else:
            left_out.append(f"no test for the tool {ascii(draft.tool)[:80]}: {checked}")
    block = server_block(target)
    servers: dict[str, Any] = {}
    if block is not None:
        servers = {name or name_of(surface.server.get("name")): block}
    comments = (*_head(surface, observed), *(() if servers else _WITHOUT_SERVER), *left_out)
    text = f"{schema_line('suite')}\n{suite_text(comments, servers, tests)}"
    return Scaffolded(text, len(tests), tuple(left_out))


def _head(surface: Surface, observed: Sequence[ObservedTool]) -> Iterator[str]:
    said = (surface.server.get("name"), surface.server.get("version"))
    named = " ".join(word for word in said if isinstance(word, str) and word.strip())
    whom = named or "a server without a name"
    yield f"Written by mcptest scaffold for {whom}: one test per tool."
    yield "Expected is the shape of results only. mcptest propose adds what they say, for review."
    called = sum(bool(one.reactions) for one in observed)
    yield f"{plural(called, 'tool')} called, {len(observed) - called} not."
    classes = Counter(one.row.tool.tool_class for one in observed)
    if classes[ToolClass.MUTATING] or classes[ToolClass.DESTRUCTIVE]:
        yield "Tools that change something are skipped until you remove the line that says so."
    if classes[ToolClass.DESTRUCTIVE]:
        yield "For destructive ones, the run has to be told --execute-destructive as well."
