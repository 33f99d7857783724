"""Say hello as a stranger: without the user's headers, with what a stranger may have. Scripts."""

from collections.abc import Mapping

from mcptest_action.core.conformance.examinee import Examinee
from mcptest_action.core.conformance.meet import initialize
from mcptest_action.core.conformance.over_http import (
    ACCEPT,
    PATIENCE_S,
    SESSION,
    VERSION,
    header_of,
)
from mcptest_action.core.exchange.envelope import dress
from mcptest_action.core.exchange.reaction import Reaction
from mcptest_action.core.exchange.step import Http, Request, Script


def knock(server: Examinee, credentials: Mapping[str, str]) -> Script[Reaction]:
    """The reaction to the hello of the revision. A session that it begins is ended at once."""
    hello = Request("server/discover")
    if not server.is_modern:
        hello = initialize(server.revision, server.client_version)
    dressed = dress(hello, server.era, 1, server.client_version)
    headers = {**ACCEPT, **dressed.headers, **credentials}
    reaction: Reaction = yield Http("POST", headers, dressed.body, PATIENCE_S, anonymous=True)
    session = header_of(reaction, SESSION)
    if session:
        goodbye = {SESSION: session, VERSION: server.revision, **credentials}
        yield Http("DELETE", goodbye, timeout_s=PATIENCE_S, anonymous=True)
    return reaction
