"""What comes before the handshake, and handshakes that are none."""

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, passed, ruled
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    BROKEN,
    Fresh,
    HttpStatus,
    Reaction,
    Replied,
    Request,
    RpcError,
)
from ..meet import initialize
from ..model import Examinee, Needs, Probe, Probing, info, should
from ..raw import PATIENCE_S
from ..refusal import server_said
from ..revision import written
from .life_hello import CHECKS as HELLO_CHECKS
from .life_hello import NO_REVISION, negotiated

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
EMPTY = should("LIFE-05", written(legacy="schema#initializerequest"))(
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
    """One connection for all, as long as it lasts, and one run for all revisions.

    Nothing depends on the revision here: the server is not told one before the last message.
    """
    ping = yield Request("ping")
    if server.has_spare and not isinstance(ping, Replied):  # was it put off by what came before?
        yield Fresh()
        ping = yield Request("ping")
    listing = yield Request("tools/list", timeout_s=PATIENCE_S)
    if isinstance(ping, BROKEN) or isinstance(listing, BROKEN):
        yield Fresh()
    hello = initialize(server.newest_legacy, server.client_version)._replace(timeout_s=PATIENCE_S)
    without_content = hello._replace(params={}, timeout_s=None)
    empty = yield without_content
    odd = yield initialize(NO_REVISION, server.client_version)
    again = sound = odd
    if isinstance(odd, Replied):
        again = yield hello
    else:  # it may have broken on the one or on the other
        yield Fresh()
        empty = yield without_content
        sound = yield hello
        again = yield hello
    return {
        **(yield from negotiated(server, odd)),
        EARLY.id: _early(server, ping),
        TOO_EARLY.id: passed(server_said(listing)),
        EMPTY.id: _empty(empty, sound),
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


CHECKS = (EARLY, TOO_EARLY, EMPTY, TWICE, *HELLO_CHECKS)
PROBES = (Probe("beginnings", CHECKS, beginnings, Needs.BEFORE),)
