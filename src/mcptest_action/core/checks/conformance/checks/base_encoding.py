"""The encoding of what a server sends."""

from collections.abc import Sequence

from mcptest_action.core.checks.conformance.examinee import Examinee
from mcptest_action.core.checks.conformance.model import Check, Level, Review, Rulings
from mcptest_action.core.checks.conformance.revision import written
from mcptest_action.core.checks.conformance.traffic import described, listed
from mcptest_action.core.checks.results import failed, passed
from mcptest_action.core.protocol.exchange import InvalidUtf8
from mcptest_action.core.protocol.transcript import Exchange

UTF_8 = Check(
    id="BASE-18",
    level=Level.MUST,
    expects="Everything that the server sends is UTF-8.",
    sends="nothing of its own: looks at every byte of the run",
    remedy="Write messages as UTF-8, whatever the locale of the process is.",
    spec=written("basic/transports", "basic/transports#messages"),
)


def utf_8(_ground: Examinee, exchanges: Sequence[Exchange]) -> Rulings:
    bad = [f"bytes that are not UTF-8 came with {described(e)}" for e in exchanges if _has_bytes(e)]
    if bad:
        return {UTF_8.id: failed(listed(bad))}
    return {UTF_8.id: passed(f"everything in {len(exchanges)} exchanges was UTF-8")}


def _has_bytes(exchange: Exchange) -> bool:
    is_answer = isinstance(exchange.reaction, InvalidUtf8)
    return is_answer or any("not_text" in entry for entry in exchange.others)


REVIEWS = (Review((UTF_8,), utf_8),)
