"""The tools as they are listed: names, schemas, and their order."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.results import Ruling, failed, passed, ruled
from mcptest_action.core.checks.samples import MALFORMED, Unusable, validator_for
from mcptest_action.core.protocol.exchange import Provenance, Replied, Request, in_words
from ..listed import unlisted
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should, the_same
from ..revision import SINCE_JUNE, SINCE_NOVEMBER, written

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_LISTS = "the list of tools, all pages of it"
SHAPE = must("TOOLS-01", "server/tools#tool", basis="schema")(
    expects="Every tool has a `name` and an `inputSchema` whose type is `object`.",
    sends=_LISTS,
    remedy="Give every tool an `inputSchema`; without parameters, "
    '`{"type": "object", "additionalProperties": false}`.',
)
INPUT = must("TOOLS-02", "basic#schema-validation", revisions=SINCE_NOVEMBER)(
    expects="Every `inputSchema` is a valid JSON Schema of its dialect, by default 2020-12.",
    sends=_LISTS,
    remedy="Correct the schema, or name the dialect it is written in with `$schema`.",
)
OUTPUT = must("TOOLS-03", "server/tools#output-schema", revisions=SINCE_JUNE)(
    expects="Every `outputSchema` is a valid JSON Schema; before 2026 its type is `object`.",
    sends=_LISTS,
    remedy="Correct the schema, or leave it out.",
)
NAMES = should("TOOLS-04", "server/tools#tool-names", revisions=SINCE_NOVEMBER)(
    expects="Names of tools have 1 to 128 characters of A-Z, a-z, 0-9, `_`, `-` and `.`.",
    sends=_LISTS,
    remedy="Rename the tool; clients may refuse names with other characters.",
)
_NAMES = written("server/tools#tool", "server/tools#tool-names", november="server/tools#tool-names")
UNIQUE = should("TOOLS-05", _NAMES)(
    expects="No two tools have the same name.",
    sends=_LISTS,
    remedy="Rename one of them: nobody knows which of the two a call reaches.",
)
CHECKS = (SHAPE, INPUT, OUTPUT, NAMES, UNIQUE)
Tool = Mapping[str, Any]


def review(server: Examinee, _exchanges: Exchanges) -> Rulings:
    tools = server.surface.tools
    if (nothing := unlisted(server, "tools")) is not None:
        return the_same(CHECKS, nothing)
    return {
        SHAPE.id: _every(tools, _shape),
        INPUT.id: _every(tools, lambda tool: _malformed(tool.get("inputSchema"), "inputSchema")),
        OUTPUT.id: _every(tools, lambda tool: _output(tool, server)),
        NAMES.id: _every(tools, _name),
        UNIQUE.id: _unique(tools),
    }


def _every(tools: Sequence[Tool], problem: Callable[[Tool], str]) -> Ruling:
    """Whether none of them has the problem."""
    found = [f"{_called(tool)}: {trouble}" for tool in tools if (trouble := problem(tool))]
    if not found:
        return passed(f"{len(tools)} tools")
    return failed(found[0] if len(found) == 1 else f"{len(found)} tools, such as {found[0]}")


def _called(tool: Tool) -> str:
    return str(tool.get("name", "a tool without a name"))[:128]


def _shape(tool: Tool) -> str:
    if not isinstance(tool.get("name"), str):
        return "its name is not text"
    schema = tool.get("inputSchema")
    if not isinstance(schema, dict):
        return "it has no inputSchema that is an object"
    return "" if schema.get("type") == "object" else "the type of its inputSchema is not object"


def _malformed(schema: Any, label: str) -> str:
    """Why it isn't a schema; what we merely cannot read isn't the server's fault."""
    if not isinstance(schema, dict):
        return f"its {label} is not an object"
    found = validator_for(schema)
    if isinstance(found, Unusable) and found.because.startswith(MALFORMED):
        return f"its {label}: {found.because}"
    return ""


def _output(tool: Tool, server: Examinee) -> str:
    schema = tool.get("outputSchema")
    if schema is None or (server.is_modern and isinstance(schema, bool)):
        return ""
    trouble = _malformed(schema, "outputSchema")
    if trouble or server.is_modern:
        return trouble
    return "" if schema.get("type") == "object" else "the type of its outputSchema is not object"


def _name(tool: Tool) -> str:
    fits = _NAME.fullmatch(str(tool.get("name", "")))
    return "" if fits else "the name is too long, empty, or has other characters"


def _unique(tools: Iterable[Tool]) -> Ruling:
    counts = Counter(name for tool in tools if isinstance(name := tool.get("name"), str))
    twice = sorted(name[:128] for name, count in counts.items() if count > 1)
    return failed(f"listed more than once: {', '.join(twice)}") if twice else passed("all differ")


ORDER = should("TOOLS-06", written("server/tools#listing-tools", "server/tools#capabilities"))(
    expects="`tools/list` gives the same tools in the same order every time.",
    sends="`tools/list` twice",
    remedy="List tools in the order in which they were registered, not in that of a set.",
)


def listed_twice(server: Examinee) -> Probing:
    if (nothing := unlisted(server, "tools")) is not None:
        return {ORDER.id: nothing}
    first = yield Request("tools/list")
    second = yield Request("tools/list")
    for reaction in (first, second):
        if not isinstance(reaction, Replied) or not isinstance(reaction.result, dict):
            return {ORDER.id: failed(f"the server {in_words(reaction)}")}
    same = first.result.get("tools") == second.result.get("tools")
    return {ORDER.id: ruled(same, "both lists are equal", "the second list differs from the first")}


PROBES = (Probe("listed_twice", (ORDER,), listed_twice, sends=Provenance.SOUND),)
REVIEWS = (Review(CHECKS, review, looks_at=("tools/list",)),)
