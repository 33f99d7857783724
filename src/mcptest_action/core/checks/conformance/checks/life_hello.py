"""The handshake: what comes before it, what the server says in it, and the revision of both."""

from collections.abc import Iterator
from typing import Any

from mcptest_action.core.checks.results import (
    Ruling,
    Status,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    BROKEN,
    LEGACY_VERSIONS,
    Fresh,
    HttpStatus,
    Reaction,
    Replied,
    Request,
    RpcError,
)
from ..meet import initialize, offered_revision
from ..model import Examinee, Needs, Probe, Probing, info, must, should, the_same
from ..raw import PATIENCE_S
from ..refusal import server_said
from ..revision import names_revision, written

# Older than the protocol: no server speaks it.
NO_REVISION = "1900-01-01"
_NEGOTIATION = written(legacy="basic/lifecycle#version-negotiation")
CONTENT = must("LIFE-01", written(legacy="basic/lifecycle#initialization"))(
    expects="The result of `initialize` names the revision, the capabilities, and the name and "
    "version of the server.",
    sends="`initialize`, asking for the revision",
    remedy="Answer with a result, and put `protocolVersion`, `capabilities` (an object, if need be "
    "an empty one) and `serverInfo` with `name` and `version` into it.",
)
ECHO = must("LIFE-02", _NEGOTIATION, basis="derived")(
    expects="Asked for a revision that it speaks, the server settles on just that one.",
    sends="`initialize`, asking for revisions that the server has offered",
    remedy="Give `protocolVersion` back unchanged where the server supports it.",
)
COUNTER = must("LIFE-03", _NEGOTIATION)(
    expects="Asked for a revision that does not exist, the server offers one that it speaks.",
    sends=f"`initialize`, asking for {NO_REVISION}",
    remedy="Compare `protocolVersion` with the revisions that the server supports, and put "
    "another one of them into the result; or answer with an error that lists them in "
    "`data.supported`.",
)
_SAME = not_verified(f"see {CONTENT.id}, which has the same cause")
NEWEST = should("LIFE-04", _NEGOTIATION)(
    expects="What the server offers in place of an unknown revision is the newest one it speaks.",
    sends=f"`initialize`, asking for {NO_REVISION}, and once more, asking for what was offered",
    remedy="Offer the newest supported revision that begins with a handshake.",
)


def negotiated(server: Examinee, odd: Reaction) -> Probing:
    """Rules on the reaction to a hello in a made-up revision, which wasn't the first message.

    A server that did not react well may have been put off by an earlier message.
    """
    if _counter(odd).status is not Status.PASSED:
        yield Fresh()
        odd = yield _out_of_time(server)
    offered = offered_revision(odd)
    # The server was already met in the revisions that it speaks, unless it chose one by itself.
    asked = {server.revision: server.answer}
    if server.chosen:
        yield Fresh()
        asked[server.chosen] = yield initialize(server.chosen, server.client_version)
    if offered is not None and offered in server.hellos:
        asked[offered] = server.hellos[offered]
    elif offered not in (None, NO_REVISION, server.revision, server.chosen):
        yield Fresh()
        asked[offered] = yield initialize(offered, server.client_version)
    wrong = [_disagreement(version, answer) for version, answer in asked.items()]
    echo = "; ".join(filter(None, wrong))
    agreed = ruled(not echo, f"the server agreed to {' and to '.join(asked)}", echo)
    return {
        CONTENT.id: content_of(server.answer),
        ECHO.id: _beside(server.answer, agreed),
        COUNTER.id: _beside(server.answer, _counter(odd)),
        NEWEST.id: _newest(server, offered, is_held=offered in asked and not echo),
    }


def _out_of_time(server: Examinee) -> Request:
    """A hello in a revision that does not exist. Who gave no sound hello may not answer at all."""
    hello = initialize(NO_REVISION, server.client_version)
    return hello._replace(timeout_s=server.patience_s) if server.insists else hello


def _disagreement(version: str, answer: Reaction) -> str:
    if not isinstance(answer, Replied):
        return f"asked for {version}, {server_said(answer)}"
    settled = offered_revision(answer)
    return "" if settled == version else f"asked for {version}, the server settled on {settled!r}"


def _beside(answer: Reaction, ruling: Ruling) -> Ruling:
    """The ruling; a failure of who names no revision at all has that one cause."""
    if ruling.status is not Status.FAILED or names_revision(offered_revision(answer)):
        return ruling
    return _SAME


def content_of(answer: Reaction) -> Ruling:
    """Whether the answer to `initialize` has everything that belongs into it."""
    if not isinstance(answer, Replied):
        return failed(server_said(answer))
    lacking = list(_lacking(answer.result))
    good = "the result has everything that belongs into it"
    ruling = ruled(not lacking, good, f"the result has no {' and no '.join(lacking)}")
    return ruling if isinstance(answer.result, dict) else ruling._replace(entailed_by=("BASE-01",))


def _lacking(result: Any) -> Iterator[str]:
    hello = result if isinstance(result, dict) else {}
    if not names_revision(version := hello.get("protocolVersion")):
        yield f"protocolVersion that names a revision (but {version!r:.60})"
    if not isinstance(hello.get("capabilities"), dict):
        yield "capabilities that are an object"
    own = hello.get("serverInfo")
    for name in ("name", "version"):
        if not isinstance(own, dict) or not isinstance(own.get(name), str):
            yield f"serverInfo.{name} that is text"


def _counter(odd: Reaction) -> Ruling:
    offered = offered_revision(odd)
    match odd:
        case Replied() if offered == NO_REVISION:
            return failed(f"the server agreed to speak {NO_REVISION}")
        case Replied() if offered in LEGACY_VERSIONS:
            return passed(f"the server offered {offered}")
        case Replied():
            return failed(
                f"the server offered {offered!r}, and no revision of that name has a hello"
            )
        case RpcError(data={"supported": [_, *_]}):
            return passed(f"{server_said(odd)}, with the revisions that it supports")
        case _:
            return failed(f"{server_said(odd)}, and offered no revision")


def _newest(server: Examinee, offered: str | None, *, is_held: bool) -> Ruling:
    if offered not in LEGACY_VERSIONS:
        return not_applicable("the server offered no revision that begins with a handshake")
    if offered < server.newest_legacy:
        return failed(f"the server offered {offered}, but speaks {server.newest_legacy}, too")
    bad = f"the server offered {offered}, and did not keep to it"
    return ruled(is_held, f"the server offered {offered}, and knows no newer one", bad)


HELLO = (CONTENT, ECHO, COUNTER, NEWEST)
SESSION = "mcp-session-id"
EARLY = should("LIFE-07", written(legacy="basic/lifecycle#initialization"))(
    expects="`ping` is answered before the handshake, too.",
    sends="`ping` as the first message of a connection",
    remedy="Let `ping` through before `initialize`; it is the one request that clients may send.",
)
TOO_EARLY = info("LIFE-08", written(legacy="basic/lifecycle#initialization"), basis="robustness")(
    expects="Noted only: what the server does about a list that is asked for before the handshake.",
    sends="`tools/list` before `initialize`",
    remedy="Nothing has to change: the rule is one for clients.",
)
EMPTY = should("LIFE-05", written(legacy="schema#initializerequest"), basis="derived")(
    expects="`initialize` without its parameters gets an error, and the server goes on.",
    sends="`initialize` with empty parameters, then a sound one",
    remedy="Check that `protocolVersion`, `capabilities` and `clientInfo` are there, and answer "
    "with error -32602 if they are not.",
)
TWICE = info("LIFE-09", written(legacy="basic/lifecycle#initialization"), basis="robustness")(
    expects="Noted only: what the server does about a second handshake on a connection.",
    sends="`initialize` twice",
    remedy="Nothing has to change: the rule is one for clients.",
)


def beginnings(server: Examinee) -> Probing:
    """One connection for all of these, as long as it lasts, and one run for all revisions.

    Nothing here depends on the revision: only the last message tells the server one.
    """
    if isinstance(server.answer, BROKEN):  # asking again would only take time
        return {**the_same(CHECKS, _SAME), CONTENT.id: content_of(server.answer)}
    early = Request("ping", timeout_s=server.patience_s)
    ping = yield early
    if server.has_spare and not isinstance(ping, Replied):  # was it put off by an earlier message?
        yield Fresh()
        ping = yield early
    listing = yield Request("tools/list", timeout_s=PATIENCE_S)
    if isinstance(ping, BROKEN) or isinstance(listing, BROKEN):
        yield Fresh()
    hello = initialize(server.newest_legacy, server.client_version)._replace(timeout_s=PATIENCE_S)
    without_content = hello._replace(params={}, timeout_s=server.patience_s)
    empty = yield without_content
    odd = yield _out_of_time(server)
    again = sound = odd
    if isinstance(odd, Replied):
        again = yield hello
    else:  # either of the two may have broken it
        yield Fresh()
        empty = yield without_content
        sound = yield hello
        again = yield hello
    return {
        **(yield from negotiated(server, odd)),
        EARLY.id: _early(server, ping).on(ping),
        TOO_EARLY.id: passed(server_said(listing)),
        EMPTY.id: _empty(empty, sound).on(empty, sound),
        TWICE.id: passed(server_said(again)),
    }


def _early(server: Examinee, ping: Reaction) -> Ruling:
    http = getattr(server.answer, "http", None)
    if http is not None and SESSION in http.headers:
        return not_applicable("a session begins with the handshake, and nothing may come before it")
    return ruled(isinstance(ping, Replied), server_said(ping))


def _empty(empty: Reaction, sound: Reaction) -> Ruling:
    if isinstance(sound, BROKEN):
        return failed(
            f"{server_said(empty)}; after that, asked for a sound handshake, {server_said(sound)}"
        )
    is_status = isinstance(empty, HttpStatus) and empty.http.status >= BAD_REQUEST
    return ruled(is_status or isinstance(empty, RpcError), server_said(empty))


CHECKS = (EARLY, TOO_EARLY, EMPTY, TWICE, *HELLO)
PROBES = (Probe("beginnings", CHECKS, beginnings, Needs.BEFORE),)
