"""What `Mcp-Param-…` may say, and how it is compared with the argument, since 2026-07-28.

Calls that are meant to be served, and those that a careless server would serve, go only to tools
that may be called freely.
"""

import base64
from collections.abc import Iterator

from mcptest_action.core.checks.results import (
    Ruling,
    Status,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.checks.run import mirrored, schemas_of
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    CallTool,
    NotSent,
    Reaction,
    Replied,
    Script,
    in_words,
    is_refused,
)
from ..free_tools import free_tools, why_none_is_free
from ..mirrors import Mirror, has_mirrors, mirrors_of
from ..model import HTTP, Examinee, Probe, Probing, must, should, the_same
from ..refusal import HEADER_MISMATCH, error_of, refused_as_mismatch, server_said
from ..revision import over_http
from .tools_headers import KEY

_SERVERS = over_http(modern="server-behavior-for-custom-headers")
DECODED = must("HHDR-16", over_http(modern="value-encoding"), HTTP)(
    expects="A value of `Mcp-Param-…` in base64 is decoded before it is compared.",
    sends="a call of a tool with `x-mcp-header` that may be called freely, with the argument in "
    "base64 in the header",
    remedy="Decode what stands between `=?base64?` and `?=`, as UTF-8, and compare the result.",
)
NOT_EXPECTED = must("HHDR-17", _SERVERS, HTTP)(
    expects="Without the argument, or with null for it, its `Mcp-Param-…` header is not expected.",
    sends="the call without the optional argument, and with null where its schema takes that; "
    "neither has the header",
    remedy="Ask for the header only where the call has the argument, and it is not null.",
)
BAD_CHARACTERS = must("HHDR-18", _SERVERS, HTTP)(
    expects="An `Mcp-Param-…` header with characters that a header cannot hold is refused.",
    sends="calls with `ü` as it is in the header and, read in two ways, in the argument",
    remedy="Answer with 400 and -32020 unless all characters are ASCII; others come in base64.",
)
NUMBERS = should("HHDR-19", over_http(modern="server-validation"), HTTP)(
    expects="Whole numbers are compared as numbers: the header `42.0` agrees with the argument 42.",
    sends="a call with a whole number as its argument, and `.0` behind it in the header",
    remedy="Read the header as a number before it is compared.",
)
OTHER_NUMBER = must("HHDR-20", _SERVERS, HTTP)(
    expects="A call whose `Mcp-Param-…` header says another number, or true for false, gets 400 "
    "and -32020.",
    sends="a call with a whole number or a truth value as its argument, and another one in the "
    "header",
    remedy="Compare these headers with the arguments before the tool runs.",
)
CHECKS = (DECODED, NOT_EXPECTED, BAD_CHARACTERS, NUMBERS, OTHER_NUMBER)
# What a server makes of the bytes of the first that reads them as UTF-8, or as Latin-1.
_RAW, _READ = "mcptest ü", ("mcptest ü", "mcptest Ã¼")


def arguments(server: Examinee) -> Probing:
    used = [tool for tool in server.surface.tools if has_mirrors(tool.get("inputSchema"))]
    if not used:
        return the_same(CHECKS, not_applicable(f"no tool has a parameter with a usable {KEY}"))
    found = list(_free(server, {str(tool.get("name")) for tool in used}))
    if not found:
        return the_same(CHECKS, why_none_is_free(server))
    return (yield from mirrored(_compared(found), schemas_of(server.surface)))


def _compared(found: list[Mirror]) -> Probing:
    free = next((m for m in found if all(m.takes(m.having(read)) for read in _READ)), None)
    text = free or next((m for m in found if isinstance(m.value, str)), None)
    number = next((m for m in found if type(m.value) is int), None)
    plain = next((m for m in found if isinstance(m.value, int)), None)
    lacks = not_applicable("no tool that may be called freely has such a parameter")
    return {
        DECODED.id: (yield from _decoded(text)) if text else lacks,
        NOT_EXPECTED.id: (yield from _without(found)),
        BAD_CHARACTERS.id: (yield from _refused(free)) if free else lacks,
        NUMBERS.id: (yield from _as_number(number)) if number else lacks,
        OTHER_NUMBER.id: (yield from _other(plain)) if plain else lacks,
    }


def _decoded(mirror: Mirror) -> Script[Ruling]:
    value = _RAW if mirror.takes(mirror.having(_RAW)) else mirror.value
    packed = f"=?base64?{base64.b64encode(value.encode(errors='replace')).decode()}?="
    return (yield from _served(mirror.call(mirror.having(value), packed)))


def _without(found: list[Mirror]) -> Script[Ruling]:
    bare = [m.call(given, None) for m in found if m.takes(given := m.without)]
    null = [m.call(given, None) for m in found if m.takes(given := m.having(None))]
    ruling = not_applicable("every such parameter is required")
    for call in (*bare[:1], *null[:1]):
        ruling = yield from _served(call)
        if ruling.status is not Status.PASSED:
            break
    return ruling


def _as_number(mirror: Mirror) -> Script[Ruling]:
    return (yield from _served(mirror.call(mirror.having(mirror.value), f"{mirror.value}.0")))


def _other(mirror: Mirror) -> Script[Ruling]:
    value = mirror.value
    other = str(not value).lower() if isinstance(value, bool) else str(value + 1)
    reaction: Reaction = yield mirror.call(mirror.having(value), other)
    if isinstance(reaction, BROKEN):
        return not_verified(server_said(reaction))
    return refused_as_mismatch(reaction).on(reaction)


def _served(call: CallTool) -> Script[Ruling]:
    """Whether the headers were in order to the server; what the tool says doesn't matter."""
    reaction: Reaction = yield call
    if isinstance(reaction, NotSent):
        return not_verified(reaction.because)
    error = error_of(reaction)
    if error is None and not isinstance(reaction, Replied):
        return not_verified(server_said(reaction))
    is_right = error is None or error.code != HEADER_MISMATCH
    return ruled(is_right, f"{call.name} called: {server_said(reaction)}").on(reaction)


def _refused(mirror: Mirror) -> Script[Ruling]:
    """Whatever reads the headers first may refuse them; it need not know the error code."""
    for read in _READ:
        reaction: Reaction = yield mirror.call(mirror.having(read), _RAW)
        if isinstance(reaction, (NotSent, *BROKEN)):
            return not_verified(f"the server {in_words(reaction)}")
        if not is_refused(reaction):
            what = f"{mirror.tool} called with 'ü' as it is in {mirror.header}"
            return failed(f"{what}: {server_said(reaction)}").on(reaction)
    return passed(server_said(reaction))


def _free(server: Examinee, used: set[str]) -> Iterator[Mirror]:
    """Those of tools that may be called freely, with arguments that the tool accepts."""
    for tool in free_tools(server, used.__contains__):
        if tool.name not in used:
            return
        for mirror in mirrors_of(tool.name, tool.schema, tool.arguments):
            if mirror.takes(mirror.arguments) and isinstance(mirror.value, str | int):
                yield mirror


PROBES = (Probe("mcp_param_values", CHECKS, arguments),)
