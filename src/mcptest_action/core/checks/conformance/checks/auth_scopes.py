"""Tokens without the scope that a request needs."""

from collections.abc import Iterator

from mcptest_action.core.checks.results import not_applicable
from mcptest_action.core.protocol.exchange import FORBIDDEN, header_of, parameter, status_of
from mcptest_action.core.protocol.transcript import Exchange
from ..model import HTTP, Examinee, Exchanges, Review, Rulings, should
from ..revision import SINCE_NOVEMBER
from ..traffic import Flaw, described, ruled_on

_SPEC = "basic/authorization#runtime-insufficient-scope-errors"
SCOPES = should("AUTH-13", _SPEC, HTTP, revisions=SINCE_NOVEMBER)(
    expects="A 403 for want of a scope says so, which scope is needed, and where the metadata are.",
    sends="nothing, and looks at every answer with status 403 and a bearer challenge",
    remedy='Answer with `WWW-Authenticate: Bearer error="insufficient_scope", scope="…", '
    'resource_metadata="…"`.',
)


def review(_server: Examinee, exchanges: Exchanges) -> Rulings:
    """A 403 without a challenge may be about anything: a person, an address, a name."""
    refused = [one for one in exchanges if status_of(one.reaction) == FORBIDDEN]
    challenged = [one for one in refused if _challenge(one).casefold().startswith("bearer")]
    if not challenged:
        what = "no 403 has a bearer challenge" if refused else "nothing was answered with 403"
        return {SCOPES.id: not_applicable(what)}
    flaws = [flaw for one in challenged for flaw in _flaws(one)]
    return {SCOPES.id: ruled_on(flaws, "every 403 with a bearer challenge does")}


def _challenge(exchange: Exchange) -> str:
    return header_of(exchange.reaction, "www-authenticate")


def _flaws(exchange: Exchange) -> Iterator[Flaw]:
    challenge, what = _challenge(exchange), described(exchange)
    if parameter(challenge, "error") != "insufficient_scope":
        yield Flaw(exchange, f'the 403 to {what} does not say error="insufficient_scope"')
        return
    for name in ("scope", "resource_metadata"):
        if not parameter(challenge, name):
            yield Flaw(exchange, f"the 403 to {what} names no {name}")


REVIEWS = (Review((SCOPES,), review, of_locked=True),)
