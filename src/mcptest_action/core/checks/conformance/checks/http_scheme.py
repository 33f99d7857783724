"""Whether what is said on the way to the server can be read by others."""

from mcptest_action.core.checks.results import not_applicable, ruled
from ..model import HTTP, Examinee, Exchanges, Review, Rulings, should
from ..revision import written

ENCRYPTED = should(
    "HTTP-21",
    written(
        "basic/transports#security-warning",
        "basic/transports/streamable-http#security-%26-endpoint",
    ),
    HTTP,
    basis="robustness",
)(
    expects="The URL of a server in a public network begins with https.",
    sends="nothing, and looks at the URL",
    remedy="Put the server behind TLS, and give the https URL to clients.",
)


def review(server: Examinee, _exchanges: Exchanges) -> Rulings:
    address = server.address
    if not address.https and address.private:
        nothing = "the server is on this machine, or in a private network"
        return {ENCRYPTED.id: not_applicable(nothing)}
    return {ENCRYPTED.id: ruled(address.https, "the URL begins with https", "the URL is http")}


REVIEWS = (Review((ENCRYPTED,), review),)
