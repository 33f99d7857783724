"""How a server has to refuse a request whose headers and body say different things."""

from mcptest_action.core.checks.ruling import Ruling, not_verified, ruled
from mcptest_action.core.conformance.over_http import BAD_REQUEST, error_code, said, status_of
from mcptest_action.core.exchange.reaction import NotSent, Reaction

HEADER_MISMATCH = -32020


def refused_as_mismatch(reaction: Reaction) -> Ruling:
    """With status 400 and the error that is made for it."""
    if isinstance(reaction, NotSent):
        return not_verified(reaction.because)
    right = status_of(reaction) == BAD_REQUEST and error_code(reaction) == HEADER_MISMATCH
    what = f"the server {said(reaction)}"
    return ruled(right, what, f"{what}, instead of 400 and {HEADER_MISMATCH}")
