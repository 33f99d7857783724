"""Whether what is said on the way to the server can be read by others."""

from collections.abc import Sequence

from mcptest_action.core.checks.conformance.examinee import Examinee
from mcptest_action.core.checks.conformance.model import HTTP, Check, Level, Review, Rulings
from mcptest_action.core.checks.conformance.revision import written
from mcptest_action.core.checks.results import not_applicable, ruled
from mcptest_action.core.protocol.transcript import Exchange

ENCRYPTED = Check(
    id="HTTP-21",
    level=Level.SHOULD,
    expects="The URL of a server in a public network begins with https.",
    sends="nothing, and looks at the URL",
    remedy="Put the server behind TLS, and give the https URL to clients.",
    spec=written(
        "basic/transports#security-warning",
        "basic/transports/streamable-http#security-%26-endpoint",
    ),
    transports=HTTP,
    basis="robustness",
)


def review(server: Examinee, _exchanges: Sequence[Exchange]) -> Rulings:
    address = server.address
    if not address.https and address.private:
        nothing = "the server is on this machine, or in a private network"
        return {ENCRYPTED.id: not_applicable(nothing)}
    return {ENCRYPTED.id: ruled(address.https, "the URL begins with https", "the URL is http")}


REVIEWS = (Review((ENCRYPTED,), review),)
