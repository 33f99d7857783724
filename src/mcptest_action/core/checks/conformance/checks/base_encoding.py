"""The encoding of what a server sends."""

from mcptest_action.core.checks.results import failed, passed
from mcptest_action.core.protocol.exchange import InvalidUtf8
from mcptest_action.core.protocol.transcript import Exchange
from ..model import Examinee, Exchanges, Review, Rulings, must
from ..revision import written
from ..traffic import described, listed

UTF_8 = must("BASE-18", written("basic/transports", "basic/transports#messages"))(
    expects="Everything that the server sends is UTF-8.",
    sends="nothing of its own: looks at every byte of the run",
    remedy="Write messages as UTF-8, whatever the locale of the process is.",
)


def utf_8(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    bad = [f"bytes that are not UTF-8 came with {described(e)}" for e in exchanges if _has_bytes(e)]
    if bad:
        return {UTF_8.id: failed(listed(bad))}
    return {UTF_8.id: passed(f"everything in {len(exchanges)} exchanges was UTF-8")}


def _has_bytes(exchange: Exchange) -> bool:
    is_answer = isinstance(exchange.reaction, InvalidUtf8)
    return is_answer or any("not_text" in entry for entry in exchange.others)


REVIEWS = (Review((UTF_8,), utf_8),)
