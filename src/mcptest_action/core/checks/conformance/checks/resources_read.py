"""Reading resources, one that doesn't exist, and, before 2026, subscriptions to one."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.probes import fault_behind
from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    Provenance,
    Reaction,
    Replied,
    Request,
    RpcError,
    in_words,
)
from ..content import is_base64, resource_problem
from ..listed import unlisted
from ..model import Examinee, Probe, Probing, info, must, should, the_same
from ..refusal import INVALID_PARAMS
from ..revision import written

MOST_READ = 3
NOWHERE = "mcptest://nope/none"
RESOURCE_NOT_FOUND = -32002
_READING = "`resources/read` of the first resources that are listed, three at most"
_MISSING = f"`resources/read` of `{NOWHERE}`"
_ERRORS = "server/resources#error-handling"
CONTENTS = must("RSRC-02", "server/resources#reading-resources", basis="derived")(
    expects="What a listed resource holds comes as `contents` with a `uri` and a text or blob.",
    sends=_READING,
    remedy="Answer with `contents` as the schema has them, or with an error.",
)
BASE64 = must("RSRC-03", "server/resources#binary-content")(
    expects="A `blob` is base64.",
    sends=_READING,
    remedy="Encode binary contents with standard base64.",
)
REFUSED = should("RSRC-04", written(_ERRORS))(
    expects="Reading a resource that does not exist gets a JSON-RPC error.",
    sends=_MISSING,
    remedy="Answer with an error instead of contents.",
)
CODE = must("RSRC-05", written(modern=_ERRORS))(
    expects="The error for a resource that does not exist is -32602.",
    sends=_MISSING,
    remedy="Use -32602; since 2026-07-28, -32002 is no longer sent.",
)
OLD_CODE = should("RSRC-06", written(_ERRORS))(
    expects="The error for a resource that does not exist is -32002, or -32602 as SDKs send it.",
    sends=_MISSING,
    remedy="Use -32002, Resource not found.",
)
NOT_EMPTY = must("RSRC-07", written(modern=_ERRORS))(
    expects="A resource that does not exist is not answered with empty `contents`.",
    sends=_MISSING,
    remedy="Answer with error -32602.",
)
ECHO = info("RSRC-08", _ERRORS, basis="robustness")(
    expects="Recorded: whether the error for a resource that does not exist repeats its `uri`, as "
    "the example of the specification does.",
    sends=_MISSING,
    remedy='Add `"data": {"uri": …}` to the error.',
)
FOUND = (CONTENTS, BASE64)
LOST = (REFUSED, CODE, OLD_CODE, NOT_EMPTY, ECHO)


def read_some(server: Examinee) -> Probing:
    if (nothing := unlisted(server, "resources")) is not None:
        return the_same(FOUND, nothing)
    if not server.surface.resources:
        return the_same(FOUND, not_applicable("only templates are listed"))
    parts: list[Any] = []
    behind: Ruling | None = None
    for resource in server.surface.resources[:MOST_READ]:
        uri = resource.get("uri")
        reaction = yield Request("resources/read", {"uri": uri})
        if isinstance(reaction, RpcError):
            # No sentence says that everybody may read what is listed, or at any time.
            fault = fault_behind(reaction)
            said = fault.behind("it") if fault else f"the server {in_words(reaction)}"
            behind = behind or not_verified(f"{str(uri)[:100]}: {said}")
            continue
        problem = _unreadable(reaction)
        if problem:
            trouble = failed(f"{str(uri)[:100]}: {problem}")
            return {CONTENTS.id: trouble, BASE64.id: _blobs([*parts, *_parts(reaction)])}
        parts += _parts(reaction)
    return {CONTENTS.id: behind or passed(f"{len(parts)} contents"), BASE64.id: _blobs(parts)}


def _unreadable(reaction: Reaction) -> str:
    if not isinstance(reaction, Replied):
        return f"it is listed, but the server {in_words(reaction)}"
    if _is_input_required(reaction):
        return ""
    parts = _parts(reaction)
    if not parts:
        return "the result has no contents"
    problems = (resource_problem(part) for part in parts)
    return next((p for p in problems if p and "base64" not in p), "")


def _is_input_required(reaction: Replied) -> bool:
    result = reaction.result
    return isinstance(result, Mapping) and result.get("resultType") == "input_required"


def _parts(reaction: Reaction) -> list[Any]:
    result = reaction.result if isinstance(reaction, Replied) else None
    contents = result.get("contents") if isinstance(result, Mapping) else None
    return contents if isinstance(contents, list) else []


def _blobs(parts: list[Any]) -> Ruling:
    blobs = [part["blob"] for part in parts if isinstance(part, Mapping) and "blob" in part]
    if not blobs:
        return not_applicable("nothing that was read is binary")
    bad = [blob for blob in blobs if not isinstance(blob, str) or not is_base64(blob)]
    return ruled(not bad, f"{len(blobs)} blobs", f"{len(bad)} of {len(blobs)} are not base64")


def read_nothing(server: Examinee) -> Probing:
    if not server.declares("resources"):
        return the_same(LOST, not_applicable("the server does not declare resources"))
    reaction = yield Request("resources/read", {"uri": NOWHERE})
    said = f"the server {in_words(reaction)}"
    code = reaction.code if isinstance(reaction, RpcError) else None
    data = reaction.data if isinstance(reaction, RpcError) else None
    echoes = isinstance(data, Mapping) and data.get("uri") == NOWHERE
    empty = isinstance(reaction, Replied) and not _parts(reaction)
    return {
        REFUSED.id: ruled(code is not None, said),
        CODE.id: ruled(code == INVALID_PARAMS, said),
        OLD_CODE.id: ruled(code in (RESOURCE_NOT_FOUND, INVALID_PARAMS), said),
        NOT_EMPTY.id: ruled(not empty, said, "the server replied with empty contents"),
        ECHO.id: passed("it does" if echoes else f"it does not: data is {data!r}"[:200]),
    }


SUBSCRIBE = must("RSRC-09", written("server/resources#subscriptions"), basis="derived")(
    expects="A server that declares `resources.subscribe` lets clients subscribe and unsubscribe.",
    sends="`resources/subscribe` and `resources/unsubscribe` for the first resource",
    remedy="Register both handlers, or do not declare `subscribe`.",
)


def subscribed(server: Examinee) -> Probing:
    if not server.declares("resources", "subscribe"):
        return {SUBSCRIBE.id: not_applicable("the server does not declare resources.subscribe")}
    if (nothing := unlisted(server, "resources")) is not None:
        return {SUBSCRIBE.id: nothing}
    if not server.surface.resources:
        return {SUBSCRIBE.id: not_applicable("only templates are listed")}
    uri = server.surface.resources[0].get("uri")
    for method in ("resources/subscribe", "resources/unsubscribe"):
        reaction = yield Request(method, {"uri": uri})
        if not isinstance(reaction, Replied):
            return {SUBSCRIBE.id: failed(f"{method}: the server {in_words(reaction)}")}
    return {SUBSCRIBE.id: passed("both were answered with a result")}


PROBES = (
    Probe("read_some", FOUND, read_some, sends=Provenance.SOUND),
    Probe("read_nothing", LOST, read_nothing, sends=Provenance.REFUSABLE),
    Probe("subscribed", (SUBSCRIBE,), subscribed, sends=Provenance.SOUND),
)
