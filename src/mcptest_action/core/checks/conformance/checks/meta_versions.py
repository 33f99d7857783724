"""Revisions that a server of the modern era does not speak, and how it says so."""

from typing import Any

from mcptest_action.core.checks.results import (
    Ruling,
    entailed,
    failed,
    not_applicable,
    not_verified,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    MODERN_VERSIONS,
    UNSUPPORTED_VERSION,
    Era,
    EraName,
    Fresh,
    HttpStatus,
    Reaction,
    Replied,
    Request,
    RpcError,
)
from ..meet import initialize
from ..model import Examinee, Needs, Probe, Probing, must, should
from ..raw import PATIENCE_S, sound_request
from ..refusal import HEADER_MISMATCH, error_of, is_refusal, server_said
from ..revision import LEGACY, NOVEMBER_2025, written

NO_REVISION = "1900-01-01"
_NEGOTIATION = written(modern="basic/versioning#protocol-version-negotiation")
_REMEDY = (
    "Compare the protocol version of every request with those that the server supports, and "
    "answer with error -32022, over HTTP with status 400. Put the supported ones into "
    "`data.supported`, and the one that was asked for into `data.requested`."
)
FIRST = must("META-05", _NEGOTIATION)(
    expects="A request in a revision that does not exist gets error -32022, which names the "
    "supported revisions and the one that was asked for.",
    sends=f"a request in {NO_REVISION} as the first message of a connection",
    remedy=_REMEDY,
)
CONSISTENT = must("META-06", _NEGOTIATION, basis="derived")(
    expects="The error names no revision that `server/discover` does not list.",
    sends="the same request",
    remedy="Make `data.supported` and `supportedVersions` from the same list.",
)
LATER = must("META-07", written(modern="basic#statelessness"), basis="derived")(
    expects="A request in a revision that does not exist gets error -32022 also after a sound one.",
    sends=f"a sound request, then one in {NO_REVISION} on the same connection",
    remedy=f"{_REMEDY} Do not go by what the connection said before: each request stands alone.",
)
SIGNPOST = should(
    "MOD-06",
    written(modern="basic/versioning#backward-compatibility-with-initialization-based-versions"),
)(
    expects="A server without a handshake names the revisions it speaks when it is asked for one.",
    sends="`initialize` as the first message of a connection",
    remedy="Answer `initialize` with an error whose message, or `data.supported`, lists the "
    "supported revisions: an old client has nothing else to show to its user.",
)


def first_message(server: Examinee) -> Probing:
    reaction = yield _out_of_time(server)
    signpost = not_applicable("the server speaks revisions with a handshake, too")
    if not set(LEGACY) & set(server.spoken):
        yield Fresh()
        signpost = _signpost((yield initialize(NOVEMBER_2025, server.client_version)))
    return {
        # Who wants a hello first refuses everything else for that.
        FIRST.id: _refusal(reaction, "META-08"),
        CONSISTENT.id: _consistent(server, reaction),
        SIGNPOST.id: signpost,
    }


def later_message(server: Examinee) -> Probing:
    # Some servers decide the era by the first request that is not `server/discover`.
    yield sound_request(server)._replace(timeout_s=PATIENCE_S)
    return {LATER.id: _refusal((yield _out_of_time(server)._replace(timeout_s=PATIENCE_S)))}


def _out_of_time(server: Examinee) -> Request:
    return sound_request(server)._replace(era=Era(EraName.MODERN, NO_REVISION))


def _refusal(reaction: Reaction, *explained_by: str) -> Ruling:
    if not is_refusal(reaction, UNSUPPORTED_VERSION, BAD_REQUEST):
        return entailed(f"asked in {NO_REVISION}, {server_said(reaction)}", *explained_by)
    data = _data(reaction)
    if not _supported(reaction):
        return failed(f"the error does not list the supported revisions: data is {data!r:.100}")
    requested = data.get("requested")
    bad = f"`data.requested` is {requested!r:.100} in place of {NO_REVISION}"
    return ruled(requested == NO_REVISION, server_said(reaction), bad)


def _data(reaction: Reaction) -> dict[str, Any]:
    error = error_of(reaction)
    return error.data if error is not None and isinstance(error.data, dict) else {}


def _supported(reaction: Reaction) -> list[str]:
    """The revisions that an error lists, if it does."""
    listed = _data(reaction).get("supported")
    is_list = isinstance(listed, list) and all(isinstance(version, str) for version in listed)
    return list(listed) if is_list and listed else []


def _consistent(server: Examinee, reaction: Reaction) -> Ruling:
    named = _supported(reaction)
    if not named:
        return not_applicable("no error listed the supported revisions")
    match server.answer:
        case Replied(result={"supportedVersions": list(known)}):
            other = [version for version in named if version not in known]
            bad = f"`server/discover` does not list {', '.join(other)}"
            return ruled(not other, f"both list {', '.join(named)}", bad)
        case _:
            return failed("`server/discover` listed no revisions to compare with")


def _signpost(reaction: Reaction) -> Ruling:
    match reaction:
        case Replied():
            return not_applicable("the server speaks revisions with a handshake, too")
        case _ if is_refusal(reaction, HEADER_MISMATCH, BAD_REQUEST):
            return not_verified(f"{server_said(reaction)}: the headers of old clients come first")
        case RpcError(message=message, data=data):
            text = f"{message} {data!r}"
        case HttpStatus(body=body):
            text = body
        case _:
            return failed(server_said(reaction))
    is_named = any(version in text for version in MODERN_VERSIONS)
    return ruled(
        is_named, server_said(reaction), f"{server_said(reaction)}, which names no revision"
    )


PROBES = (
    Probe("first_message", (FIRST, CONSISTENT, SIGNPOST), first_message, Needs.SILENT),
    Probe("later_message", (LATER,), later_message),
)
