"""The error that tells a client what it lacks."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.results import not_applicable
from mcptest_action.core.protocol.exchange import BAD_REQUEST, HttpAnswer, Provenance
from mcptest_action.core.safety import WITHHELD
from ..model import Examinee, Exchanges, Review, Rulings, must
from ..refusal import MISSING_CAPABILITY, error_of
from ..revision import written
from ..traffic import Flaw, described, is_in_revision, ruled_on

TELLS = must("MRTR-09", written(modern="basic#meta"))(
    expects="Error -32021 says in `data.requiredCapabilities` what the client lacks; over HTTP it "
    "has the status 400.",
    sends="nothing of its own: looks at every such error",
    remedy="Put an object like the client's own capabilities into `data.requiredCapabilities`.",
)


def review(server: Examinee, exchanges: Exchanges) -> Rulings:
    found = [
        (exchange, error)
        for exchange in exchanges
        if (error := error_of(exchange.reaction)) is not None
        and error.code == MISSING_CAPABILITY
        and is_in_revision(exchange, server)
    ]
    if not found:
        return {TELLS.id: not_applicable("there was no such error")}
    flaws = [
        Flaw(exchange, f"error {MISSING_CAPABILITY} to {described(exchange)} {what}")
        for exchange, error in found
        for what in _flaws(error.data, error.http)
    ]
    return {TELLS.id: ruled_on(flaws, f"looked at {len(found)} such errors")}


def _flaws(data: Any, http: HttpAnswer | None) -> Iterator[str]:
    if http is not None and http.status != BAD_REQUEST:
        yield f"came with the status {http.status}"
    if isinstance(data, dict) and WITHHELD in data:
        return
    if not _required(data):
        yield "has no capability in data.requiredCapabilities"


def _required(data: Any) -> Mapping[str, Any]:
    required = data.get("requiredCapabilities") if isinstance(data, dict) else None
    return required if isinstance(required, dict) else {}


def lacking(data: Any, declared: Mapping[str, Any]) -> bool:
    """Whether more is required than is declared."""
    return _goes_beyond(_required(data), declared)


def _goes_beyond(required: Mapping[str, Any], declared: Mapping[str, Any]) -> bool:
    for name, inner in required.items():
        own = declared.get(name)
        if not isinstance(own, dict):
            return True
        if isinstance(inner, dict) and _goes_beyond(inner, own):
            return True
    return False


REVIEWS = (Review((TELLS,), review, Provenance.REFUSABLE),)
