"""Error codes, since 2026-07-28 says whose they are."""

from collections.abc import Sequence

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, passed
from mcptest_action.core.protocol.exchange import RpcError
from mcptest_action.core.protocol.transcript import Exchange
from ..model import Examinee, Exchanges, Review, Rulings, must, should
from ..revision import written
from ..traffic import described, is_in_revision, listed

RESERVED = must("BASE-19", written(modern="basic#error-codes"))(
    expects="Of the codes that belong to the specification, only those in force are used.",
    sends="nothing of its own: looks at every error of the run",
    remedy="Use -32020, -32021 and -32022 for what they mean, -32602 where -32002 was used, and "
    "codes above -32000 or below -32768 for errors of your own.",
)
LEFT_OVER = should("BASE-20", written(modern="basic#error-codes"))(
    expects="No error has a code between -32019 and -32000.",
    sends="nothing of its own: looks at every error of the run",
    remedy="Use the code of JSON-RPC that fits, or one outside of -32768 to -32000.",
)
IN_FORCE = range(-32022, -32019)
_RESERVED, _LEFT_OVER = range(-32099, -32019), range(-32019, -31999)
_RETIRED = (-32002, -32042)


def codes(server: Examinee, exchanges: Exchanges) -> Rulings:
    """Only of what was asked in this revision: an answer to an older client is an older answer."""
    seen = [
        (exchange, exchange.reaction.code)
        for exchange in exchanges
        if isinstance(exchange.reaction, RpcError) and is_in_revision(exchange, server)
    ]
    taken = [(e, code) for e, code in seen if _is_taken(code)]
    left = [(e, code) for e, code in seen if code in _LEFT_OVER]
    return {RESERVED.id: _ruling(seen, taken), LEFT_OVER.id: _ruling(seen, left)}


def _is_taken(code: int) -> bool:
    return code in _RETIRED or (code in _RESERVED and code not in IN_FORCE)


def _ruling(seen: Sequence[tuple[Exchange, int]], bad: Sequence[tuple[Exchange, int]]) -> Ruling:
    if not seen:
        return not_applicable("no error came during the run")
    if bad:
        return failed(listed([f"{described(e)} got error {code}" for e, code in bad]))
    return passed(f"the codes of the run are {', '.join(map(str, sorted({c for _, c in seen})))}")


REVIEWS = (Review((RESERVED, LEFT_OVER), codes),)
